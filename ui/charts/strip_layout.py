"""Where does each block of the window strip begin and end, in tokens?

What joining costs is spread over the blocks, so that together they end at the total used:

>>> spans([30, 60], used=99)
[(0.0, 33.0), (33.0, 99.0)]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from engine.scenario.ledger import Ledger, Row

LEAST_PX = 2.0  # a narrower block cannot be seen, and is drawn together with its neighbours
GAP_PX = 2.0
MOST_WITH_GAPS = 60


@dataclass(frozen=True)
class Block:
    """One piece of the strip: a section, or neighbours each too small to be seen alone."""

    rows: tuple[Row, ...]
    start: float
    end: float

    @property
    def main(self) -> Row:
        """The section that the block is coloured by and that a click on it opens."""
        return max(self.rows, key=lambda row: row.before)

    @property
    def tokens(self) -> float:
        """The width of the block, its share of joining included."""
        return self.end - self.start


def drawn_rows(ledger: Ledger) -> list[tuple[Row, int]]:
    """The rows of the strip in the order of the prompt, with their tokens.

    Where nothing is sent these are the pinned ones, at what they would need.
    """
    if ledger.overflow is not None:
        return [(row, row.before) for row in ledger.rows if row.section.pinned and row.before]
    rows = list(ledger.rows)
    if ledger.assembly is not None:
        by_name = {row.section.name: row for row in rows}
        rows = [by_name[section.name] for section in ledger.assembly.sections]
    return [(row, row.after) for row in rows if row.after]


def spans(sizes: Sequence[int], used: float) -> list[tuple[float, float]]:
    """Start and end of every block in tokens, scaled so that the last one ends at `used`."""
    ends = [0, *accumulate(sizes)]
    return [(a * used / ends[-1], b * used / ends[-1]) for a, b in pairwise(ends)]


def placed(ledger: Ledger) -> list[tuple[Row, float, float]]:
    """Every row of the strip with its start and end in tokens."""
    rows = drawn_rows(ledger)
    ends = spans([tokens for _, tokens in rows], ledger.used)
    return [(row, start, end) for (row, _), (start, end) in zip(rows, ends, strict=True)]


def blocks(ledger: Ledger, tokens_per_px: float) -> list[Block]:
    """The strip from left to right; neighbours under 2 px are merged until they reach it."""
    least = LEAST_PX * tokens_per_px
    done: list[Block] = []
    small: list[tuple[Row, float, float]] = []

    def flush() -> None:
        if small:
            done.append(Block(tuple(row for row, _, _ in small), small[0][1], small[-1][2]))
            small.clear()

    for row, start, end in placed(ledger):
        if end - start >= least:
            flush()
            done.append(Block((row,), start, end))
            continue
        small.append((row, start, end))
        if end - small[0][1] >= least:
            flush()
    flush()
    return done


def span_of(ledger: Ledger, name: str | None) -> tuple[float, float] | None:
    """Where the section with this name stands; None where it is not in the strip."""
    found = (span for row, *span in placed(ledger) if row.section.name == name)
    start_end = next(found, None)
    return None if start_end is None else (start_end[0], start_end[1])


def left_out(ledger: Ledger) -> list[tuple[Row, int]]:
    """What is not sent, with its tokens, largest first: whole sections and trimmed-off parts."""
    if ledger.overflow is not None:
        return []
    missing = [(row, row.before - row.after) for row in ledger.rows if row.before > row.after]
    return sorted(missing, key=lambda item: (-item[1], item[0].index))


@dataclass(frozen=True)
class Lanes:
    """Where things stand, in px from the top edge; the last two are the row of what is left out."""

    bracket: float
    glyph: float
    top: float
    bottom: float
    value: float
    out_top: float
    out_bottom: float

    @property
    def middle(self) -> float:
        """The middle of the strip."""
        return (self.top + self.bottom) / 2

    @property
    def height(self) -> float:
        """The height of the strip."""
        return self.bottom - self.top


def lanes(ledger: Ledger, scale: float) -> Lanes:
    """A low strip with a row beneath; a tall one where there is nothing to put there."""
    if ledger.overflow is not None:
        at = (8, 30, 46, 104, 130, 0, 0)
    elif not ledger.rows:
        at = (0, 9, 26, 96, 122, 0, 0)
    else:
        at = (0, 9, 24, 74, 98, 120, 148)
    return Lanes(*(px * scale for px in at))
