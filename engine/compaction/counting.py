"""How many tokens is a turn, counted once, and by which name is it cited?

>>> counter = TurnCounter("o200k_base")
>>> counter(Turn("user", "hello world")), counter(Turn("assistant", "hello world"))
(2, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.tokens import Tokenizer, count_tokens, get_tokenizer
from engine.tokens.by_lines import count_by_lines
from engine.transcripts import Turn
from engine.transcripts.model import SUMMARY

Count = Callable[[Turn], int]


class TurnCounter:
    """Counts the text of a turn, in tokens; a text it has seen is never tokenised again.

    One counter goes through a whole replay, so that each turn is tokenised once however
    often the history is compacted.
    """

    def __init__(self, tokenizer: str | Tokenizer = "chars/4") -> None:
        self.tokenizer = get_tokenizer(tokenizer)
        self._known: dict[str, int] = {}

    def __call__(self, turn: Turn) -> int:
        tokens = self._known.get(turn.text)
        if tokens is None:
            count = count_by_lines if turn.kind == SUMMARY else count_tokens
            tokens = self._known[turn.text] = count(turn.text, self.tokenizer)
        return tokens


def counter_of(tokenizer: str | Tokenizer | Count) -> Count:
    """The counter itself where one is given, else a new one for the tokenizer of that name.

    >>> counter = TurnCounter()
    >>> counter_of(counter) is counter, counter_of("chars/4")(Turn("user", "hello"))
    (True, 2)
    """
    if isinstance(tokenizer, str) or not callable(tokenizer):
        return TurnCounter(tokenizer)
    return tokenizer


def turn_ids(turns: Sequence[Turn]) -> tuple[str, ...]:
    """The name of each turn: its id, else `t` and its number, as files without ids are read.

    >>> turn_ids([Turn("user", "Hi", id="m1"), Turn("assistant", "Hello")])
    ('m1', 't2')
    """
    ids = [turn.id for turn in turns]
    if None not in ids:
        return tuple(id for id in ids if id is not None)
    own, names = set(ids), []
    for number, turn in enumerate(turns, 1):
        name = turn.id if turn.id is not None else f"t{number}"
        while turn.id is None and name in own:
            name += "'"
        names.append(name)
    return tuple(names)


def identified(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns, each with its name as its id, so that it is found again when others have left.

    >>> [turn.id for turn in identified([Turn("user", "Hi"), Turn("assistant", "Hello")])]
    ['t1', 't2']
    """
    if all(turn.id is not None for turn in turns):
        return tuple(turns)
    return tuple(
        turn if turn.id is not None else replace(turn, id=name)
        for turn, name in zip(turns, turn_ids(turns), strict=True)
    )
