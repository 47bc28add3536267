"""In which words does a figure say where its curves come from, and how sure they are?

>>> from engine.placement.curves import DEFAULT_OVERLAYS, find_curve
>>> curve = find_curve(DEFAULT_OVERLAYS[0])
>>> direct_label(curve)
'Gemini-2.5-Flash · 500 docs · 2026 · n 100, ± 9'
>>> about([curve])
'Replication of Lost in the Middle, 2026, github.com/zhs2326/lost-in-the-middle-2026 · n = 100 \
a point · unreviewed'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.placement.curve import Point, PositionCurve
from ui.charts.literal import one_line
from ui.charts.text_width import text_width

PLACE = {"documents": "document", "pairs": "pair", "share": "fact"}
AXES = {
    "documents": ("where the document with the answer stands", "number of documents"),
    "pairs": ("where the pair that is asked for stands", "number of pairs"),
    "share": ("where the fact stands in the input", "share of the window that is full"),
}
STATUS = {"own": "your own"}
# A line may end at a space, but not within "n = 100" or "95 %", nor before a dot.
_BREAKS = re.compile(r"(?<!=) +(?![=%·])")


def percent(share: float) -> str:
    """A share of 1 as it is written at a point: "57.2"."""
    return f"{100 * share:.1f}"


def half_width(curve: PositionCurve) -> float | None:
    """Half the widest 95 % interval of a curve, in points; None where it has none."""
    intervals = [interval for point in curve.points if (interval := curve.interval(point))]
    if len(intervals) < len(curve.points):
        return None
    return max(50 * (high - low) for low, high in intervals)


def how_sure(curve: PositionCurve) -> str:
    """Questions and interval in a few words: "n 100, ± 9"; or why there is none."""
    if curve.kind != "measured":
        return curve.kind
    half = half_width(curve)
    if half is None or curve.n is None:
        return "n not stated"
    return f"n {curve.n:,}, ± {half:.0f}" if half >= 3 else f"n {curve.n:,}, ± {half:.1f}"


def short_label(curve: PositionCurve) -> str:
    """The label of a curve, its unit cut short: "GPT-4.1 · 100 docs · 2026"."""
    label = one_line(curve.label).replace(" documents", " docs")
    return label.replace(" key-value pairs", " pairs")


def direct_label(curve: PositionCurve, status: bool = False) -> str:
    """What stands beside a curve: its label and how sure it is, where asked its status too."""
    # The label of a fit says that it is one.
    sure = how_sure(curve)
    label = short_label(curve) if sure in curve.label else f"{short_label(curve)} · {sure}"
    return f"{label} · {STATUS.get(curve.status, curve.status)}" if status else label


def about(curves: Sequence[PositionCurve], band: bool = False) -> str:
    """Source, n and status of each, what agrees only once; `band` says what a band is."""
    works: dict[str, dict[tuple[str, str], list[str]]] = {}
    for curve in curves:
        status = STATUS.get(curve.status, curve.status)
        if curve.kind != "measured":
            status = f"{curve.kind}, {status}"
        work, where = _cited(one_line(curve.source))
        places = works.setdefault(work, {}).setdefault((where, status), [])
        n = "" if curve.n is None else f"{curve.n:,}"
        if n and len({point.n for point in curve.points}) > 1:
            n += " or more"
        if n not in places:
            places.append(n)
    more = ", band = 95 % Wilson" if band and half_width(curves[0]) is not None else ""
    return "; ".join(_work(work, places, more) for work, places in works.items())


def _cited(source: str) -> tuple[str, str]:
    """A source without, and with only, where in it the figures stand."""
    found = re.fullmatch(r"(.*?), ((?:table|figure|the authors').*)", source)
    return (found[1], found[2]) if found else (source, "")


def _work(work: str, places: Mapping[tuple[str, str], Sequence[str]], more: str) -> str:
    alike: dict[tuple[str, str], list[str]] = {}
    for (where, status), counts in places.items():
        n = f"n = {' and '.join(counts)} a point{more}" if any(counts) else "n not stated"
        alike.setdefault((n, status), []).append(where)
    parts = [
        " · ".join([*filter(None, [", ".join(wheres)]), n, status])
        for (n, status), wheres in alike.items()
    ]
    named = any(where for where, _ in places)
    return f"{work}{', ' if named else ' · '}{'; '.join(parts)}"


def place(curve: PositionCurve, x: float) -> str:
    """Where x is on a curve: "document 5 of 20", or "25 %" where nothing is counted."""
    at = curve.position(x)
    if at is None:
        return f"{100 * x:.0f} %"
    return f"{PLACE.get(curve.family, 'place')} {at} of {curve.length}"


def describe_point(curve: PositionCurve, point: Point) -> str:
    """What stands in the hover box of one point of a curve; the label is to be escaped."""
    text = f"{place(curve, point.x)} · {percent(point.accuracy)} %"
    interval = curve.interval(point)
    if interval is not None:
        text += f"<br>95 %: {percent(interval[0])} to {percent(interval[1])} · n {point.n:,}"
    return f"{text} · {STATUS.get(curve.status, curve.status)}"


def wrap(text: str, room: float, size: float) -> list[str]:
    """The text in lines of at most `room` px; a word wider than that is cut into pieces.

    >>> wrap("one two three", 55, 14)
    ['one two', 'three']
    """
    space = text_width(" ", size)
    words = filter(None, _BREAKS.split(one_line(text).strip()))
    pieces = [piece for word in words for piece in _pieces(word, room, size)]
    widths = [text_width(piece, size) for piece in pieces]
    lines = _filled(pieces, widths, space, room)
    # No line much shorter than the others: as narrow as makes no more lines.
    narrow = (sum(widths) + space * len(widths)) / max(len(lines), 1)
    while narrow < room and len(_filled(pieces, widths, space, narrow)) > len(lines):
        narrow += room / 40
    return _filled(pieces, widths, space, min(narrow, room))


def _pieces(word: str, room: float, size: float) -> list[str]:
    if text_width(word, size) <= room:
        return [word]
    most = max(1, int(room / text_width(max(word, key=lambda s: text_width(s, size)), size)))
    return [word[at : at + most] for at in range(0, len(word), most)]


def _filled(pieces: Sequence[str], widths: Sequence[float], space: float, room: float) -> list[str]:
    lines: list[list[str]] = []
    left = -1.0
    for piece, width in zip(pieces, widths, strict=True):
        if lines and width + space <= left:
            lines[-1].append(piece)
            left -= width + space
        else:
            lines.append([piece])
            left = room - width
    return [" ".join(line) for line in lines]
