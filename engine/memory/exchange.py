"""What left the window at one turn, what stands in its place, and which facts did that cost?

>>> from engine.memory import Policy, replay
>>> from engine.transcripts import Turn
>>> turns = [Turn("user", "Hello."), Turn("user", "My order is A-1, bought on 4 May. I like tea."),
...          Turn("assistant", "Thank you."), Turn("user", "Are you still there?")]
>>> policy = Policy(20, trigger=1.0, target=0.9, buffer=0, rungs=("fold",), summary_tokens=9)
>>> done = exchange(replay(turns, policy)[3])
>>> [(old.text, new.text) for row in done.rows for old in row.before for new in row.after]
[('My order is A-1, bought on 4 May. I like tea.', 'My order is A-1,…')]
>>> [(told.fact.text, told.fate) for told in done.facts]
[('A-1', 'kept'), ('4 May', 'lost'), ('I like tea.', 'lost')]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.compaction.clearing import CLEAR
from engine.compaction.expiring import EXPIRE
from engine.compaction.facts import Fact, find_facts
from engine.compaction.lines import CITATION, without_citation
from engine.memory.fates import FATES, SENTENCES, Fate, fate_of
from engine.memory.memories import Memory
from engine.memory.record import Entry, Run
from engine.memory.snapshot import Snapshot
from engine.memory.state import RECALL
from engine.memory.superseding import VALUES, replaced_values

__all__ = [
    "FATES",
    "SENTENCES",
    "Exchange",
    "Fate",
    "Restorable",
    "Row",
    "Text",
    "Told",
    "exchange",
]


@dataclass(frozen=True)
class Told:
    """A fact of a text that left, and what became of it."""

    fact: Fact
    fate: Fate


@dataclass(frozen=True)
class Text:
    """A text of the window: a turn, or a line of a summary with the turns that it cites.

    `sources` are indices of turns. `tokens` is None for a line, which is not counted by itself.
    `facts` are those of a text that left.
    """

    sources: tuple[int, ...]
    role: str
    text: str
    tokens: int | None
    facts: tuple[Told, ...] = ()


@dataclass(frozen=True)
class Row:
    """Texts that left, and those that stand in their place; either may be none."""

    before: tuple[Text, ...]
    after: tuple[Text, ...]


@dataclass(frozen=True)
class Restorable:
    """Whole texts that can be fetched again by what stands in the window for turns `sources`."""

    sources: tuple[int, ...]
    pointer: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Exchange:
    """One compaction: its rows, the tokens of all that left and of all that stands for it.

    `noted` are the facts that were written down outside of the window at this turn.
    """

    rows: tuple[Row, ...]
    tokens_before: int
    tokens_after: int
    restorable: tuple[Restorable, ...]
    noted: tuple[Memory, ...]

    @property
    def facts(self) -> tuple[Told, ...]:
        """All facts of what left, in its order."""
        return tuple(told for row in self.rows for old in row.before for told in old.facts)


def exchange(snapshot: Snapshot) -> Exchange:
    """What was exchanged for what at a turn; nothing where nothing left.

    A text stands in the place of those that it cites, or without citations of all those that
    it was made from. A fact is kept where all its tokens stand there in a row, shortened where
    one line has at least half of those of a sentence, recallable where a pointer or the store still
    gives it, and else lost. A value that a turn until then has replaced by another one is
    superseded, wherever it stands. Facts recalled for one message are not looked at.
    """
    run, step = snapshot.run, snapshot.index
    left, came = _left(run, step), _came(run, step)
    olds = [text for entry in left for text in _texts(entry)]
    news = [(entry, text) for entry in came for text in _texts(entry)]
    store = run.store_at(step).current
    fetchable = _fetchable(came, store)
    turns = run.conversation.turns
    replaced = replaced_values(turns, sorted({at for old in olds for at in old.sources}), step)
    rows = []
    for of_old, of_new in _joined(olds, [text for _, text in news]):
        # A pointer to what was cleared or expired says something about it, and nothing of it.
        here = "\n".join(
            news[at][1].text for at in of_new if news[at][0].rung not in (CLEAR, EXPIRE)
        )
        before = []
        for old in (olds[at] for at in of_old):
            behind = "\n".join(text for index in old.sources for text in fetchable[index])
            whole = old.text in behind
            values = {value for at in old.sources for value in replaced.get(at, ())}
            facts = tuple(
                Told(fact, "superseded" if fact.kind in VALUES and fact.text in values
                     else fate_of(fact, here, behind, whole))
                for fact in find_facts(old.text)
            )  # fmt: skip
            before.append(replace(old, facts=facts))
        rows.append(Row(tuple(before), tuple(news[at][1] for at in of_new)))
    earlier = {memory.id: memory.text for memory in run.store_at(step - 1).current} if step else {}
    return Exchange(
        tuple(rows),
        sum(entry.tokens for entry in left),
        sum(entry.tokens for entry in came),
        tuple(Restorable(e.sources, e.turn.text, e.behind) for e in came if e.behind),
        tuple(memory for memory in store if earlier.get(memory.id) != memory.text),
    )


def _left(run: Run, step: int) -> list[Entry]:
    """What stood in the window before and no longer does, in the order of the window."""
    turns = [run.entry(index) for index in range(step + 1) if run.left[index] == step]
    written = [entry for entry in run.written
               if entry.left == step and entry.entered < step and entry.rung != RECALL]  # fmt: skip
    return sorted([*turns, *written], key=lambda entry: entry.place)


def _came(run: Run, step: int) -> list[Entry]:
    """What a rung wrote at this turn and still stands after it, in the order of the window."""
    written = [entry for entry in run.written_at(step)
               if entry.entered == step and entry.rung != RECALL]  # fmt: skip
    return sorted(written, key=lambda entry: entry.place)


def _texts(entry: Entry) -> list[Text]:
    """A turn as one text; a summary line by line, as long as its lines cite.

    Citation and role are taken off: a number in them is none of the text's.
    """
    turn, sources = entry.turn, entry.sources
    if not entry.rung:
        return [Text(sources, turn.role, turn.text, entry.tokens)]
    if entry.original:
        _, role, text = _cited(turn.text, sources)
        return [Text(sources, role or turn.role, text, entry.tokens)]
    lines = [_cited(line, sources) for line in turn.text.splitlines() if line.strip()]
    if not any(cited for cited, *_ in lines):
        return [Text(sources, turn.kind, turn.text, entry.tokens)]
    return [Text(cited, role or turn.kind, text, None) for cited, role, text in lines]


def _cited(line: str, sources: Sequence[int]) -> tuple[tuple[int, ...], str, str]:
    """The turns that a line cites, whose words it gives, and the rest of it.

    No turns and the whole line where it does not cite what it was made from.
    """
    found = CITATION.match(line)
    cited = tuple(int(number) - 1 for number in found[1].split(",")) if found else ()
    if found is None or not set(cited) <= set(sources):
        return (), "", line
    return cited, found[2] or "", line[found.end() :]


def _joined(olds: Sequence[Text], news: Sequence[Text]) -> list[tuple[list[int], list[int]]]:
    """Which texts that left stand in a row with which in their place, by their indices."""
    row_of = list(range(len(olds)))  # by text that left: the first one of its row
    place: list[int | None] = []
    citing: dict[int, list[int]] = defaultdict(list)
    saying: dict[str, list[int]] = defaultdict(list)
    for at, old in enumerate(olds):
        saying[old.text].append(at)
        for source in old.sources:
            citing[source].append(at)
    for new in news:
        # An uncited line was there before, or stands by itself.
        same = [at for source in new.sources for at in citing[source]]
        same = same if new.sources else saying[new.text]
        rows = {row_of[at] for at in same}
        if len(rows) > 1:
            row_of = [min(rows) if row in rows else row for row in row_of]
        place.append(same[0] if same else None)
    joined: dict[int, tuple[list[int], list[int]]] = {row: ([], []) for row in row_of}
    for at, row in enumerate(row_of):
        joined[row][0].append(at)
    alone: list[tuple[list[int], list[int]]] = []
    for at, first in enumerate(place):
        if first is None:
            alone.append(([], [at]))
        else:
            joined[row_of[first]][1].append(at)
    return [*joined.values(), *alone]


def _fetchable(came: Iterable[Entry], store: Iterable[Memory]) -> dict[int, list[str]]:
    """By the index of a turn: all that can still be fetched of it."""
    found: dict[int, list[str]] = defaultdict(list)
    for entry in came:
        for index in entry.sources:
            found[index] += entry.behind
    for memory in store:
        for name in filter(str.isdecimal, memory.sources):
            found[int(name) - 1].append(without_citation(memory.text))
    return found
