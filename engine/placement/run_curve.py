"""Which curve does a measurement of one's own give?

>>> from engine.run_files import Row, RunSettings
>>> settings = RunSettings("small", {}, (0.0, 1.0), n=2, task_label="25 key-value pairs")
>>> rows = [Row(0, 0.0, True, "4821"), Row(0, 1.0, True, "4821"), Row(1, 0.0, False, "1337")]
>>> curve = curve_of_run(settings, rows)
>>> curve.label, curve.at(0.0), curve.status
('small · 25 key-value pairs', 0.5, 'own')
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from engine.errors import PlacementError, RunFileError
from engine.placement.curve import Paired, Point, PositionCurve
from engine.run_files import Row, RunSettings, counts, differing, read_run
from engine.statistics import mcnemar_exact

OWN = "own"


def curve_from_counts(
    counts: Mapping[float, tuple[int, int]], *, label: str, source: str, family: str = "documents"
) -> PositionCurve:
    """A measured curve from {position in 0..1: (correct, n)}, as a probe counts them.

    >>> curve_from_counts({0.0: (9, 10), 1.0: (8, 10)}, label="Mine", source="a run").at(0.0)
    0.9
    """
    return PositionCurve(
        id=OWN,
        label=label,
        source=source,
        status="own",
        family=family,
        points=tuple(Point(x, correct / n, n) for x, (correct, n) in sorted(counts.items())),
    )


def curve_of_run(settings: RunSettings, rows: Collection[Row]) -> PositionCurve:
    """The curve of a run, as far as it has come: its points, controls and paired tests.

    Raises `ValueError` where no item was asked yet.
    """
    found = counts(rows)
    if not found:
        raise ValueError("no item was asked yet: there is no curve")
    when = f", {settings.started[:10]}" if settings.started else ""
    curve = curve_from_counts(
        found,
        label=settings.label,
        source=f"your own run{when}",
        family=settings.family,
    )
    shares = [share_of(rows, control) for control in ("oracle", "closed_book")]
    return replace(
        curve,
        model=settings.model,
        length=settings.length,
        year=int(settings.started[:4]) if settings.started[:4].isdecimal() else None,
        oracle=shares[0],
        closed_book=shares[1],
        paired=_paired(rows, list(found)),
        note=settings.note,
    )


def share_of(rows: Collection[Row], control: str) -> float | None:
    """The share of one control that was right, in 0..1; None where it was not asked."""
    right = [row.correct for row in rows if row.control == control]
    return sum(right) / len(right) if right else None


def _paired(rows: Collection[Row], positions: list[float]) -> Paired | None:
    """What the same items say at both ends and at the place nearest to the middle."""
    if len(positions) < 3:
        return None
    middle = nearest_to_middle(positions)
    ends = (positions[0], positions[-1])
    return Paired(*(mcnemar_exact(*differing(rows, end, middle)[:2]) for end in ends))


def nearest_to_middle(positions: list[float]) -> float:
    """The inner position nearest to the middle, of two the earlier. Needs three positions.

    >>> nearest_to_middle([0.0, 0.2, 0.4, 0.6, 1.0])
    0.4
    """
    return min(positions[1:-1], key=lambda x: (round(abs(x - 0.5), 9), x))


def is_run(source: str | bytes | Path) -> bool:
    """Whether this is a run file, by its first sign: a table does not begin with a brace.

    >>> is_run('{"format": "context-playground/run"'), is_run(b"position,correct,total")
    (True, False)
    """
    if isinstance(source, Path):
        try:
            with source.open("rb") as file:
                source = file.read(64)
        except OSError:
            return False  # whoever reads it says why it cannot be read
    if isinstance(source, str):
        return source.lstrip("\ufeff \t\r\n").startswith("{")
    return source.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def load_run_curve(source: str | bytes | Path) -> PositionCurve:
    """The curve of a run file. Raises `PlacementError` with `.line` and `.field`."""
    try:
        run = read_run(source)
    except RunFileError as error:
        raise PlacementError(str(error), line=error.line, field=error.field) from None
    found = len(counts(run.rows))
    if found < 2:
        line = len(run.rows) + 1
        raise PlacementError(
            f"line {line}, position: expected answers at two different positions; found {found}",
            line=line,
            field="position",
        )
    return curve_of_run(run.settings, run.rows)
