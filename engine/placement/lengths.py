"""What does length alone cost, wherever the fact stands, and what do many turns cost?

These figures stand beside the curves and are never multiplied into them: they come from
other tasks, other models and other scales, and a product of two measurements is none.

>>> table = nolima()
>>> row = next(row for row in table.rows if row.model == "GPT-4o")
>>> row.base, row.at(8_000), row.at(32_000)
(0.993, 0.892, 0.697)
>>> gpt = next(row for row in multi_turn().rows if row.model == "GPT-4.1")
>>> gpt.full, gpt.sharded, round(gpt.loss, 3)
(0.762, 0.49, 0.382)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.placement.figures import Source, read_figures, share, source_of
from engine.placement.table import TableRow

TASKS = ("code", "database", "actions", "data_to_text", "math", "summary")


@dataclass(frozen=True)
class LengthRow:
    """One model's score (0..1) at each length in tokens; None where it was not measured.

    Lengths are nominal, as the sources print them: 4K is written 4,000.
    `claimed` and `effective` are the context lengths as the source words them, `base` the
    score at a short length where the source has one, `note` who reported the row.
    """

    model: str
    scores: tuple[float | None, ...]
    lengths: tuple[int, ...]
    claimed: str = ""
    effective: str = ""
    base: float | None = None
    note: str = ""

    def at(self, tokens: int) -> float | None:
        """The score at one of the table's lengths; `KeyError` for another."""
        return dict(zip(self.lengths, self.scores, strict=True))[tokens]


@dataclass(frozen=True)
class LengthTable:
    """Scores by input length from one source."""

    name: str
    source: Source
    lengths: tuple[int, ...]
    rows: tuple[LengthRow, ...]


@dataclass(frozen=True)
class MultiTurnRow:
    """One model on the same tasks: given whole, as one list of parts, or over several turns.

    `full` and `sharded` are means over the tasks, 0..1; `by_task` has (full, concat,
    sharded) for each task, None where the source has no figure. `concat_over_full` and
    `sharded_over_full` are the source's own: means over the tasks of the ratios, which is
    not the ratio of the means.
    """

    model: str
    full: float
    sharded: float
    concat_over_full: float
    sharded_over_full: float
    by_task: Mapping[str, tuple[float | None, float | None, float | None]]

    @property
    def loss(self) -> float:
        """The share that is lost when the same comes over several turns, mean over tasks."""
        return 1 - self.sharded_over_full


@dataclass(frozen=True)
class MultiTurnTable:
    """What several turns cost, from one source."""

    name: str
    source: Source
    rows: tuple[MultiTurnRow, ...]


@cache
def nolima() -> LengthTable:
    """A needle that shares no word with its question (NoLiMa)."""
    return _table("NoLiMa", "nolima_main.csv", "1k 2k 4k 8k 16k 32k".split())


@cache
def nolima_hard() -> LengthTable:
    """Its ten hardest pairs of question and needle, for models that reason."""
    return _table("NoLiMa-Hard", "nolima_hard.csv", "4k 8k 16k 32k".split())


@cache
def ruler() -> LengthTable:
    """The mean over synthetic tasks (RULER)."""
    return _table("RULER", "ruler.csv", "4k 8k 16k 32k 64k 128k".split())


def length_tables() -> tuple[LengthTable, ...]:
    """All tables by length."""
    return nolima(), nolima_hard(), ruler()


@cache
def multi_turn() -> MultiTurnTable:
    """The same task given whole or in several turns (Laban et al.)."""
    file = "laban_multiturn.csv"
    ways = ("full", "concat", "sharded")
    columns = "model mean_full mean_sharded concat_over_full_pct sharded_over_full_pct".split()
    columns += [f"{way}_{task}" for way in ways for task in TASKS]
    rows = tuple(
        MultiTurnRow(
            model=row.text("model"),
            full=share(row.number("mean_full", 0, 100)),
            sharded=share(row.number("mean_sharded", 0, 100)),
            concat_over_full=share(row.number("concat_over_full_pct", 0, 200)),
            sharded_over_full=share(row.number("sharded_over_full_pct", 0, 200)),
            by_task={
                task: (
                    _score(row, f"full_{task}"),
                    _score(row, f"concat_{task}"),
                    _score(row, f"sharded_{task}"),
                )
                for task in TASKS
            },
        )
        for row in read_figures(file, columns)
    )
    return MultiTurnTable("Lost in conversation", source_of(file), rows)


def _table(name: str, file: str, columns: list[str]) -> LengthTable:
    lengths = tuple(1000 * int(column.removesuffix("k")) for column in columns)
    rows = tuple(
        LengthRow(
            model=f"{row.text('model')} {row.cells.get('size', '')}".strip(),
            scores=tuple(_score(row, column) for column in columns),
            lengths=lengths,
            claimed=row.cells.get("claimed_length", ""),
            effective=row.cells.get("effective_length")
            or row.cells.get("effective_length_85pct", ""),
            base=_score(row, "base_score") if "base_score" in row.cells else None,
            note=row.cells.get("reported_by") or row.cells.get("added", ""),
        )
        for row in read_figures(file, ["model", *columns])
    )
    return LengthTable(name, source_of(file), lengths, rows)


def _score(row: TableRow, column: str) -> float | None:
    percent = row.number_or_none(column)
    return None if percent is None else share(percent)
