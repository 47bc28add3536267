"""What does the ledger table say about each section and in its total, in words and figures?

>>> need_hint(Need("retrieved 477"), "policy: late")
'raise the ceiling of tier retrieved to 477 tokens so that policy: late fits'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.scenario.ledger import Ledger, Row
from engine.scenario.model import Scenario
from ui.charts.literal import one_line
from ui.charts.words import OUTCOME_WORDS, REASON_WORDS, glyph
from ui.palette import LIGHT

UNPIN = "unpin"


@dataclass(frozen=True)
class Need:
    """What would get a section in whole, as the two blue buttons of its row say it.

    `label_budget` is a limit's new value ("window 1,140", "fill 1,100", or a tier's name:
    "retrieved 477") or "unpin"; `priority` the smallest that helps. None: no button.
    """

    label_budget: str | None = None
    priority: int | None = None


def ledger_rows(
    ledger: Ledger, scenario: Scenario, needs: Mapping[str, Need]
) -> list[dict[str, Any]]:
    """One dict a section, in the scenario's order, as `ledger_table` draws it."""
    return [
        ledger_row(row, scenario.sections[row.index].kind, needs.get(row.section.name, Need()))
        for row in ledger.rows
    ]


def ledger_row(row: Row, kind: str, need: Need) -> dict[str, Any]:
    """One row of the table: what is shown, and what its buttons do."""
    name = one_line(row.section.name)
    reason = REASON_WORDS.get(row.reason, row.reason.replace("_", " "))
    if row.outcome == "dropped" and row.reason == "pinned":
        # Another tier's pinned sections are too much; "out · pinned" would read as the reason.
        reason = "nothing is sent"
    return {
        "name": row.section.name,  # what events call it; shown without what turns or breaks it
        "shown": name,
        "kind": kind,
        "priority": row.section.priority,
        "pinned": row.section.pinned,
        "glyph": glyph(row, LIGHT),  # the glyphs of both themes are the same
        "outcome": OUTCOME_WORDS[row.outcome],
        "reason": reason,
        "out": row.outcome == "dropped",
        "short": row.outcome in ("dropped", "truncated", "over"),
        "before": f"{row.before:,}",
        "after": f"{row.after:,}",
        "budget": need.label_budget,
        "budget_action": "toggle_pin" if need.label_budget == UNPIN else "apply_budget",
        "budget_hint": need_hint(need, name),
        "orprio": None if need.priority is None else signed(need.priority),
        "orprio_value": need.priority,
        "orprio_hint": (
            None
            if need.priority is None
            else f"set the priority to {signed(need.priority)} so that {name} fits"
        ),
    }


def need_hint(need: Need, name: str) -> str | None:
    """What the button under "In whole at" does, as one sentence for tooltips and screen readers."""
    label = need.label_budget
    if label is None:
        return None
    if label == UNPIN:
        return f"unpin {name}"
    what, _, tokens = label.partition(" ")
    if what == "window":
        return f"set the window to {tokens} tokens so that {name} fits"
    if what == "fill":
        return f"raise the fill line to {tokens} tokens so that {name} fits"
    return f"raise the ceiling of tier {what} to {tokens} tokens so that {name} fits"


def ledger_totals(ledger: Ledger) -> dict[str, str]:
    """The last row: parts and join that add up to what is sent, or what is too much."""
    if ledger.overflow is not None:
        over = ledger.overflow
        where = "budget" if over.tier is None else f"tier {over.tier}"
        text = (
            f"Pinned {over.required:,} − {where} {over.budget:,} "
            f"= {over.required - over.budget:,} too many"
        )
        return {
            "text": text,
            "before": f"{ledger.before:,}",
            "after": f"{ledger.after:,}",
            "left_out": "",
        }
    join = f"+{ledger.join:,}" if ledger.join >= 0 else signed(ledger.join)
    return {
        "text": f"{ledger.after:,} in sections {join} by joining = {ledger.used:,} sent"
        + (f" · {ledger.joints:,} set aside for joints" if ledger.joints else ""),
        "before": f"{ledger.before:,}",
        "after": f"{ledger.after:,}",
        "left_out": f"{signed(ledger.after - ledger.before)} left out",
    }


def signed(value: int) -> str:
    """A whole number with a real minus sign.

    >>> signed(-1177), signed(56)
    ('−1,177', '56')
    """
    return f"{value:,}".replace("-", "−")
