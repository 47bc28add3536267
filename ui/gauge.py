"""How full is the window now, as a small gauge?"""

from __future__ import annotations

from engine import get_tokenizer
from ui import state
from ui.cached import ledger_of
from ui.palette import Theme
from ui.text import as_html


def gauge(colours: Theme) -> str:
    """The small gauge, the same on every page, as HTML; it holds figures only."""
    scenario = state.session().scenario
    ledger = ledger_of(scenario)
    zone = colours.zones[ledger.zone]
    marks = "".join(
        f'<b style="left:{mark * 100}%;background:{colours.text}"></b>'
        for mark in (scenario.zones.amber, scenario.zones.red)
    )
    exact = "exact" if get_tokenizer(scenario.tokenizer).exact else "estimate"
    return (
        f'<div class="cp-gauge"><span class="cp-muted">Its window in Assemble</span><br>'
        f'<span class="cp-figure" style="color:{zone.color}">{zone.glyph} {ledger.percent:,.1f} % '
        f"<small>{zone.word}</small></span>"
        f'<div class="cp-bar" style="border-color:{colours.text}">'
        f'<i style="width:{min(ledger.percent, 100)}%;background:{zone.color}"></i>{marks}</div>'
        f"{ledger.measure}<br>"
        f'<span class="cp-muted">{as_html(scenario.tokenizer)} {exact}</span></div>'
    )
