"""Which queries go where at this gate, and which of them go wrong?"""

from __future__ import annotations

from ui.charts.clicks import clicked_gate  # noqa: F401
from ui.charts.route_scatter import scatter_base_figure, scatter_gate_figure
from ui.palette import Theme
from ui.route.maps_pane import layered
from ui.route.shown import Shown, outcomes_of


def queries_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The scatter of the held-out queries beside the table of those that go wrong."""
    part = shown.test
    wide = round(width * 0.354)
    outcome = outcomes_of(part.judged, shown.gate)
    base = scatter_base_figure(
        part.judged.top, part.judged.gap, part.judged.in_scope, colours, wide,
        outcome=outcome, texts=[query.text for query in part.queries], big=big,
    )  # fmt: skip
    gate = (shown.gate.threshold, shown.gate.margin)
    above = scatter_gate_figure(part.judged.top, colours, wide, gate=gate, big=big)
    layered(base, above, "scatter", wide, lambda key: None)
