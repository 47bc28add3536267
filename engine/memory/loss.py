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

A fact that has got another value is no more to be kept, and not lost by any compaction:

>>> turns = [Turn("user", "The budget is 500."), Turn("user", "The budget is now 700.")]
>>> line = lifeline(replay(turns, policy), "500")
>>> line.states, line.held, line.spans[-1].by.sentence
(('verbatim', 'superseded'), ('verbatim', 'verbatim'), 'superseded by 700 at turn 2')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.memory.events import Event
from engine.memory.holding import State, held_in
from engine.memory.record import Run
from engine.memory.snapshot import Snapshot
from engine.memory.superseding import superseded_spans
from engine.memory.traces import Trace
from engine.transcripts import Turn

STATES: tuple[State, ...] = (
    "verbatim", "summary", "recallable", "altered", "gone", "superseded",
)  # fmt: skip
SURVIVES = frozenset(STATES[:3])
LOST = frozenset(STATES[3:5])
CANARY_KINDS = ("rule", "figure", "identifier", "date", "preference", "goal")
ACTS = frozenset(("evicted", "cleared", "expired", "compacted"))


@dataclass(frozen=True)
class Canary:
    """A fact to be followed: `phrase` as the conversation says it, within `sentence` if planted.

    `superseded_by` are words that take its place once a later turn says them, where the values
    of the texts do not tell that by themselves (`lifeline`).

    >>> Canary("colour", "red")
    Traceback (most recent call last):
    ...
    ValueError: a canary's kind must be one of rule, figure, identifier, date, preference, goal; \
found 'colour'
    """

    kind: str
    phrase: str
    sentence: str = ""
    superseded_by: str = ""

    def __post_init__(self) -> None:
        if self.kind not in CANARY_KINDS:
            raise ValueError(
                f"a canary's kind must be one of {', '.join(CANARY_KINDS)}; found {self.kind!r}"
            )
        if not Trace.of(self.phrase).said_in(self.sentence or self.phrase):
            raise ValueError(f"the sentence {self.sentence!r} does not say {self.phrase!r}")
        if self.superseded_by:
            Trace.of(self.superseded_by)


@dataclass(frozen=True)
class Span:
    """A state that lasts from one snapshot to another, by their indices, both counted in.

    `by` is the event that brought it about, where one did.
    """

    state: State
    first: int
    last: int
    by: Event | None = None


@dataclass(frozen=True)
class LifeLine:
    """Where a phrase is at each snapshot; None before it is said for the first time.

    `sources` are the turns that say it. A question that names it is none of them, and the fact
    is lost once it stands neither in the window nor where it can be fetched from. `lost_at` is
    the index since which it has been lost until the end, `by` the event that took it. While
    another value holds, it is superseded, which is neither surviving nor lost; `held` says
    where its words are all the same. `turns_to` are the events by the index of the state that
    they brought about.
    """

    phrase: str
    sources: tuple[int, ...]
    states: tuple[State | None, ...]
    lost_at: int | None = None
    by: Event | None = None
    held: tuple[State | None, ...] = ()
    turns_to: tuple[tuple[int, Event], ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The states as spans, for a picture."""
        spans, at, events = [], 0, dict(self.turns_to)
        for state, same in groupby(self.states):
            length = len(list(same))
            if state is not None:
                spans.append(Span(state, at, at + length - 1, events.get(at)))
            at += length
        return tuple(spans)

    def survives(self, index: int) -> bool:
        """Whether the fact can still be read or fetched at this snapshot."""
        return self.states[index] in SURVIVES

    def holds(self, index: int) -> bool:
        """Whether the fact was said by this snapshot, and no other value holds instead."""
        return self.states[index] not in (None, "superseded")


def lifeline(snapshots: Sequence[Snapshot], phrase: str, superseded_by: str = "") -> LifeLine:
    """Follow a phrase through a run, a forked one too.

    It survives only with all of its tokens: verbatim in a turn that says it, or in one sentence
    of a text made from such a turn (less the words that telegraphic style drops), or of a text
    that can be recalled or fetched. It is superseded from the turn that gives its subject
    another value (`superseded_spans`), or says the words `superseded_by`. Raises `ValueError`
    for a phrase without a word.
    """
    trace = Trace.of(phrase)
    if not snapshots:
        return LifeLine(phrase, (), ())
    turns = snapshots[-1].run.conversation.turns
    sources = tuple(index for index, turn in enumerate(turns) if trace.said_in(turn.text))
    held: list[State | None] = []
    for _, group in groupby(snapshots, key=lambda snapshot: id(snapshot.run)):
        part = list(group)
        held += _states(part[0].run, trace, sources, part[0].index, part[-1].index)
    states, replaced = list(held), {}
    for span in superseded_spans(turns, trace, sources, superseded_by):
        length = len(states[span.first : span.last + 1])
        states[span.first : span.last + 1] = ["superseded"] * length
        replaced[span.first] = Event("superseded", (span.first,), detail=span.by)
    turns_to = []
    for at, (before, now) in enumerate(zip([None, *states], states, strict=False)):
        if now != before and (before is not None or at in replaced):
            event = replaced.get(at) or _taker(snapshots[at].events, sources)
            turns_to += [(at, event)] if event is not None else []
    lost_at = len(states)
    while lost_at and states[lost_at - 1] in LOST:
        lost_at -= 1
    rest = tuple(held), tuple(turns_to)
    if lost_at == len(states):
        return LifeLine(phrase, sources, tuple(states), None, None, *rest)
    by = _taker(snapshots[lost_at].events, sources)
    return LifeLine(phrase, sources, tuple(states), lost_at, by, *rest)


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


def plant(turns: Sequence[Turn], canary: Canary, at: int) -> tuple[Turn, ...]:
    """The turns with one more before the index `at`, in which the user says the canary's sentence.

    >>> canary = Canary("identifier", "A-1", "My order number is A-1.")
    >>> [turn.text for turn in plant([Turn("user", "Hi")], canary, 1)]
    ['Hi', 'My order number is A-1.']
    """
    if not 0 <= at <= len(turns):
        raise ValueError(f"a canary must be planted at 0 to {len(turns)}; found {at}")
    return (*turns[:at], Turn("user", canary.sentence or canary.phrase), *turns[at:])
