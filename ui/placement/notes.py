"""What must one know to read the scores: how was the curve measured, and does it fit this prompt?

>>> from engine.placement import DEFAULT_OVERLAYS, find_curve
>>> verdict(find_curve(DEFAULT_OVERLAYS[1]))
'No effect of position could be detected on this curve: the same questions at start, middle \
and end: p = 0.91.'
>>> left_out([3, 7, 13]), left_out([4])
('3, 7 and 13 are left out.', '4 is left out.')
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.placement import PositionCurve, position_effect
from ui.charts.literal import one_line

PASSAGE = 100  # tokens, about: of a passage in the measurements over documents
FAR = 2  # so many times as long as what was measured is said to be longer
MOST_LISTED = 12


def how_measured(curve: PositionCurve) -> str:
    """The conditions of the measurement, in a sentence."""
    if curve.status == "own":
        pairs = " It was made on key-value pairs: finding, without reading."
        return (
            "Your own measurement, which speaks for the task it was made with."
            f"{pairs if curve.family == 'pairs' else ''}"
        )
    if curve.family == "documents":
        fitted = "" if curve.kind == "measured" else f" The curve is {curve.kind}, not measured."
        return f"One fact, the question last, passages of about {PASSAGE} tokens.{fitted}"
    return curve.note


def caveat(curve: PositionCurve) -> str:
    """What stands under every score of this curve."""
    return (
        f"Read it with care. {how_measured(curve)} In real retrieval, with hard distractors, "
        "reordering may change little. The score ranks orders for one model; it is no "
        "probability for your prompt."
    )


def stand_in(curve: PositionCurve, own: str) -> str:
    """That the curve stands in for a measurement of the user's own, which is not at hand.

    >>> from engine.placement import find_curve
    >>> stand_in(find_curve("liu-docs-gpt-3.5-turbo-0613-20"), "My run")
    'It was scored on My run, a measurement that is not in its file: GPT-3.5-Turbo-0613 · \
20 documents · 2023 stands in for it.'
    """
    return (
        f"It was scored on {one_line(own)}, a measurement that is not in its file: "
        f"{one_line(curve.label)} stands in for it."
    )


def verdict(curve: PositionCurve) -> str:
    """Whether the U is real on this curve, and how one knows, in a sentence."""
    effect = position_effect(curve)
    words = {
        True: "Position matters on this curve",
        False: "No effect of position could be detected on this curve",
        None: "Whether position matters on this curve cannot be told",
    }
    return f"{words[effect.detectable]}: {effect.how}."


def level(curves: Sequence[PositionCurve]) -> str:
    """Which of these curves show no effect of position, if any.

    >>> from engine.placement import DEFAULT_OVERLAYS, find_curve
    >>> level([find_curve(id) for id in DEFAULT_OVERLAYS])
    'None could be detected on Claude Sonnet 4.6 · 30 documents · 2026.'
    """
    flat = [curve.label for curve in curves if position_effect(curve).detectable is False]
    return f"None could be detected on {listed(flat)}." if flat else ""


def longer(curve: PositionCurve, tokens: int) -> str:
    """That a prompt of so many tokens is far longer than what the curve was measured on, if so."""
    if curve.family != "documents" or curve.length is None:
        return ""
    measured = curve.length * PASSAGE
    if tokens <= FAR * measured:
        return ""
    return (
        f"This prompt has {tokens:,} tokens; the curve was measured on about {measured:,} "
        f"({curve.length} passages). What the length itself costs is not in the score."
    )


def between(curve: PositionCurve) -> str:
    """That a score is not itself a measurement."""
    if curve.kind == "measured":
        return "Scores are read off between the measured points."
    return f"Scores are read off a {curve.kind} curve."


def left_out(numbers: Collection[int]) -> str:
    """Which sections are not sent, by their numbers, if any."""
    if not numbers:
        return ""
    words = listed([str(number) for number in sorted(numbers)])
    return f"{words} {'is' if len(numbers) == 1 else 'are'} left out."


def listed(words: Sequence[str], most: int = MOST_LISTED) -> str:
    """The words in a row, the last of many only counted.

    >>> listed(["rules", "fact", "task"], 2), listed(["rules", "fact"])
    ('rules, fact and 1 more', 'rules and fact')
    """
    shown = [one_line(word) for word in words[:most]]
    if len(words) > most:
        return f"{', '.join(shown)} and {len(words) - most:,} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))
