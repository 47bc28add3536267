"""What stands in the window now, while a replay goes on, and what happened at this turn so far?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.compaction import Summarizer, standard_rungs
from engine.memory.conversation import NEVER, RETRIEVED, asks
from engine.memory.events import FOLLOWS, Event
from engine.memory.record import Entry, Run
from engine.memory.store import Draft
from engine.transcripts import Turn
from engine.transcripts.model import NOTE

RECALL = "recall"


class WindowState:
    """The window and the events of the turn that is being replayed.

    `standing` has the entries of the window, but for recalled facts, in their order, by the
    names under which rungs know them: a turn's number from 1, or what a rung called a text that
    it wrote. `named` are their turns with these names as ids.
    """

    def __init__(self, run: Run, summarizer: Summarizer) -> None:
        self.run = run
        policy, known = run.policy, run.conversation
        self.pinned = frozenset(str(index + 1) for index in known.named(policy.pinned))
        self.unpinned = frozenset(str(index + 1) for index in known.named(policy.unpinned))
        self.rungs = standard_rungs(
            summarizer,
            keep_results=policy.keep,
            clear_at_least=policy.clear_at_least,
            keep_recent=policy.buffer,
            max_summary_tokens=policy.summary_tokens,
            pinned=self.pinned,
            unpinned=self.unpinned,
        )
        self.events: list[Event] = []
        self.tokens = 0
        self.standing: dict[str, Entry] = {}
        self.named: dict[str, Turn] = {}
        self._recalled: list[Entry] = []
        self._draft: Draft | None = None
        self._applied = 0
        for entry in run.at(run.start - 1):
            if entry.rung == RECALL:
                self._recalled.append(entry)
                self.tokens += entry.tokens
            else:
                self.stand(_name(entry), entry)

    def come(self, step: int) -> None:
        """The turn of this index comes."""
        self.events = []
        for entry in self._recalled:
            self.remove(entry, step)
        self._recalled = []
        first = self.run.conversation.first[step]
        entry = self.run.entry(step)
        self.stand(str(step + 1), entry, self.run.conversation.cited[step])
        if first != step and str(first + 1) not in self.standing:
            self.standing.popitem()
            self.remove(entry, step)
            self.events.append(Event("evicted", (step,), entry.tokens, rung=FOLLOWS))

    def stand(self, name: str, entry: Entry, named: Turn | None = None) -> None:
        """An entry stands in the window under a name."""
        self.standing[name] = entry
        turn = named or entry.turn
        self.named[name] = turn if turn.id == name else replace(turn, id=name)
        self.tokens += entry.tokens

    def remove(self, entry: Entry, step: int) -> None:
        """An entry leaves the window."""
        self.run.leave(entry, step)
        self.tokens -= entry.tokens

    def write(
        self,
        turn: Turn,
        step: int,
        rung: str,
        *,
        tokens: int | None = None,
        sources: tuple[int, ...] = (),
        place: float,
        tier: int = RETRIEVED,
        original: bool = False,
    ) -> Entry:
        """A text that a rung wrote; it does not stand in the window yet."""
        tokens = self.run.conversation.count(turn) if tokens is None else tokens
        entry = Entry(turn, tokens, place, sources, step, NEVER, tier, rung, original)
        self.run.written.append(entry)
        return entry

    def remember(self, fact: str, sources: Sequence[str], step: int) -> None:
        """A fact goes into the store at the time of this turn."""
        time = self.run.conversation.time(step)
        self.run.kept.append((step, lambda draft: draft.remember(fact, time, sources=sources)))

    def recall(self, step: int) -> None:
        """The facts for this message come into the window for this turn, as far as there is room.

        Only those that share words with it, and none that would make the window red.
        """
        turn, policy = self.run.conversation.turns[step], self.run.policy
        if not policy.recall or not asks(turn):
            return
        time, before, ids = self.run.conversation.time(step), self.tokens, []
        for memory, cosine in self._remembered().best(turn.text, time, policy.recall):
            fact = Turn("user", memory.text, id=memory.id, kind=NOTE)
            tokens = self.run.conversation.count(fact)
            if cosine > 0 and self.tokens + tokens <= policy.red_tokens:
                entry = self.write(fact, step, RECALL, tokens=tokens, place=step - 0.5)
                self._recalled.append(entry)
                self.tokens += tokens
                ids.append(memory.id)
        if ids:
            self.run.kept.append((step, lambda draft: draft.touch(ids, time)))
            recalled = self.tokens - before
            self.events.append(Event("recalled", after=recalled, detail=", ".join(ids)))

    def _remembered(self) -> Draft:
        """The store as it is now, written on as the replay goes."""
        draft = self._draft = self._draft or Draft(self.run.store)
        for _, change in self.run.kept[self._applied :]:
            change(draft)
        self._applied = len(self.run.kept)
        return draft

    def settle(self, step: int) -> None:
        """The turn is done."""
        self.run.totals.append(self.tokens)
        if self.events:
            self.run.told[step] = self.events


def _name(entry: Entry) -> str:
    return str(entry.sources[0] + 1) if entry.original else str(entry.turn.id)
