"""What was a model to find in one question, and where in the prompt does it stand?"""

from __future__ import annotations

from engine.probe import OwnTextTask, Plan
from engine.probe.key_value import KeyValueItem
from engine.run_files import Row
from ui.text import as_html


def expected_of(plan: Plan, row: Row) -> str:
    """The answer that counts as right."""
    item = plan.item(row.item_seed)
    if isinstance(item, KeyValueItem):
        return item.value
    return plan.task.answer if isinstance(plan.task, OwnTextTask) else str(item.answer)


def fact_of(plan: Plan, row: Row) -> str:
    """The fact as it stands in the prompt."""
    item = plan.item(row.item_seed)
    if isinstance(item, KeyValueItem):
        return f"key: {item.key} -> value: {item.value}"
    return plan.task.fact.strip() if isinstance(plan.task, OwnTextTask) else str(item.fact)


def lit(text: str, fact: str) -> str:
    """A text as HTML, literally, with the fact in it marked.

    >>> lit("a <b> c", "<b>")
    'a <mark>&lt;b&gt;</mark> c'
    >>> lit("a", "")
    'a'
    """
    before, found, after = text.partition(fact) if fact else (text, "", "")
    return as_html(before) + (f"<mark>{as_html(found)}</mark>{as_html(after)}" if found else "")
