"""Where did a fact go: since which turn is it not in the window, and what took it?

>>> from engine.memory import Policy, replay
>>> turns = [Turn("user", "Hello, I need help."), Turn("assistant", "With what?"),
...          Turn("user", "My order is A-1."), Turn("assistant", "Thank you, one moment please."),
...          Turn("user", "Are you still there?"), Turn("user", "Is it A-1 that you look for?")]
>>> policy = Policy(20, trigger=1.0, target=1.0, rungs=("rolling_window",))
>>> line = lifeline(replay(turns, policy), "A-1")
>>> line.states
(None, None, 'verbatim', 'verbatim', 'gone', 'gone')
>>> line.lost_at, line.by.sentence
(4, 'turns 2–3 left the window: 7 → 0 tokens (rolling window)')
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.memory.events import Event
from engine.memory.holding import State, held_in
from engine.memory.record import Run
from engine.memory.snapshot import Snapshot
from engine.memory.traces import Trace
from engine.transcripts import Turn

STATES: tuple[State, ...] = ("verbatim", "summary", "recallable", "altered", "gone")
SURVIVES = frozenset(STATES[:3])
CANARY_KINDS = ("rule", "figure", "identifier", "date", "preference", "goal")
ACTS = frozenset(("evicted", "cleared", "compacted"))


@dataclass(frozen=True)
class Canary:
    """A fact to be followed: `phrase` as the conversation says it, within `sentence` if planted.

    >>> Canary("colour", "red")
    Traceback (most recent call last):
    ...
    ValueError: a canary's kind must be one of rule, figure, identifier, date, preference, goal; \
found 'colour'
    """

    kind: str
    phrase: str
    sentence: str = ""

    def __post_init__(self) -> None:
        if self.kind not in CANARY_KINDS:
            raise ValueError(
                f"a canary's kind must be one of {', '.join(CANARY_KINDS)}; found {self.kind!r}"
            )
        if not Trace.of(self.phrase).said_in(self.sentence or self.phrase):
            raise ValueError(f"the sentence {self.sentence!r} does not say {self.phrase!r}")


@dataclass(frozen=True)
class Span:
    """A state that lasts from one snapshot to another, by their indices, both counted in."""

    state: State
    first: int
    last: int


@dataclass(frozen=True)
class LifeLine:
    """Where a phrase is at each snapshot; None before it is said for the first time.

    `sources` are the turns that say it. A question that names it is none of them, and the fact
    is lost once it stands neither in the window nor where it can be fetched from. `lost_at` is
    the index since which it has been lost until the end, `by` the event that took it.
    """

    phrase: str
    sources: tuple[int, ...]
    states: tuple[State | None, ...]
    lost_at: int | None = None
    by: Event | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """The states as spans, for a picture."""
        spans, at = [], 0
        for state, same in groupby(self.states):
            length = len(list(same))
            if state is not None:
                spans.append(Span(state, at, at + length - 1))
            at += length
        return tuple(spans)

    def survives(self, index: int) -> bool:
        """Whether the fact can still be read or fetched at this snapshot."""
        return self.states[index] in SURVIVES


@dataclass(frozen=True)
class Survival:
    """Of `said` facts of a kind that were said before it, so many `survived` a round (from 1)."""

    kind: str
    round: int
    survived: int
    said: int


def lifeline(snapshots: Sequence[Snapshot], phrase: str) -> LifeLine:
    """Follow a phrase through a run, a forked one too.

    It survives only with all of its tokens: verbatim in a turn that says it, or in one sentence
    of a text made from such a turn (less the words that telegraphic style drops), or of a text
    that can be recalled or fetched. Raises `ValueError` for a phrase without a word.
    """
    trace = Trace.of(phrase)
    if not snapshots:
        return LifeLine(phrase, (), ())
    turns = snapshots[-1].run.conversation.turns
    sources = tuple(index for index, turn in enumerate(turns) if trace.said_in(turn.text))
    states: list[State | None] = []
    for _, group in groupby(snapshots, key=lambda snapshot: id(snapshot.run)):
        part = list(group)
        states += _states(part[0].run, trace, sources, part[0].index, part[-1].index)
    lost_at = len(states)
    while lost_at and states[lost_at - 1] in ("altered", "gone"):
        lost_at -= 1
    if lost_at == len(states):
        return LifeLine(phrase, sources, tuple(states))
    by = _taker(snapshots[lost_at].events, sources)
    return LifeLine(phrase, sources, tuple(states), lost_at, by)


def _states(
    run: Run, trace: Trace, sources: Sequence[int], first: int, last: int
) -> list[State | None]:
    """The best state at each step: every text paints the steps at which it stood, the best last."""
    painted: list[State | None] = ["gone"] * (last - first + 1)
    held = sorted(held_in(run, trace, sources), key=lambda span: -STATES.index(span[0]))
    for state, begin, end in held:
        begin = max(begin, first) - first
        end = max(begin, min(end, last + 1) - first)
        painted[begin:end] = [state] * (end - begin)
    silent = max((sources[0] if sources else last + 1) - first, 0)
    return [None] * min(silent, len(painted)) + painted[silent:]


def _taker(events: Sequence[Event], sources: Sequence[int]) -> Event | None:
    """The last event that acted on a turn which said it, else the last that acted at all."""
    acts = [event for event in events if event.kind in ACTS]
    own = [event for event in acts if not set(sources).isdisjoint(event.turns)]
    return (own or acts)[-1] if acts else None


def survival(
    snapshots: Sequence[Snapshot],
    canaries: Sequence[Canary],
    lines: Sequence[LifeLine] | None = None,
) -> tuple[Survival, ...]:
    """How many facts of each kind are left after each round of compaction.

    A round is a turn at which something was evicted, cleared or compacted. `lines` are the life
    lines of the canaries, where they were found already.
    """
    rounds = [
        index
        for index, snapshot in enumerate(snapshots)
        if any(event.kind in ACTS for event in snapshot.events)
    ]
    if lines is None:
        lines = [lifeline(snapshots, canary.phrase) for canary in canaries]
    by_kind: dict[str, list[LifeLine]] = defaultdict(list)
    for canary, line in zip(canaries, lines, strict=True):
        by_kind[canary.kind].append(line)
    table = []
    for kind, of_kind in by_kind.items():
        for number, index in enumerate(rounds, 1):
            said = [line for line in of_kind if line.states[index] is not None]
            survived = sum(line.survives(index) for line in said)
            table.append(Survival(kind, number, survived, len(said)))
    return tuple(table)


def plant(turns: Sequence[Turn], canary: Canary, at: int) -> tuple[Turn, ...]:
    """The turns with one more before the index `at`, in which the user says the canary's sentence.

    >>> canary = Canary("identifier", "A-1", "My order number is A-1.")
    >>> [turn.text for turn in plant([Turn("user", "Hi")], canary, 1)]
    ['Hi', 'My order number is A-1.']
    """
    if not 0 <= at <= len(turns):
        raise ValueError(f"a canary must be planted at 0 to {len(turns)}; found {at}")
    return (*turns[:at], Turn("user", canary.sentence or canary.phrase), *turns[at:])
