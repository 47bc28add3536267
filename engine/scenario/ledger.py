"""What became of every section of a scenario, in rows that a page can show and that add up?

A scenario whose pinned sections do not fit has a ledger too: nothing is sent, and the rows
say which sections are in the way.

>>> from engine.sections import ContextBudget, ContextSection
>>> pinned = tuple(ContextSection(n, n * 40, pinned=True) for n in "ab")
>>> ledger = keep_ledger(Scenario(sections=pinned, budget=ContextBudget(19), tokenizer="chars/4"))
>>> ledger.zone, ledger.used, ledger.usable, [row.outcome for row in ledger.rows]
('over', 21, 19, ['over', 'over'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.assembly import Assembly, Decision
from engine.errors import ContextOverflowError
from engine.rendering import label_section
from engine.scenario.model import Scenario
from engine.scenario.run import assemble_scenario
from engine.sections import TIERS, ContextSection
from engine.tokens import count_tokens
from engine.watermarks import watermark_zone


@dataclass(frozen=True)
class Row:
    """One section and what became of it.

    `outcome`: pinned, included, truncated, dropped, or over (pinned, and too much).
    `reason` is the decision's, or no_room where nothing is sent; tokens as written.
    """

    index: int
    section: ContextSection
    outcome: str
    reason: str
    before: int
    after: int
    decision: Decision | None = None


@dataclass(frozen=True)
class Ledger:
    """All rows with their totals: Σ after + join = sent, Σ before − Σ after = left out.

    `used` is what is sent, or what the pinned sections need where that is too much;
    `separator` is what one separator costs apart.
    """

    rows: tuple[Row, ...]
    used: int
    usable: int
    zone: str
    join: int = 0
    separator: int = 0
    assembly: Assembly | None = field(default=None, repr=False)
    overflow: ContextOverflowError | None = field(default=None, repr=False)

    @property
    def before(self) -> int:
        """Tokens of all sections as they would be written."""
        return sum(row.before for row in self.rows)

    @property
    def after(self) -> int:
        """Tokens of what is placed, before joining."""
        return sum(row.after for row in self.rows)

    @property
    def percent(self) -> float:
        """How full the usable window is; or the tier whose pinned sections do not fit it."""
        over = self.overflow
        if over is not None and over.tier is not None:
            return 100 * over.required / max(over.budget, 1)
        return 100 * self.used / self.usable

    @property
    def measure(self) -> str:
        """What the percentage is of, in words."""
        over = self.overflow
        if over is not None and over.tier is not None:
            return f"{over.required:,} of {over.budget:,} tokens of tier {over.tier}"
        return f"{self.used:,} of {self.usable:,} tokens"

    @property
    def joints(self) -> int:
        """Tokens the filling set aside for the separators between what is placed."""
        return sum(self.tier_costs.values()) - sum(self.tier_tokens.values())

    @property
    def tier_costs(self) -> dict[str, int]:
        """What counts against each tier's ceiling: its tokens, and a separator for each section
        but the first one that was placed."""
        costs = self.tier_tokens
        placed = [row for row in self.rows if row.after or (row.section.pinned and row.before)]
        for row in sorted(placed, key=lambda row: not row.section.pinned)[1:]:
            costs[row.section.tier or "retrieved"] += self.separator
        return costs

    @property
    def tier_tokens(self) -> dict[str, int]:
        """Tokens placed by tier; where nothing is sent, what the pinned ones need."""
        totals = dict.fromkeys(TIERS, 0)
        for row in self.rows:
            over = row.outcome == "over" or (self.overflow is not None and row.section.pinned)
            totals[row.section.tier or "retrieved"] += row.before if over else row.after
        return totals

    def count(self, *outcomes: str) -> int:
        """How many sections have one of these outcomes."""
        return sum(row.outcome in outcomes for row in self.rows)

    def row(self, name: str | None) -> Row | None:
        """The row of the section with this name, if there is one."""
        return next((row for row in self.rows if row.section.name == name), None)


def keep_ledger(scenario: Scenario) -> Ledger:
    """Assemble a scenario and account for every section. Never raises for a budget too small."""
    marks = (scenario.zones.amber, scenario.zones.red)
    try:
        assembly = assemble_scenario(scenario)
    except ContextOverflowError as overflow:
        return _overflowing(scenario, overflow)
    rows = tuple(
        Row(index, section, d.outcome, d.reason, d.tokens_before, d.tokens_after, d)
        for index, (section, d) in enumerate(
            zip(scenario.sections, assembly.decisions, strict=True)
        )
    )
    used = assembly.token_count
    zone = watermark_zone(used, scenario.usable, *marks)
    separator = count_tokens("\n\n", scenario.tokenizer)
    return Ledger(rows, used, scenario.usable, zone, assembly.join_tokens, separator, assembly)


def _overflowing(scenario: Scenario, overflow: ContextOverflowError) -> Ledger:
    write: Callable[[ContextSection], str] = (
        label_section if scenario.rendering == "labelled" else lambda section: section.text
    )
    rows = []
    for index, section in enumerate(scenario.sections):
        over = section.name in overflow.names
        rows.append(
            Row(
                index,
                section,
                outcome="over" if over else "dropped",
                reason="pinned" if section.pinned else "no_room",
                before=count_tokens(write(section), scenario.tokenizer) if section.text else 0,
                after=0,
            )
        )
    used = overflow.required
    if overflow.tier is not None:
        used = sum(row.before for row in rows if row.section.pinned)
    return Ledger(tuple(rows), used, scenario.usable, "over", overflow=overflow)
