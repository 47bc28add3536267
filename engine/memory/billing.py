"""What would all calls of a conversation have read, had nothing ever left the window?

>>> from engine.transcripts import Turn
>>> talk = [Turn("user", "1234"), Turn("assistant", "12"), Turn("user", "1"), Turn("assistant", "")]
>>> billed_uncompacted(Conversation.of(talk, lambda turn: len(turn.text)))
[0, 4, 4, 11]
"""

from __future__ import annotations

from itertools import accumulate

from engine.memory.conversation import Conversation


def billed_uncompacted(conversation: Conversation) -> list[int]:
    """By the index of a turn: the input tokens of all calls until then, each with all before it.

    A call is made before each answer, as in `Snapshot.billed`; none is refused here, though a
    real window ends somewhere.
    """
    said = accumulate(conversation.tokens, initial=0)
    calls = (
        before if index and turn.role == "assistant" else 0
        for index, (turn, before) in enumerate(zip(conversation.turns, said, strict=False))
    )
    return list(accumulate(calls))
