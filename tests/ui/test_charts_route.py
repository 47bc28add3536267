"""Do the figures of Route show the numbers they are given, whatever the names, and stay small?"""

from __future__ import annotations

import html
import json
import re
from itertools import combinations

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.statistics import wilson_interval
from ui.charts.clicks import clicked_cell, clicked_gate, selected_rows
from ui.charts.route_axis import number_axis
from ui.charts.route_compare import Compared, compare_figure
from ui.charts.route_confusion import confusion_figure
from ui.charts.route_curves import risk_coverage_figure
from ui.charts.route_heat import edges, heat_range, levels, worth_showing
from ui.charts.route_histogram import histogram_figure
from ui.charts.route_iso import iso_line, stays_under
from ui.charts.route_map import map_base_figure, map_marks_figure, risk_lines
from ui.charts.route_overlap import Overlap, overlap_figure
from ui.charts.route_places import rows_selected
from ui.charts.route_query import query_figure
from ui.charts.route_reliability import reliability_figure
from ui.charts.route_scatter import MOST_DRAWN, scatter_base_figure, scatter_gate_figure
from ui.charts.route_thin import rows_to_draw
from ui.charts.text_width import text_width
from ui.palette import DARK, LIGHT, OUTCOMES, Theme

HOSTILE = (
    "<script>alert(1)</script>", "<b>bold</b> & <a href='javascript:alert(1)'>x</a>",
    "$x^2$ costs $5", "%{x} %{customdata[0]:d}", "&lt;i&gt; &#36;", "a\nb <br> d", "Ж" * 90,
)  # fmt: skip
TS = np.round(np.arange(0, 0.88, 0.02), 3)
MS = np.round(np.arange(0, 0.166, 0.005), 3)
RISK = np.clip(0.4 - TS[:, None] / 2 - MS * 2, 0, 1)
UTILITY = 0.5 - (TS[:, None] - 0.3) ** 2 - 20 * (MS - 0.05) ** 2
LINES = risk_lines(TS, MS, RISK)
HEAT = heat_range(UTILITY)
NAMES = "pay_bill bill_balance bill_due min_payment transfer balance freeze report".split()


def queries(n: int = 400, ruled: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Top scores, gaps, whether in scope, and outcomes at the gate 0.2 / 0.1."""
    chance = np.random.default_rng(n)
    top, in_scope = chance.random(n) * 0.9, chance.random(n) < 0.7
    gap, correct = top * chance.random(n), in_scope & (chance.random(n) < 0.9)
    top[:ruled], gap[:ruled] = np.inf, np.inf
    outcome = np.where(correct, 0, np.where(in_scope, 1, 2))
    outcome[gap < 0.1] = 4
    outcome[top < 0.2] = 3
    return top, gap, in_scope, outcome


def base(theme: Theme = LIGHT, width: int = 450, **more: object) -> go.Figure:
    options: dict = {"metric": "utility", "title": "Tune", "subtitle": "utility on 360"} | more
    return map_base_figure(TS, MS, UTILITY, LINES, HEAT, theme, width, **options)


def marks(**more: object) -> go.Figure:
    options: dict = {"theme": LIGHT, "width": 450, "now": (0.2, 0.1), "tuned": (0.14, 0.055)} | more
    return map_marks_figure(TS, MS, **options)


def scatter(
    n: int = 400, ruled: int = 0, told: bool = True, theme: Theme = LIGHT, width: int = 420,
    **more: object,
) -> go.Figure:  # fmt: skip
    top, gap, in_scope, outcome = queries(n, ruled)
    options: dict = {"outcome": outcome if told else None} | more
    return scatter_base_figure(top, gap, in_scope, theme, width, **options)


def gate(at: tuple[float, float], **more: object) -> go.Figure:
    return scatter_gate_figure(queries()[0], LIGHT, 420, gate=at, **more)  # type: ignore[arg-type]


SCORES = [0.78, 0.68, 0.66, 0.65, 0.43, 0.37, 0.29, -0.1]
COUNTS = np.diag(np.r_[np.arange(3, 11), 0])[:, :9]
COUNTS = np.hstack([COUNTS, np.arange(9)[:, None]]).astype(int)
COUNTS[1, 2], COUNTS[8, 0], COUNTS[8, 8] = 4, 6, 82
COVERAGE = np.linspace(0, 1, 2000)
CURVES = {
    "both gates": (COVERAGE, COVERAGE**3 / 4),
    "threshold only": (COVERAGE, COVERAGE**2 / 4),
    "margin only": (COVERAGE, COVERAGE / 4),
}
COMPARED = [
    Compared("utility", (0.43, 0.37, 0.49), (0.52, 0.46, 0.58), (0.09, 0.04, 0.13)),
    Compared("risk", (0.03, 0.01, 0.05), (0.07, 0.05, 0.1), (0.04, -0.01, 0.06)),
]
BINS = ([0.1, 0.5, 0.9, 0.95], [0.0, 0.6, 1.0, 0.5], [11, 40, 90, 0])


def histogram(width: int = 560, **more: object) -> go.Figure:
    top, _, in_scope, outcome = queries(400, 7)
    return histogram_figure(top, outcome == 0, in_scope, 0.2, LIGHT, width, **more)  # type: ignore[arg-type]


FIGURES = {
    "map": base,
    "map, bar": lambda: base(DARK, 290, bar=True, y_title=False),
    "map, big": lambda: base(big=True),
    "marks": lambda: marks(cloud=[(0.14, 0.055)] * 3 + [(0.2, 0.05)], query=(0.78, 0.1)),
    "scatter": scatter,
    "scatter, many": lambda: scatter(20_000, 5, theme=DARK, width=275),
    "scatter, untold": lambda: scatter(told=False),
    "gate": lambda: gate((0.2, 0.1), query=(0.78, 0.11)),
    "query": lambda: query_figure(NAMES, SCORES, 0.2, 0.1, "match", LIGHT, 560),
    "query, tie": lambda: query_figure(NAMES, SCORES, 0.7, 0.2, "ambiguous_tie", DARK, 385),
    "risk": lambda: risk_coverage_figure(CURVES, LIGHT, 560, now=(0.57, 0.03)),
    "histogram": histogram,
    "reliability": lambda: reliability_figure(*BINS, 0.123, LIGHT, 560),
    "confusion": lambda: confusion_figure(COUNTS, NAMES, LIGHT, 720),
    "compare": lambda: compare_figure(COMPARED, "wordllama", "keywords", LIGHT, 560),
    "overlap": lambda: overlap_figure([Overlap("a", "b", 0.9, ["pay"])], LIGHT, 560),
}
ALL = pytest.mark.parametrize("name", FIGURES)
NOTHING = np.array([])
EMPTY = {
    "map": lambda: map_base_figure(
        [], MS, np.zeros((0, 33)), [], (0, 1), LIGHT, 300, metric="utility", title="Tune"
    ),
    "map without values": lambda: map_base_figure(
        TS, MS, UTILITY * np.nan, LINES, (0, 1), LIGHT, 300, metric="utility", title="Tune"
    ),
    "scatter": lambda: scatter_base_figure(NOTHING, NOTHING, NOTHING > 0, LIGHT, 300),
    "query": lambda: query_figure([], [], 0.2, 0.1, "no_intents", LIGHT, 300),
    "risk": lambda: risk_coverage_figure({"both gates": (NOTHING, NOTHING)}, LIGHT, 300),
    "histogram": lambda: histogram_figure(NOTHING, NOTHING > 0, NOTHING > 0, 0.2, LIGHT, 300),
    "reliability": lambda: reliability_figure([], [], [], 0, LIGHT, 300),
    "confusion": lambda: confusion_figure(COUNTS * 0, NAMES, LIGHT, 300),
    "compare": lambda: compare_figure([], "a", "b", LIGHT, 300),
    "overlap": lambda: overlap_figure([], LIGHT, 300),
}


def plain(text: str) -> str:
    return html.unescape(re.sub(r"</?b>", "", text.replace("<br>", " ")))


def said(figure: go.Figure) -> list[str]:
    return [plain(label.text) for label in figure.layout.annotations]


def trace(figure: go.Figure, name: str) -> go.Scatter:
    return next(one for one in figure.data if one.name == name)


def click(**point: object) -> dict:
    return {"selection": {"points": [point]}}


def every_text(figure: go.Figure) -> list[str]:
    texts = [label.text for label in figure.layout.annotations]
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        texts += [axis.title.text, *(axis.ticktext or ())]
    for one in figure.data:
        texts += [*(one.hovertext if isinstance(one.hovertext, tuple) else [one.hovertext])]
        texts += [one.hovertemplate]
    return [text for text in texts if text]


@ALL
def test_every_figure_stands_still_and_is_written_large_enough(name: str) -> None:
    figure = FIGURES[name]()
    layout = figure.layout
    assert layout.xaxis.fixedrange
    assert layout.yaxis.fixedrange
    assert layout.margin.autoexpand is False
    sizes = [label.font.size for label in layout.annotations]
    sizes += [axis.tickfont.size for axis in (layout.xaxis, layout.yaxis) if axis.ticktext]
    assert min(sizes, default=14) >= 14
    json.loads(figure.to_json())


@pytest.mark.parametrize("name", EMPTY)
def test_nothing_to_draw_is_said(name: str) -> None:
    figure = EMPTY[name]()
    assert not figure.data
    assert len(said(figure)) == 1


@given(
    st.lists(st.lists(st.one_of(st.floats(0, 1), st.just(float("nan"))), min_size=3, max_size=3),
             min_size=1, max_size=5),
    st.sampled_from([0.05, 0.2, 0.5]),
)  # fmt: skip
def test_a_margin_keeps_risk_under_a_ceiling_as_a_loop_finds_it(
    rows: list[list[float]], level: float
) -> None:
    expected = []
    for row in rows:
        at = len(row)
        while at > 0 and not row[at - 1] > level:
            at -= 1
        expected.append(at)
    assert stays_under(np.array(rows), level).tolist() == expected


def test_an_iso_line_runs_between_the_cells_over_and_under_the_ceiling() -> None:
    risk = np.array([[0.3, 0.1, 0.0], [0.3, 0.3, 0.0], [0.3, 0.3, 0.3], [0.0, 0.0, 0.0]])
    xs, ys = iso_line(risk, 0.2, np.arange(5.0), np.arange(4.0))
    assert (xs, ys) == ([0, 1, 1, 2, None], [1, 1, 2, 2, None])


def test_an_iso_line_that_needs_no_margin_any_more_drops_to_the_bottom() -> None:
    risk = np.array([[0.3, 0.1], [0.1, 0.1], [np.nan, np.nan]])
    xs, ys = iso_line(risk, 0.2, np.arange(4.0), np.arange(3.0))
    assert (xs[:3], ys[:3]) == ([0, 1, 1], [1, 1, 0])


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40), st.booleans())
@example([0.0] * 7 + [1.0], True)
def test_the_best_cell_has_the_last_colour_and_poor_ones_the_first(
    values: list[float], lower_is_better: bool
) -> None:
    grid = np.array([values])
    heat = heat_range(grid, lower_is_better=lower_is_better)
    found = levels(grid, heat, lower_is_better)[0]
    best = grid.argmin() if lower_is_better else grid.argmax()
    assert heat[0] < heat[1]
    assert found[best] == found.max()
    if np.ptp(grid) > 1e-6:
        assert found[best] == 8
        order = np.argsort(-grid[0] if lower_is_better else grid[0])
        assert (np.diff(found[order].astype(int)) >= 0).all()
    assert levels(np.array([np.nan]), heat, lower_is_better) == [9]


def test_a_map_stops_where_every_cell_is_poor_on_both_splits() -> None:
    first, second = np.zeros((4, 5)), np.zeros((4, 5))
    first[1, 0] = second[0, 2] = 1
    assert worth_showing((0.5, 1), first, second) == (2, 3)
    assert worth_showing((0.5, 1), 1 - first, 1 - second, lower_is_better=True) == (2, 3)
    assert worth_showing((0.5, 1), first * 0) == (4, 5)


def test_cells_lie_around_their_gates() -> None:
    figure = base()
    heat = figure.data[0]
    assert list(heat.x) == edges(TS).tolist()
    assert list(heat.y) == edges(MS).tolist()
    assert np.array_equal(heat.z, levels(UTILITY, HEAT, False).T)
    assert tuple(figure.layout.xaxis.range) == (heat.x[0], heat.x[-1])


def test_the_base_is_small_and_knows_nothing_of_the_gate() -> None:
    fine, levels_of = np.linspace(0, 1, 100), np.random.default_rng(0).random((100, 100))
    figure = map_base_figure(
        fine, fine, levels_of, risk_lines(fine, fine, levels_of / 2), (0, 1), LIGHT, 450,
        metric="utility", title="Tune", bar=True,
    )  # fmt: skip
    assert len(figure.to_json()) < 80_000
    assert base().to_json() == base().to_json()
    assert len(marks(cloud=np.random.default_rng(0).random((120, 2)) / 10).to_json()) < 12_000


@pytest.mark.parametrize("options", [{}, {"bar": True}, {"y_title": False}, {"big": True}])
def test_the_marks_lie_on_the_axes_of_the_map(options: dict) -> None:
    below, above = base(**options).layout, marks(**options).layout
    assert below.margin == above.margin
    assert below.height == above.height
    for axis in ("xaxis", "yaxis"):
        assert below[axis].range == above[axis].range


def test_a_click_on_the_map_gives_the_gate_of_a_cell_exactly() -> None:
    grid = base().data[-1]
    assert len(grid.x) == TS.size * MS.size
    gates = {
        clicked_gate(click(x=float(x), y=float(y))) for x, y in zip(grid.x, grid.y, strict=True)
    }
    assert gates == {(t, m) for t in TS.tolist() for m in MS.tolist()}
    assert grid.marker.opacity == grid.selected.marker.opacity == 0
    assert grid.unselected.marker.opacity == 0
    assert clicked_gate({"selection": {"points": []}}) is clicked_gate(None) is None
    at = list(zip(grid.x, grid.y, strict=True)).index((np.float32(0.4), np.float32(0.05)))
    assert grid.customdata[at] == pytest.approx(UTILITY[20, 10])


def test_marks_stand_where_they_are_and_beyond_the_map_at_its_edge_with_their_number() -> None:
    figure = marks(cloud=[(0.14, 0.055)] * 9 + [(0.2, 0.05)])
    assert (trace(figure, "now").x[0], trace(figure, "now").y[0]) == (0.2, 0.1)
    assert (trace(figure, "tuned").x[0], trace(figure, "tuned").y[0]) == (0.14, 0.055)
    cloud = trace(figure, "resamples")
    assert sorted(cloud.marker.size) == pytest.approx([8, 24])
    assert not said(figure)
    beyond = marks(now=(0.95, 0.3))
    now, layout = trace(beyond, "now"), beyond.layout
    assert (now.x[0], now.y[0]) == (layout.xaxis.range[1], layout.yaxis.range[1])
    assert said(beyond) == ["threshold 0.95 →, margin 0.30 ↑"]


def test_risk_lines_are_named_where_they_run() -> None:
    # Over the rings of the resamples, which would hide them.
    assert {"risk 5 %", "risk 10 %", "risk 20 %"} <= set(said(marks(lines=LINES, cloud=[(0, 0)])))
    assert not any("risk" in text for text in said(base()))
    assert not risk_lines(TS, MS, RISK * 0)
    drawn = [one for one in base().data if one.type == "scatter" and one.mode == "lines"]
    assert len(drawn) == 2 * len(LINES)


@pytest.mark.parametrize("width", [275, 290, 450])
@pytest.mark.parametrize("at", [(0.2, 0.1), (0.86, 0.1), (0.05, 0.0), (0.4, 0.5), (0.5, 0.25)])
def test_no_label_lies_on_another(width: int, at: tuple[float, float]) -> None:
    top = queries()[0]
    for figure in (
        base(width=width),
        marks(width=width, now=at, query=(0.5, 0.1)),
        marks(width=width, now=at, lines=LINES),
        scatter_gate_figure(top, LIGHT, width, gate=at, query=(0.5, 0.12)),
    ):
        layout = figure.layout
        wide = width - layout.margin.l - layout.margin.r
        high = layout.height - layout.margin.t - layout.margin.b
        boxes = []
        for label in layout.annotations:
            if label.y > 1:
                continue  # the title
            lines = plain(label.text.replace("<br>", "\n")).split("\n")
            half = max(text_width(line, label.font.size) for line in lines) / 2
            x, y, tall = label.x * wide, (1 - label.y) * high, 7 * len(lines)
            boxes.append((x - half, x + half, y - tall, y + tall))
        for a, b in combinations(boxes, 2):
            apart = max(a[0], b[0]) >= min(a[1], b[1]) or max(a[2], b[2]) >= min(a[3], b[3])
            assert apart, (said(figure), a, b)


def test_regions_too_thin_for_their_name_go_without() -> None:
    assert set(said(gate((0.4, 0.15)))) == {"low confidence", "routed", "ambiguous tie"}
    assert set(said(gate((0.02, 0.0)))) == {"routed"}
    assert set(said(gate((0.88, 0.1)))) == {"low confidence"}


def test_each_query_stands_at_its_scores_in_the_mark_of_its_outcome() -> None:
    top, gap, in_scope, outcome = queries(300, 4)
    figure = scatter(300, 4)
    seen: dict[int, str] = {}
    for one in figure.data:
        name = next(name for name in OUTCOMES if LIGHT.outcomes[name].word == one.name)
        look = LIGHT.outcomes[name]
        for row, x, y in zip(one.customdata.tolist(), one.x, one.y, strict=True):
            assert outcome[row] == OUTCOMES.index(name)
            assert one.marker.symbol == look.symbol + ("" if in_scope[row] else "-open")
            assert one.marker.color == look.color
            assert y == pytest.approx(min(gap[row], 0.3))
            if np.isfinite(top[row]):
                assert x == pytest.approx(top[row])
            else:
                assert figure.layout.xaxis.ticktext[-1] == "rule"
                assert x == pytest.approx(figure.layout.xaxis.tickvals[-1])
            seen[row] = name
    assert len(seen) == 300
    order = list(dict.fromkeys(one.name for one in figure.data))
    assert order.index("wrong intent") > order.index("out of scope routed")
    assert order.index("out of scope routed") > order.index("ambiguous tie")
    assert order[0] == "routed right"


def test_before_the_reveal_nothing_tells_right_from_wrong_and_a_click_gives_a_gate() -> None:
    figure = scatter(told=False)
    assert [one.name for one in figure.data] == ["in scope", "out of scope", "clicks"]
    colors = {look.color for look in LIGHT.outcomes.values()}
    assert not colors & {one.marker.color for one in figure.data}
    grid = trace(figure, "clicks")
    gates = [
        clicked_gate(click(x=float(x), y=float(y))) for x, y in zip(grid.x, grid.y, strict=True)
    ]
    assert all(found is not None and len(str(found[1])) <= 5 for found in gates)
    # A query under the pointer must not take the click.
    assert all(one.hoverinfo == "skip" for one in figure.data[:2])


def test_too_many_queries_are_thinned_and_it_is_said() -> None:
    figure = scatter(20_000)
    drawn = sum(len(one.x) for one in figure.data)
    assert drawn == MOST_DRAWN
    assert f"{MOST_DRAWN:,} of 20,000 drawn: crowded places thinned" in said(figure)
    assert not any("drawn" in text for text in said(scatter(400)))


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 300), st.integers(1, 100), st.integers(0, 2**31))
def test_thinning_keeps_the_wrong_ones_and_every_lonely_place_first(
    n: int, most: int, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    top, gap = chance.random(n) ** 3, chance.random(n) ** 3
    wrong = chance.random(n) < 0.1
    rows = rows_to_draw(top, gap, wrong, most)
    assert rows.size == min(n, most)
    assert (np.diff(rows) > 0).all()
    assert wrong[rows].sum() == min(wrong.sum(), rows.size)


def test_a_box_or_a_lasso_selects_also_what_is_not_drawn() -> None:
    top, gap, *_ = queries(20_000, 3)
    held = np.minimum(gap, 0.3)
    box = {"selection": {"box": [{"x": [0.6, 0.4], "y": [0.05, 0.2]}], "points": []}}
    rows = rows_selected(box, top, gap)
    expected = (top >= 0.4) & (top <= 0.6) & (held >= 0.05) & (held <= 0.2)
    assert rows == np.flatnonzero(expected).tolist()
    lasso = {"x": [0.4, 0.6, 0.6, 0.4], "y": [0.05, 0.05, 0.2, 0.2]}
    assert rows_selected({"selection": {"lasso": [lasso]}}, top, gap) == rows
    corner = {"selection": {"box": [{"x": [0.91, 9], "y": [0.29, 9]}]}}
    assert rows_selected(corner, top, gap) == [0, 1, 2]
    points = {"selection": {"points": [{"customdata": 7}, {"customdata": [3]}, {"x": 1}]}}
    assert rows_selected(points, top, gap) == selected_rows(points) == [3, 7]


def test_many_queries_are_told_in_words_only_where_routed_wrongly() -> None:
    top, gap, in_scope, outcome = queries(3000)
    texts = [f"query {row}" for row in range(3000)]
    figure = scatter_base_figure(top, gap, in_scope, LIGHT, 420, outcome=outcome, texts=texts)
    for one in figure.data:
        wrong = one.name in ("wrong intent", "out of scope routed")
        assert (one.hovertext is not None) == wrong
        if wrong:
            rows = one.customdata.tolist()
            for row, text in zip(rows, one.hovertext, strict=True):
                assert text.startswith(f"<b>query {row}</b>")


def test_scores_of_one_query_are_ranked_with_both_gates() -> None:
    figure = query_figure(NAMES[::-1], SCORES[::-1], 0.2, 0.1, "match", LIGHT, 560)
    bars = trace(figure, "bars")
    assert list(bars.x) == sorted(SCORES, reverse=True)
    assert [plain(text) for text in figure.layout.yaxis.ticktext][:2] == [
        "pay_bill 0.78", "bill_balance 0.68",
    ]  # fmt: skip
    assert plain(figure.layout.yaxis.ticktext[-1]) == "report −0.10"
    band = next(shape for shape in figure.layout.shapes if shape.type == "rect")
    assert (band.x0, band.x1) == pytest.approx((0.68, 0.78))
    assert {"threshold 0.20", "margin 0.10"} == set(said(figure))
    right, tie = (LIGHT.outcomes[name].color for name in ("routed_right", "ambiguous_tie"))
    assert bars.marker.color[0] == right
    tied = query_figure(NAMES, SCORES, 0.2, 0.2, "ambiguous_tie", LIGHT, 560)
    assert trace(tied, "bars").marker.color[:3] == (tie, tie, LIGHT.panel)
    alone = query_figure(["a", "b"], [0.4, 0.0], 0.2, 0.1, "match", LIGHT, 560)
    assert "margin 0.10" not in said(alone)


def test_risk_curves_differ_in_dash_and_keep_their_ends() -> None:
    figure = risk_coverage_figure(CURVES, LIGHT, 560, now=(0.57, 0.03))
    assert len({trace(figure, name).line.dash for name in CURVES}) == 3
    for name, (coverage, risk) in CURVES.items():
        line = trace(figure, name)
        assert (line.x[0], line.x[-1]) == (coverage[0], coverage[-1])
        assert line.y[-1] == pytest.approx(risk[-1])
        assert len(line.x) <= 400
    assert (trace(figure, "now").x[0], trace(figure, "now").y[0]) == (0.57, 0.03)
    assert set(CURVES) <= set(said(figure))


def test_every_scored_query_is_in_one_bar_of_the_histogram() -> None:
    top, _, in_scope, outcome = queries(400, 7)
    figure = histogram()
    scored = np.isfinite(top)
    expected = {
        "best intent right": (outcome == 0) & scored,
        "best intent wrong": in_scope & (outcome != 0) & scored,
        "out of scope": ~in_scope & scored,
    }
    for name, mask in expected.items():
        assert trace(figure, name).y.sum() == mask.sum()
    assert len({trace(figure, name).marker.pattern.shape for name in expected}) == 3
    assert figure.layout.xaxis.title.text == "top score · 7 by a rule left out"


def test_reliability_has_wilson_bars_and_says_that_scores_are_no_probabilities() -> None:
    figure = FIGURES["reliability"]()
    bins = trace(figure, "bins")
    assert list(bins.x) == [0.1, 0.5, 0.9]  # the empty bin is left out
    for at, (right, n) in enumerate([(0, 11), (24, 40), (90, 90)]):
        bounds = (bins.y[at] - bins.error_y.arrayminus[at], bins.y[at] + bins.error_y.array[at])
        assert bounds == pytest.approx(wilson_interval(right, n), abs=1e-9)
    assert "ECE 0.12 · scores are not probabilities" in said(figure)
    assert {"11", "40", "90"} <= set(said(figure))


def test_the_confusion_matrix_writes_every_count_in_its_cell() -> None:
    figure = FIGURES["confusion"]()
    heat = figure.data[0]
    beside = [one for one in figure.data if one.name == "beside"]
    numbers = [
        number
        for one in figure.data
        if one.name == "counts"
        for number in zip(one.text, one.customdata, one.x, one.y, strict=True)
    ]
    found = np.zeros_like(COUNTS)
    for text, (row, column), x, y in numbers:
        assert clicked_cell(click(customdata=[row, column])) == (row, column)
        found[row, column] = int(text)
        cell = (np.searchsorted(heat.y, y) - 1, np.searchsorted(heat.x, x) - 1)
        kind = "low_confidence" if column == 8 else "ambiguous_tie" if column == 9 else (
            "routed_out_of_scope" if row == 8 else
            "routed_right" if row == column else "routed_wrong"
        )  # fmt: skip
        assert heat.z[cell] // 6 == OUTCOMES.index(kind)
    assert np.array_equal(found, COUNTS)
    places = {(row, column): (x, y) for _, (row, column), x, y in numbers}
    for trace in beside:
        assert {column for _, column in trace.customdata} == {8, 9}
        for (row, column), x, y in zip(trace.customdata, trace.x, trace.y, strict=True):
            there, level = places[row, column]
            assert y == level
            assert x != there
            assert np.searchsorted(heat.x, x) == np.searchsorted(heat.x, there)
    assert np.isfinite(heat.z).sum() == np.count_nonzero(COUNTS)
    # Where one is selected, the others stay as legible as they were.
    for one in figure.data:
        if one.name == "counts":
            assert one.unselected.textfont.color == one.textfont.color in ("#000000", "#FFFFFF")
    assert plain(figure.layout.yaxis.ticktext[0]) == "pay_bill 1"
    with pytest.raises(ValueError, match=r"shape \(4, 5\)"):
        confusion_figure(COUNTS, NAMES[:3], LIGHT, 500)


def test_a_difference_is_bold_where_its_interval_leaves_out_none() -> None:
    figure = FIGURES["compare"]()
    bold = {plain(label.text) for label in figure.layout.annotations if label.font.weight == 700}
    assert "+0.09  (+0.04 to +0.13)" in bold
    assert "+0.04  (−0.01 to +0.06)" in set(said(figure)) - bold
    for name, at in (("first", 1), ("second", 2)):
        dots = trace(figure, name)
        assert list(dots.x) == [row[at][0] for row in COMPARED]
        low = np.subtract(dots.x, dots.error_x.arrayminus)
        assert low == pytest.approx([row[at][1] for row in COMPARED])


def test_the_closest_pairs_come_first() -> None:
    pairs = [Overlap(a, b, n / 28) for n, (a, b) in enumerate(combinations(NAMES, 2))]
    bars = trace(overlap_figure(pairs, LIGHT, 560), "bars")
    assert list(bars.x) == [n / 28 for n in range(27, 15, -1)]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_any_name_is_shown_as_it_stands(hostile: str) -> None:
    top, gap, in_scope, outcome = queries(3)
    names = [hostile, "other"]
    interval = (0.1, 0.0, 0.2)
    shown = [
        base(title=hostile, subtitle=hostile, metric=hostile),
        scatter_base_figure(top, gap, in_scope, LIGHT, 420, outcome=outcome, texts=[hostile] * 3),
        query_figure(names, [0.5, 0.4], 0.2, 0.1, "match", LIGHT, 560, axis=hostile),
        confusion_figure(np.ones((3, 4), dtype=int), names, LIGHT, 700),
        compare_figure([Compared(hostile, interval, interval, interval)], hostile, hostile,
                       LIGHT, 900),
        overlap_figure([Overlap(hostile, hostile, 0.5, [hostile])], LIGHT, 560),
    ]  # fmt: skip
    beginning = " ".join(hostile.split())[:5]
    for figure in shown:
        texts = every_text(figure)
        for text in texts:
            # What is left of our own tags and templates.
            ours = re.sub(r"</?b>|<br>|</?extra>|%\{(x|y|customdata)[^{}]*\}", "", text)
            assert not re.search(r"[<>$]|%\{|\n", ours), text
        assert any(beginning in plain(text) for text in texts)


@given(st.floats(-10, 10), st.floats(1e-3, 100), st.integers(40, 900))
def test_ticks_are_round_within_the_axis_and_apart(low: float, span: float, px: int) -> None:
    axis = number_axis("score", low, low + span, px=px, apart=40)
    assert len(axis.words) == len(set(axis.words)) == len(axis.ticks)
    assert all(low - 1e-6 * span <= tick <= low + span * (1 + 1e-6) for tick in axis.ticks)
    gaps = np.diff(axis.ticks) / span * px
    assert (gaps >= 40 - 1e-6).all()
