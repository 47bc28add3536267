"""In which words and glyphs is it said what became of a section?

>>> from engine.sections import ContextSection
>>> section = ContextSection("policy: late", "…", kind="evidence")
>>> row = Row(4, section, "dropped", "tier_full", 68, 0)
>>> said(row), short_name(row.section.name)
('out · tier full', 'late')
>>> describe(row)
'<b>5 policy: late</b><br>evidence · out · tier full<br>68 → 0 tokens'
"""

from __future__ import annotations

from engine.scenario.ledger import Row
from ui.charts.literal import literal, one_line
from ui.charts.text_width import shorten
from ui.palette import IN, OUT, PINNED, TRIMMED, Theme

OUTCOME_WORDS = {
    "pinned": "in",
    "included": "in",
    "truncated": "trimmed",
    "dropped": "out",
    "over": "over",
    "overflow": "pinned too big",
}
OUTCOME_GLYPHS = {"pinned": PINNED, "included": IN, "truncated": TRIMMED, "dropped": OUT}
REASON_WORDS = {
    "shortened_to_fit": "to fit",
    "crowded_out": "crowded out",
    "larger_than_budget": "no room beside pins",
    "tier_full": "tier full",
    "no_room": "no room",
}


def said(row: Row) -> str:
    """Outcome and reason in words: "in · fits", "trimmed · to fit"."""
    reason = REASON_WORDS.get(row.reason, row.reason.replace("_", " "))
    return f"{OUTCOME_WORDS.get(row.outcome, row.outcome)} · {reason}"


def glyph(row: Row, theme: Theme) -> str:
    """The glyph of the outcome; that of the zone where the pinned ones are over."""
    return OUTCOME_GLYPHS.get(row.outcome, theme.zones["over"].glyph)


def short_name(name: str) -> str:
    """The name without the "policy: " that groups it with others; never empty."""
    tail = name.partition(": ")[2].strip()
    return tail or name


def describe(row: Row, last: str = "") -> str:
    """What stands in the hover box of a section, escaped; `last` replaces the line of tokens."""
    name = shorten(one_line(row.section.name), 420, 14, bold=True)
    return f"<b>{row.index + 1} {literal(name)}</b><br>{row.section.kind} · {said(row)}<br>" + (
        last or f"{row.before:,} → {row.after:,} tokens"
    )
