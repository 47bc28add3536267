"""What does a run say, in words that do not claim more than its numbers?

>>> from engine.probe.comparing import Comparison
>>> start = Comparison("start", 0.0, 0.5, 16, 0, 67, p=3.1e-5, corrected=6.1e-5)
>>> end = Comparison("end", 1.0, 0.5, 16, 2, 67, p=0.0013, corrected=0.0013)
>>> said = verdict_on((start, end))
>>> said.shape, said.sentence
('middle', 'The middle is found less often than both ends.')
>>> said.details[0]
'Start against middle: 24 points more (16 of 67 items at the start alone, 0 in the middle alone; \
p < 0.001).'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.probe.comparing import Comparison, compare
from engine.probe.run import ProbeRun
from engine.wording import times

# (sign at the start, sign at the end): the shape and what is said of it.
SHAPES = {
    (1, 1): ("middle", "The middle is found less often than both ends."),
    (1, 0): ("start", "The start is found more often than the middle; of the end that is unclear."),
    (0, 1): ("end", "The end is found more often than the middle; of the start that is unclear."),
    (1, -1): ("falling", "The later a fact stands, the less often it is found."),
    (-1, 1): ("rising", "The later a fact stands, the more often it is found."),
    (-1, -1): ("edges", "The middle is found more often than both ends."),
    (-1, 0): ("late start", "The start is found less often than the middle."),
    (0, -1): ("early end", "The end is found less often than the middle."),
    (0, 0): ("none", "No difference between the middle and the ends was found."),
}
TOO_FEW = "Start, middle and end are needed to say something: ask at three positions or more."


@dataclass(frozen=True)
class Verdict:
    """A `shape` (one of those above, or "unknown"), a sentence, and what it rests on.

    `underpowered` says that a difference may well have been missed; `final` is false while the
    run goes on: whoever stops when the numbers please finds differences that are not there.
    """

    shape: str
    sentence: str
    details: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    underpowered: bool
    final: bool = True


def verdict(run: ProbeRun) -> Verdict:
    """The verdict on a run as far as it has come, its cut and empty answers among the details."""
    found = verdict_on(compare(run.rows), final=run.finished)
    return Verdict(
        found.shape,
        found.sentence,
        (*found.details, *_losses(run)),
        found.comparisons,
        found.underpowered,
        found.final,
    )


def verdict_on(comparisons: Sequence[Comparison], final: bool = True) -> Verdict:
    """The verdict on start and end against the middle; with none of them it is unknown."""
    if len(comparisons) != 2:
        return Verdict("unknown", TOO_FEW, (), (), False, final)
    start, end = comparisons
    shape, sentence = SHAPES[start.sign, end.sign]
    underpowered = start.underpowered or end.underpowered
    details = [_tested(one) for one in comparisons]
    fewest = min(start.n, end.n)
    if shape == "none" and start.detectable is None and end.detectable is None:
        # That nothing was found would be read as a finding, beside 100 % and 0 %.
        sentence = (
            f"{times(fewest, 'item')} {_be(fewest)} too few to tell the middle from the ends."
        )
    else:
        details += [_missed(one) for one in comparisons if not one.sign]
        if shape == "none" and underpowered and not final:
            sentence = "Too early to tell the middle from the ends."
        if not final:
            sentence = f"So far, after {times(fewest, 'item')}: {sentence[0].lower()}{sentence[1:]}"
    return Verdict(shape, sentence, tuple(details), tuple(comparisons), underpowered, final)


def p_words(p: float) -> str:
    """A p-value as it is written.

    >>> p_words(3e-5), p_words(0.0132), p_words(0.21), p_words(1.0)
    ('p < 0.001', 'p = 0.013', 'p = 0.21', 'p = 1')
    """
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def _be(n: int) -> str:
    return "is" if n == 1 else "are"


def _tested(one: Comparison) -> str:
    points = round(100 * abs(one.difference))
    gap = f"{times(points, 'point') if points else 'less than a point'} "
    gap = f"{gap}{'more' if one.difference > 0 else 'less'}" if one.difference else "no gap"
    return (
        f"{one.edge.capitalize()} against middle: {gap} ({one.only_edge} of {times(one.n, 'item')} "
        f"at the {one.edge} alone, {one.only_middle} in the middle alone; "
        f"{p_words(one.corrected)})."
    )


def _missed(one: Comparison) -> str:
    """What could have been found between two positions that could not be told apart."""
    if one.detectable is None:
        return (
            f"{times(one.n, 'item')} {_be(one.n)} too few to show any difference "
            f"between {one.edge} and middle."
        )
    points = f"{100 * one.detectable:.0f} points"
    if one.underpowered:
        return (
            f"Underpowered: {one.n} items show a gap between {one.edge} and middle in four runs "
            f"of five only where it is {points} or more (an estimate). Ask more items."
        )
    return (
        f"A gap of {points} or more between {one.edge} and middle would have been found in four "
        "runs of five (an estimate)."
    )


def _losses(run: ProbeRun) -> list[str]:
    total = len(run.rows)
    said = []
    if run.cut:
        said.append(f"{run.cut} of {total} answers were cut at {run.plan.task.max_tokens} tokens.")
    if run.empty:
        said.append(f"{run.empty} of {total} answers were empty and count as wrong.")
    return said
