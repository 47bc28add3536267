"""How does each file of figures write its curves down?

>>> first = next(iter(curves_by_row(LAYOUTS[0])))
>>> first.label, [round(point.accuracy, 3) for point in first.points]
('Claude-1.3 · 10 documents · 2023', [0.629, 0.583, 0.597])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from engine.placement.curve import Paired, Point, PositionCurve
from engine.placement.figures import (
    baselines,
    model_name,
    read_figures,
    share,
    slug,
    source_of,
)
from engine.placement.table import TableRow

UNITS = {"documents": "documents", "pairs": "key-value pairs"}


@dataclass(frozen=True)
class Layout:
    """How one file writes its curves down: one row a point, and in which columns."""

    file: str
    family: str
    length: str
    index: str
    first: int
    accuracy: str
    n: str


DOCUMENTS = ("documents", "n_documents", "gold_index", 0)
LAYOUTS = (
    Layout("liu_multidoc_qa.csv", *DOCUMENTS, accuracy="accuracy_pct", n="n_questions"),
    Layout("replication2026_multidoc_qa.csv", *DOCUMENTS, accuracy="accuracy_full_pct", n="n"),
    Layout("liu_kv_retrieval.csv", "pairs", "n_pairs", "position", 1, "accuracy_pct", "n_examples"),
)


def curves_by_row(layout: Layout) -> Iterator[PositionCurve]:
    """The curves of a file with one row a point; a curve's rows stand together."""
    columns = ["model", layout.length, layout.index, layout.accuracy, layout.n]
    rows = read_figures(layout.file, columns)
    paired = _paired() if layout.file.startswith("replication") else {}
    known = baselines() if layout.family == "documents" else {}
    for (written, length), group in groupby(
        rows, lambda row: (row.text("model"), row.whole(layout.length, 2))
    ):
        model = model_name(written)
        of_curve = list(group)
        source = source_of(layout.file)
        status, precision = _status(of_curve[0], source.status)
        yield PositionCurve(
            id=f"{source.id}-{slug(model)}-{length}",
            label=f"{model} · {length} {UNITS[layout.family]} · {source.year}",
            source=_cited(source.source, of_curve[0]),
            status=status,
            family=layout.family,
            model=model,
            length=length,
            year=source.year,
            closed_book=known[model].closed_book if model in known else None,
            oracle=known[model].oracle if model in known else None,
            paired=paired.get((model, length)),
            note=f"{source.note}{precision}",
            points=tuple(_points(layout, of_curve, length)),
        )


def _points(layout: Layout, rows: Iterable[TableRow], length: int) -> Iterator[Point]:
    for row in rows:
        last = length - 1 + layout.first
        index = row.whole(layout.index, layout.first, last) - layout.first
        accuracy = share(row.number(layout.accuracy, 0, 100))
        yield Point(index / (length - 1), accuracy, row.whole(layout.n, 1))


def _status(row: TableRow, of_file: str) -> tuple[str, str]:
    """The status in one word, and how precisely a figure was read where it was.

    The last word of a row has the say over its file: one file holds printed and read points.
    """
    written = row.cells.get("status", "")
    word, _, detail = written.partition(" ")
    if word != "digitised":
        return of_file, ""
    return word, f" Read off a figure, {detail.strip('()').replace('+-', '±')} points."


def _cited(source: str, row: TableRow) -> str:
    where = row.cells.get("source", "")
    if not where:
        return source
    where = where.replace("repo ", "the authors' repository, ")
    return f"{source}, {where[0].lower()}{where[1:]}"


def _paired() -> dict[tuple[str, int], Paired]:
    columns = ["model", "n_documents", "mcnemar_p_start_mid", "mcnemar_p_end_mid"]
    return {
        (model_name(row.text("model")), row.whole("n_documents")): Paired(
            row.number("mcnemar_p_start_mid", 0, 1), row.number("mcnemar_p_end_mid", 0, 1)
        )
        for row in read_figures("replication2026_paired_start_mid_end.csv", columns)
    }


def smollm2() -> PositionCurve:
    """The project's own measurement, kept as one item a row: counted here."""
    file = "smollm2_kv25.csv"
    counts: dict[int, list[int]] = {}
    columns = ["model", "n_pairs", "gold_index", "correct"]
    rows = read_figures(file, columns)
    for row in rows:
        counts.setdefault(row.whole("gold_index", 0, 24), []).append(row.whole("correct", 0, 1))
    source, model, length = source_of(file), rows[0].text("model"), rows[0].whole("n_pairs", 2)
    return PositionCurve(
        id=f"{source.id}-{slug(model)}-{length}",
        label=f"{model} · {length} {UNITS['pairs']} · {source.year}",
        source=source.source,
        status=source.status,
        family="pairs",
        model=model,
        length=length,
        year=source.year,
        oracle=1.0,  # one pair alone: 55 of 55
        note=source.note,
        points=tuple(
            Point(index / (length - 1), sum(hits) / len(hits), len(hits))
            for index, hits in sorted(counts.items())
        ),
    )


def gemma2() -> Iterator[PositionCurve]:
    """First, middle and last, at inputs that fill more and more of the window."""
    file = "veseli2025_gemma2_27b_retrieval.csv"
    source = source_of(file)
    places = ("first_pct", "middle_pct", "last_pct")
    for row in read_figures(file, ["model", "relative_input_length", *places]):
        model, full = row.text("model"), round(100 * row.number("relative_input_length", 0, 1))
        yield PositionCurve(
            id=f"{source.id}-{slug(model)}-{full}",
            label=f"{model} · input of {full} % of its window · {source.year}",
            source=source.source,
            status=source.status,
            family="share",
            model=model,
            year=source.year,
            note=f"{source.note} Read off a figure, ±0.3 points.",
            points=tuple(
                Point(x, share(row.number(place, 0, 100)))
                for x, place in zip((0.0, 0.5, 1.0), places, strict=True)
            ),
        )
