"""What leaves the app: a Python snippet that runs as it is, and the ledger as CSV.

>>> from engine.scenario.ledger import keep_ledger
>>> from engine.sections import ContextBudget, ContextSection
>>> scenario = Scenario(sections=(ContextSection("task", "Hi", pinned=True),),
...                     budget=ContextBudget(20, 8), tokenizer="chars/4")
>>> print(to_ledger_csv(keep_ledger(scenario)).splitlines()[1])
1,task,other,retrieved,0,yes,no,application,pinned,pinned,1,1,,,
"""

from __future__ import annotations

import csv
import io
from dataclasses import fields

from engine.scenario.ledger import Ledger
from engine.scenario.model import Scenario
from engine.sections import TIER_OF_KIND, ContextSection

COLUMNS = (
    "row",
    "section",
    "kind",
    "tier",
    "priority",
    "pinned",
    "may_be_trimmed",
    "source",
    "outcome",
    "reason",
    "tokens_before",
    "tokens_after",
    "limit",
    "limit_needed",
    "priority_needed",
)


def to_python(scenario: Scenario) -> str:
    """A program that makes the same assembly with the engine and prints what is sent.

    It needs nothing but the engine; the numbers in its last lines are the app's own.
    """
    limits = scenario.tiers.limits(scenario.usable)
    labelled = scenario.rendering == "labelled"
    names = ["ContextBudget", "ContextSection", "assemble_context"]
    names += ["label_section"] if labelled else []
    ordered = scenario.order != "as_given"
    names += ["order_for_pipeline"] if ordered else []
    lines = [
        f'"""{_one_line(scenario.title)}: what the model reads, assembled by the engine."""',
        "",
        f"from engine import {', '.join(names)}",
        "",
        "sections = [",
        *(f"    {_constructor(section)}," for section in scenario.sections),
        "]",
        "",
        "assembly = assemble_context(",
        "    sections,",
        f"    ContextBudget({scenario.budget.max_input_tokens}, "
        f"{scenario.budget.reserved_output_tokens}),",
        f"    {scenario.tokenizer!r},",
        *(["    wrap=label_section,"] if labelled else []),
        *([f"    arrange={_arrangement(scenario.order)},"] if ordered else []),
        *([f"    tier_limits={limits!r},"] if limits is not None else []),
        f"    fill_limit={scenario.fill_tokens},",
        ")",
        "for decision in assembly.decisions:",
        "    print(f'{decision.name}: {decision.outcome} ({decision.reason}), '",
        "          f'{decision.tokens_before} -> {decision.tokens_after} tokens')",
        "print(f'{assembly.token_count} of {assembly.budget} tokens')",
        "print(assembly.text)",
    ]
    return "\n".join(lines) + "\n"


def _arrangement(order: str) -> str:
    return f"lambda sections: order_for_pipeline(sections, {order!r})"


def _one_line(text: str) -> str:
    # A title must not end the docstring it stands in, nor escape from it; no source holds NUL.
    shown = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.split()).replace("\\", "/").replace('"', "'")


def _constructor(section: ContextSection) -> str:
    arguments = [ascii(section.name), ascii(section.text)]
    for field in fields(section)[2:]:
        value = getattr(section, field.name)
        default = TIER_OF_KIND[section.kind] if field.name == "tier" else field.default
        if value != default:
            arguments.append(f"{field.name}={value!a}")
    return f"ContextSection({', '.join(arguments)})"


def to_ledger_csv(ledger: Ledger) -> str:
    """The ledger as CSV: a row a section, then what joining adds, then the total."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in ledger.rows:
        s, d = row.section, row.decision
        writer.writerow(
            [row.index + 1, s.name, s.kind, s.tier, s.priority]
            + ["yes" if flag else "no" for flag in (s.pinned, s.truncatable)]
            + [s.source, row.outcome, row.reason, row.before, row.after]
            + ([d.limit, d.budget_needed, d.priority_needed] if d else ["", "", ""])
        )
    sent = 0 if ledger.overflow else ledger.used
    blank = [""] * 8
    writer.writerow(["", "joining", *blank, "", ledger.join, "", "", ""])
    writer.writerow(["", "total", *blank, ledger.before, sent, "", "", ""])
    return out.getvalue()
