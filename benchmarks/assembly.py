"""How long does assembling take, against reading every text once, and the page around it?

    python benchmarks/assembly.py [--check] [--wall] [part ...]

L is what it takes to turn the text of every section into tokens once, R the same for the text
that is sent. Both are measured in the same run as what is compared with them, so that their
ratios hold on any machine. `--check` makes the exit status 1 where a limit is passed.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import _measure as measure
from benchmarks._measure import Row, main, milliseconds, seconds, timed
from benchmarks._page import Page, reruns
from benchmarks._texts import claude_code_session, fresh_sections, openai_chat
from engine import (
    Assembly,
    ContextBudget,
    ContextSection,
    Scenario,
    assemble_context,
    label_section,
    split_window,
)
from engine.scenario.ledger import keep_ledger
from engine.scenario.model import Tiers, Zones
from engine.scenario.opening import open_document
from engine.scenario.run import scenario_staircase
from engine.sections import TIERS
from engine.tokens.ranks import load_encoding

ROOT = Path(__file__).parent.parent
ENCODING = "o200k_base"
REPETITIONS = {20: 41, 200: 15, 2_000: 5}
ANSWERS_MS = 150
RERUN_MS = 60
IMPORT_MS = 250
FILE_BYTES = 5_000_000


def read(texts: Sequence[str]) -> list[list[int]]:
    """The texts as tokens, by the encoding alone: nothing is remembered, nothing else is done."""
    encode = load_encoding(ENCODING).encode_ordinary
    return [encode(text) for text in texts]


def half_of(sections: Sequence[ContextSection]) -> int:
    """Half of the tokens of all sections."""
    return sum(map(len, read([section.text for section in sections]))) // 2


def assemble(sections: Sequence[ContextSection], budget: int, **limits: Any) -> Assembly:
    """An assembly of which every outcome and reason has been looked at."""
    assembly = assemble_context(sections, budget, ENCODING, **limits)
    assert all(decision.outcome and decision.reason for decision in assembly.decisions)
    return assembly


@dataclass(frozen=True)
class Against:
    """One assembly, what reading all texts takes, and what reading the text sent takes."""

    taken: float
    read_all: float
    read_sent: float

    @property
    def share(self) -> float:
        """What it takes besides reading the text sent, as a share of reading all texts."""
        return (self.taken - self.read_sent) / self.read_all


def repetition(count: int, seed: int) -> tuple[Against, Against, Against]:
    """Fresh texts assembled; again with another budget; again with the last one put first."""
    sections = fresh_sections(count, seed)
    budget = half_of(sections)
    last = min(range(1, count), key=lambda index: sections[index].priority)
    raised = (*sections[:last], replace(sections[last], priority=500), *sections[last + 1 :])
    runs = []
    for candidates, room in ((sections, budget), (sections, budget * 9 // 10), (raised, budget)):
        assembly, taken = timed(partial(assemble, candidates, room))
        read_sent = seconds(partial(read, [assembly.text]))
        read_all = seconds(partial(read, [section.text for section in sections]))
        runs.append(Against(taken, read_all, read_sent))
    return runs[0], runs[1], runs[2]


def assembling() -> Iterator[Row]:
    """Three assemblies at each size; then whether ten times as much takes ten times as long."""
    cases = (
        ("first assembly", 1.25),
        ("after a budget change", 0.25),
        ("after a priority change", 0.25),
    )
    firsts: dict[int, float] = {}
    for count, times in REPETITIONS.items():
        repetition(count, seed=-1)
        repeated = zip(*(repetition(count, seed) for seed in range(times)), strict=True)
        for (what, limit), runs in zip(cases, repeated, strict=True):
            taken, read_all, read_sent = (
                1000 * median(getattr(run, part) for run in runs)
                for part in ("taken", "read_all", "read_sent")
            )
            firsts.setdefault(count, taken)
            yield Row(
                f"{count:,} sections, {what}: (time − R) / L", "",
                median(run.share for run in runs), limit,
                f"{taken:.1f} ms; L {read_all:.1f}, R {read_sent:.1f} ms",
            )  # fmt: skip
    yield Row("2,000 against 200 sections: time / 10", "", firsts[2_000] / firsts[200] / 10, 1.3)


def needs() -> Iterator[Row]:
    """All answers of an assembly, each asked for the first time."""
    cases: dict[str, Callable[[int], dict[str, Any]]] = {
        "": lambda budget: {},
        ", fill limit": lambda budget: {"fill_limit": budget * 85 // 100},
        ", tiers": lambda budget: {"tier_limits": split_window(budget)},
        ", labelled": lambda budget: {"wrap": label_section},
    }
    for what, limits in cases.items():

        def answers(seed: int, limits: Callable[[int], dict[str, Any]] = limits) -> float:
            sections = fresh_sections(200, seed)
            budget = half_of(sections)
            decisions = assemble(sections, budget, **limits(budget)).decisions
            return seconds(lambda: [(d.budget_needed, d.priority_needed) for d in decisions])

        yield milliseconds(f"200 sections{what}", median(map(answers, range(9))), ANSWERS_MS)


def fresh_scenario(count: int, seed: int, **fields: Any) -> Scenario:
    """A scenario whose usable window holds half of its sections."""
    sections = fresh_sections(count, seed)
    budget = ContextBudget(half_of(sections) + 1_000, 1_000)
    return Scenario("Fresh", sections=sections, budget=budget, tokenizer=ENCODING, **fields)


def across_budgets() -> Iterator[Row]:
    """The data of the chart, after the page has counted the texts for its ledger."""
    cases: dict[str, dict[str, Any]] = {
        "": {"zones": Zones(fill=1.0)},
        ", fill line": {},
        ", tiers": {"zones": Zones(fill=1.0), "tiers": Tiers(enabled=True)},
        ", labelled": {"zones": Zones(fill=1.0), "rendering": "labelled"},
    }
    for what, fields in cases.items():

        def chart(seed: int, fields: dict[str, Any] = fields) -> float:
            scenario = fresh_scenario(200, seed, **fields)
            most = keep_ledger(scenario).before + len(scenario.sections)
            budgets = [most * step // 200 for step in range(1, 201)]
            return seconds(partial(scenario_staircase, scenario, budgets))

        taken = median(map(chart, range(9)))
        yield milliseconds(f"200 sections, 200 budgets{what}", taken, ANSWERS_MS)


def page_reruns() -> Iterator[Row]:
    """The page with the scenario that it opens with, and with 200 sections."""
    from ui.samples import FIRST, shipped

    yield from reruns(Page(shipped()[FIRST], FIRST), "opening scenario", RERUN_MS)
    no_ceiling = Tiers(enabled=True, ceilings=(FILE_BYTES,) * len(TIERS))
    cases: dict[str, dict[str, Any]] = {
        "": {},
        ", tiers": {"tiers": Tiers(enabled=True)},
        # Above the red mark, so that the page also looks for ways out.
        ", full": {"zones": Zones(fill=1.0)},
        ", full, high ceilings": {"zones": Zones(fill=1.0), "tiers": no_ceiling},
    }
    for seed, (what, fields) in enumerate(cases.items()):
        page = Page(fresh_scenario(200, seed, **fields))
        yield from reruns(page, f"200 sections{what}", RERUN_MS)


def importing() -> Iterator[Row]:
    """What `import engine` adds to the start of an interpreter; no encoding is loaded."""

    def start(program: str) -> float:
        command = [sys.executable, "-c", program]
        run = partial(subprocess.run, command, cwd=ROOT, check=True)
        return median(measure.seconds_of_a_child(run) for _ in range(7))

    bare, whole = start("pass"), start("import engine")
    note = f"{whole * 1000:.0f} ms, less {bare * 1000:.0f} ms for the interpreter alone"
    yield milliseconds("import engine", whole - bare, IMPORT_MS, note)


def large_files() -> Iterator[Row]:
    """Transcripts of 5 MB opened for the first time; their ledger; the page with them."""
    for what, write in (("Claude Code", claude_code_session), ("OpenAI chat", openai_chat)):
        data = write(FILE_BYTES)
        shares: list[float] = []
        opened, taken = timed(
            partial(open_document, data, what, tokenizer=ENCODING, on_progress=shares.append)
        )
        scenario = opened.scenario
        texts = [section.text for section in scenario.sections]
        alone = seconds(partial(read, texts))
        note = f"{len(texts):,} sections; L {1000 * alone:,.0f} ms"
        yield milliseconds(f"{what}: opened", taken, note=note)
        yield Row(f"{what}: calls of on_progress", "", len(shares))
        yield milliseconds(f"{what}: ledger", seconds(partial(keep_ledger, scenario)))
        yield from reruns(Page(scenario), what, None, times=5)


PARTS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "assembling": ("Assembling; L reads all texts, R reads the text that is sent", assembling),
    "needs": ("Which budget and which priority gets each section in", needs),
    "budgets": ("Each section at every budget", across_budgets),
    "page": ("One rerun of the page on the server", page_reruns),
    "import": ("Importing", importing),
    "files": ("Files of 5 MB, and one rerun of the page with them", large_files),
}


if __name__ == "__main__":
    raise SystemExit(main("Measure assembling and the page around it.", PARTS))
