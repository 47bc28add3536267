"""How long does something take, fairly measured, and is that within its limit?

>>> Row("import engine", "ms", 180, 250).verdict, Row("a rerun", "ms", 61, 60).verdict
('ok', 'over')
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TypeVar

T = TypeVar("T")

# The processor time of this process, so that whatever else runs on the machine counts little.
# A machine that has nothing else to do shows the same numbers by the clock on the wall.
clock: Callable[[], float] = time.process_time


def use_wall_clock() -> None:
    """Measure by the clock on the wall from now on."""
    global clock
    clock = time.perf_counter


def timed(action: Callable[[], T]) -> tuple[T, float]:
    """What one call gives and the seconds it takes, begun with nothing to collect.

    The garbage collector stays on, as users have it.
    """
    gc.collect()
    start = clock()
    result = action()
    return result, clock() - start


def seconds(action: Callable[[], object]) -> float:
    """The seconds that one call takes."""
    return timed(action)[1]


def seconds_of_a_child(run: Callable[[], object]) -> float:
    """What a process takes that `run` starts and waits for."""
    if clock is time.perf_counter or sys.platform == "win32":
        start = time.perf_counter()
        run()
        return time.perf_counter() - start
    import resource  # not on Windows

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def middle(times: int, action: Callable[[int], object], warm: int = 0) -> float:
    """The median of so many calls in seconds, after `warm` ones that do not count.

    `action` gets the number of the call, so that each can be one that was never made before.
    """
    for number in range(warm):
        action(number)
    return median(seconds(partial(action, number)) for number in range(warm, warm + times))


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, in which unit, against which limit if any."""

    what: str
    unit: str
    value: float
    limit: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """`"ok"`, `"over"`, or nothing where there is no limit."""
        if self.limit is None:
            return ""
        return "ok" if self.value <= self.limit else "over"


def milliseconds(what: str, taken: float, limit: float | None = None, note: str = "") -> Row:
    """A row in milliseconds of what was measured in seconds."""
    return Row(what, "ms", taken * 1000, limit, note)


def print_row(row: Row) -> None:
    """One line, at once: some measures take their time."""
    limit = "" if row.limit is None else f"≤ {_number(row.limit)}"
    print_line(row.what, f"{_number(row.value)} {row.unit}".rstrip(), limit, row.verdict, row.note)


def print_line(what: str, value: str, limit: str, verdict: str, note: str = "") -> None:
    """One line of the table in its columns."""
    print(f"{what:<60} {value:>10} {limit:>8}  {verdict:<4}  {note}".rstrip(), flush=True)


def _number(value: float) -> str:
    return f"{value:,.2f}" if abs(value) < 10 else f"{value:,.0f}"


def print_rows(title: str, rows: Iterable[Row]) -> int:
    """A part of the table; how many of its rows are over their limits."""
    print(f"\n{title}", flush=True)
    over = 0
    for row in rows:
        print_row(row)
        over += row.verdict == "over"
    return over


# A part of a benchmark: what it is called in the table, and what measures its rows.
Parts = Mapping[str, tuple[str, Callable[[], Iterable[Row]]]]


def main(description: str, parts: Parts) -> int:
    """Measure what the command line asks for, print it, and count the limits that are passed."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(parts)}")
    parser.add_argument("--check", action="store_true", help="exit 1 where a limit is passed")
    parser.add_argument("--wall", action="store_true", help="by the wall clock, not processor time")
    asked = parser.parse_args()
    unknown = sorted(set(asked.parts) - set(parts))
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(parts)}")
    if asked.wall:
        use_wall_clock()
    over = 0
    print_line("", "measured", "limit", "")
    for part in asked.parts or parts:
        title, rows = parts[part]
        over += print_rows(title, rows())
    print(f"\n{over} over" if over else "\nall within their limits")
    return 1 if over and asked.check else 0
