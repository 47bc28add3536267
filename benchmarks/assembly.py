"""How long does assembling take, against reading every text once, and the page around it?

    python benchmarks/assembly.py [--check] [--wall] [part ...]

L is what it takes to turn every section's text into tokens once, R the same for the text that
is sent. Both are measured in the same run as what is compared with them, so that the ratios
hold on any machine. `--check` makes the exit status 1 where a limit is passed.
"""

from __future__ import annotations

import argparse
import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import _measure as measure  # noqa: E402
from benchmarks._measure import Row, middle, milliseconds, print_rows, seconds  # noqa: E402
from benchmarks._texts import claude_code_session, fresh_sections, openai_chat  # noqa: E402
from engine import Assembly, ContextBudget, ContextSection, Scenario, assemble_context, split_window  # noqa: E402  # noqa: E402
from engine.scenario.edits import change_section, set_budget  # noqa: E402
from engine.scenario.ledger import keep_ledger  # noqa: E402
from engine.scenario.model import Tiers, Zones  # noqa: E402
from engine.scenario.opening import open_document  # noqa: E402
from engine.scenario.run import scenario_staircase  # noqa: E402
from engine.tokens.ranks import load_encoding  # noqa: E402

ENCODING = "o200k_base"
REPETITIONS = {20: 25, 200: 15, 2_000: 5}
MEGABYTES = 5
Sections = tuple[ContextSection, ...]


# --- assembling, against L and R -----------------------------------------------------------


@dataclass(frozen=True)
class Assembled:
    """One repetition with fresh texts, in seconds."""

    read_all: float
    read_sent: float
    first: float
    other_budget: float
    other_priority: float
    sent_again: tuple[float, float]


def with_reasons(sections: Sections, budget: int, **limits: Any) -> Assembly:
    """An assembly whose every outcome and reason has been looked at."""
    assembly = assemble_context(sections, budget, ENCODING, **limits)
    assert all(d.outcome and d.reason for d in assembly.decisions)
    return assembly


def one_repetition(count: int, seed: int) -> Assembled:
    """First assembly, then another budget, then another priority; L and R between them."""
    read = load_encoding(ENCODING).encode_ordinary
    sections = fresh_sections(count, seed)
    texts = [section.text for section in sections]
    budget = sum(len(read(text)) for text in texts) // 2
    done: list[Assembly] = []

    def assemble(sections: Sections, budget: int) -> float:
        return seconds(lambda: done.append(with_reasons(sections, budget)))

    def reading(texts: Sequence[str]) -> float:
        return seconds(lambda: [read(text) for text in texts])

    first = assemble(sections, budget)
    read_all, read_sent = reading(texts), reading([done[0].text])
    other_budget = assemble(sections, budget * 9 // 10)
    at = min(range(1, count), key=lambda index: sections[index].priority)
    raised = (*sections[:at], replace(sections[at], priority=500), *sections[at + 1 :])
    other_priority = assemble(raised, budget)
    sent_again = (reading([done[1].text]), reading([done[2].text]))
    return Assembled(read_all, read_sent, first, other_budget, other_priority, sent_again)


def assembling() -> Iterator[Row]:
    """(time − R) / L for each size; then whether ten times the sections take ten times as long."""
    firsts = {}
    for count, times in REPETITIONS.items():
        one_repetition(count, seed=-1)
        runs = [one_repetition(count, seed) for seed in range(times)]
        firsts[count] = median(run.first for run in runs)
        read = median(run.read_all for run in runs)
        note = f"L {read * 1000:.1f} ms, R {median(r.read_sent for r in runs) * 1000:.1f} ms, "
        cases: dict[str, tuple[float, Callable[[Assembled], float], Callable[[Assembled], float]]]
        cases = {
            "first assembly": (1.25, lambda r: r.first, lambda r: r.read_sent),
            "after a budget change": (0.25, lambda r: r.other_budget, lambda r: r.sent_again[0]),
            "after a priority change": (
                0.25, lambda r: r.other_priority, lambda r: r.sent_again[1],
            ),
        }  # fmt: skip
        for what, (limit, taken, sent) in cases.items():
            share = median((taken(run) - sent(run)) / run.read_all for run in runs)
            took = f"in all {median(map(taken, runs)) * 1000:.1f} ms"
            yield Row(f"{count:,} sections, {what}: (time − R) / L", "", share, limit, note + took)
    yield Row("2,000 against 200 sections: time / 10", "", firsts[2_000] / firsts[200] / 10, 1.3)


# --- what would get each section in, and at which budgets ----------------------------------


def needs() -> Iterator[Row]:
    """All answers of 200 sections, each asked for the first time."""
    total = sum(len(load_encoding(ENCODING).encode_ordinary(s.text)) for s in fresh_sections(200, 0))
    budget = total // 2
    cases: dict[str, dict[str, Any]] = {
        "": {},
        ", with a fill limit": {"fill_limit": budget * 85 // 100},
        ", with tiers": {"tier_limits": split_window(budget)},
        ", with both": {
            "tier_limits": split_window(budget), "fill_limit": budget * 85 // 100,
        },
    }  # fmt: skip
    for what, limits in cases.items():

        def answers(seed: int, limits: dict[str, Any] = limits) -> float:
            assembly = with_reasons(fresh_sections(200, seed), budget, **limits)
            return seconds(lambda: [(d.budget_needed, d.priority_needed) for d in assembly.decisions])

        yield milliseconds(
            f"200 sections, what gets each in{what}", median(map(answers, range(9))), 150
        )


def fresh_scenario(count: int, seed: int, **fields: Any) -> Scenario:
    """A scenario whose usable window is half of its sections."""
    sections = fresh_sections(count, seed)
    budget = sum(len(load_encoding(ENCODING).encode_ordinary(s.text)) for s in sections) // 2
    fields = {"budget": ContextBudget(budget + 1_000, 1_000), **fields}
    return Scenario("Fresh", sections=sections, tokenizer=ENCODING, **fields)


def across_budgets() -> Iterator[Row]:
    """The chart of 200 sections at 200 budgets, after the page has counted the texts."""
    cases: dict[str, dict[str, Any]] = {
        "": {"zones": Zones(fill=1.0)},
        ", with a fill line": {},
        ", with tiers": {"zones": Zones(fill=1.0), "tiers": Tiers(enabled=True)},
        ", with both": {"tiers": Tiers(enabled=True)},
    }
    for what, fields in cases.items():

        def chart(seed: int, fields: dict[str, Any] = fields) -> float:
            scenario = fresh_scenario(200, seed, **fields)
            total = keep_ledger(scenario).before
            budgets = [total * step // 199 for step in range(1, 200)] + [total + 200]
            return seconds(partial(scenario_staircase, scenario, budgets))

        yield milliseconds(f"200 sections at 200 budgets{what}", median(map(chart, range(9))), 150)


# --- the page -------------------------------------------------------------------------------


class Page:
    """The Assemble page with a scenario open, run as the server runs it, without a browser."""

    def __init__(self, scenario: Scenario, base: str | None = None) -> None:
        logging.disable(logging.WARNING)  # Streamlit misses a browser each time it looks for one
        from streamlit.testing.v1 import AppTest

        from ui.state import KEY, Session

        self.key = KEY
        self.app = AppTest.from_file(str(ROOT / "pages" / "assemble.py"), default_timeout=120)
        self.app.session_state[KEY] = Session(
            scenario, base, selected=scenario.sections[-1].name
        )
        self.run()

    @property
    def scenario(self) -> Scenario:
        return self.app.session_state[self.key].scenario

    def run(self) -> None:
        """One rerun, which must show the page and no error."""
        self.app.run()
        assert not self.app.exception, self.app.exception[0].message

    def set(self, **fields: Any) -> None:
        """Change the session as `ui.state` does, and run."""
        now = self.app.session_state[self.key]
        if "scenario" in fields:
            fields["past"] = (*now.past, now.scenario)[-100:]
        self.app.session_state[self.key] = replace(now, **fields)
        self.run()

    def select(self, number: int) -> None:
        """Select another section."""
        sections = self.scenario.sections
        self.set(selected=sections[number * 7 % len(sections)].name)

    def edit_priority(self, number: int) -> None:
        """Give a section a priority that it never had."""
        at = 1 + number * 7 % (len(self.scenario.sections) - 1)
        self.set(scenario=change_section(self.scenario, at, priority=1_000 + number))

    def change_window(self, number: int) -> None:
        """Make the window a little larger, to a size that it never had."""
        window = self.scenario.budget.max_input_tokens
        self.set(scenario=set_budget(self.scenario, window + max(1, window // 97)))


def reruns(page: Page, what: str, limit: float | None, times: int = 21) -> Iterator[Row]:
    """Reruns of each kind, never one that was made before, after three that do not count."""
    kinds: dict[str, Callable[[int], None]] = {
        "nothing changed": lambda number: page.run(),
        "another section selected": page.select,
        "a priority edited": page.edit_priority,
        "the window changed": page.change_window,
    }
    for kind, rerun in kinds.items():
        yield milliseconds(f"{what}, rerun: {kind}", middle(times, rerun, warm=3), limit)


def page_reruns() -> Iterator[Row]:
    """The page with the scenario it opens with, and with 200 sections."""
    from ui.samples import FIRST, shipped

    yield from reruns(Page(shipped()[FIRST], FIRST), "the opening scenario", 60)
    tiers = Tiers(enabled=True)
    yield from reruns(Page(fresh_scenario(200, 1)), "200 sections", 60)
    yield from reruns(Page(fresh_scenario(200, 2, tiers=tiers)), "200 sections in tiers", 60)


# --- importing, and a large file ------------------------------------------------------------


def importing() -> Iterator[Row]:
    """`import engine` in a new interpreter, less what starting the interpreter takes."""

    def start(program: str) -> float:
        def run() -> None:
            subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)

        return median(of_a_child(run) for _ in range(7))

    bare, whole = start("pass"), start("import engine")
    note = f"{whole * 1000:.0f} ms, of which the interpreter {bare * 1000:.0f} ms"
    yield milliseconds("import engine", whole - bare, 250, note)


def of_a_child(run: Callable[[], None]) -> float:
    """The seconds of a process that `run` starts and waits for, by the clock that is set."""
    if measure.clock is time.perf_counter or sys.platform == "win32":
        start = time.perf_counter()
        run()
        return time.perf_counter() - start
    import resource

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = used()
    run()
    return used() - start


def large_files() -> Iterator[Row]:
    """A transcript of 5 MB: opening it, its ledger, and the page with it."""
    size = MEGABYTES * 1_000_000
    for what, data in {
        "Claude Code, 5 MB": claude_code_session(size),
        "OpenAI chat, 5 MB": openai_chat(size),
    }.items():
        calls: list[float] = []
        opened: list[Any] = []
        taken = seconds(
            lambda: opened.append(open_document(data, "talk", on_progress=calls.append))
        )
        scenario = opened[0].scenario
        json_taken = seconds(lambda: [json.loads(line) for line in data.split(b"\n")])
        texts = [section.text for section in scenario.sections]
        read = seconds(lambda: [load_encoding(ENCODING).encode_ordinary(text) for text in texts])
        note = f"JSON alone {json_taken:.2f} s, L {read:.2f} s; {len(texts):,} sections"
        yield Row(f"{what}: opening", "s", taken, None, note)
        yield Row(f"{what}: progress told", "times", len(calls))
        yield milliseconds(f"{what}: ledger", seconds(partial(keep_ledger, scenario)))
        yield from reruns(Page(scenario), what, None, times=5)


PARTS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "assembling": ("Assembling, against L (all texts) and R (the text sent)", assembling),
    "needs": ("What would get each section in, asked for the first time", needs),
    "budgets": ("At every budget", across_budgets),
    "page": ("The page on the server", page_reruns),
    "import": ("Importing", importing),
    "files": ("Large files", large_files),
}


def main() -> int:
    """Measure what is asked for, print it, and say how many limits are passed."""
    parser = argparse.ArgumentParser(description="Measure assembling and the page around it.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--check", action="store_true", help="exit 1 where a limit is passed")
    parser.add_argument("--wall", action="store_true", help="the clock on the wall, not the CPU's")
    asked = parser.parse_args()
    unknown = set(asked.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if asked.wall:
        measure.by_the_wall()
    over = sum(print_rows(*_of(PARTS[part])) for part in asked.parts or PARTS)
    print(f"\n{over} over" if over else "\nall within their limits")
    return 1 if over and asked.check else 0


def _of(part: tuple[str, Callable[[], Iterator[Row]]]) -> tuple[str, Iterator[Row]]:
    title, rows = part
    return title, rows()


if __name__ == "__main__":
    raise SystemExit(main())
