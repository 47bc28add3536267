"""Do the figures of Placement show what was measured, name everything, and say where it is from?"""

from __future__ import annotations

import html
import json
import re
from itertools import chain, combinations, pairwise

import plotly.graph_objects as go
import pytest

from engine.placement.compare import OrderScore, compare_orders
from engine.placement.curve import Point, PositionCurve
from engine.placement.curves import DEFAULT_CURVE, DEFAULT_OVERLAYS, find_curve, load_curves
from engine.placement.effective import effective_window
from engine.placement.flattening import attention_flattening
from engine.placement.found import where_found
from engine.placement.lengths import length_tables, multi_turn, nolima, ruler
from engine.sections import KINDS, ContextSection
from ui.charts.clicks import clicked_section
from ui.charts.placement_all import curves_figure
from ui.charts.placement_curve import HEIGHT, PlacedBlock, placement_figure
from ui.charts.placement_flattening import flattening_figure
from ui.charts.placement_found import found_figure
from ui.charts.placement_lengths import length_figure, multi_turn_figure
from ui.charts.placement_orders import orders_figure
from ui.charts.placement_panels import tag
from ui.charts.placement_predict import predict_figure
from ui.charts.placement_stars import DISC
from ui.charts.placement_strips import stand
from ui.charts.placement_watermarks import effective_figure
from ui.charts.placement_words import about, direct_label, wrap
from ui.charts.text_width import text_width
from ui.palette import DARK, LIGHT

CURVE = find_curve(DEFAULT_CURVE)
OVERLAYS = [find_curve(id) for id in DEFAULT_OVERLAYS]
SHIPPED = load_curves()
ROWS = (
    ("rules", "instructions", 97), ("tool schemas", "tools", 153), ("damage", "evidence", 78),
    ("changed mind", "evidence", 139), ("customer", "memory", 45), ("summary", "summary", 75),
    ("turns 7-9", "history", 116), ("get_order result", "scratch", 201), ("task", "task", 36),
)  # fmt: skip
MUST = {"damage": 0.5, "get_order result": 0.5}
HOSTILE = (
    "<script>alert(1)</script>", "<b>bold</b> & <a href='javascript:alert(1)'>x</a>",
    "$x^2$ costs $5", "%{x} %{customdata[0]:d}", "&lt;i&gt; &#36;", "a\nb <br> d", "Ж" * 90,
)  # fmt: skip
EACH = pytest.mark.parametrize("curve", SHIPPED, ids=[curve.id for curve in SHIPPED])


def strip(
    rows: tuple[tuple[str, str, int], ...],
    curve: PositionCurve = CURVE,
    must: dict[str, float] | None = None,
) -> list[PlacedBlock]:
    total, start, blocks = sum(row[2] for row in rows), 0, []
    numbers = {name: at for at, (name, *_) in enumerate(sorted(rows), 1)}
    for name, kind, tokens in rows:
        mean = curve.mean(start / total, (start + tokens) / total) if tokens else 0
        start += tokens
        weight = (MUST if must is None else must).get(name, 0)
        blocks.append(PlacedBlock(name, kind, tokens, numbers[name], weight, mean))
    return blocks


def draw(curve: PositionCurve = CURVE, width: int = 760, **more: object) -> go.Figure:
    options: dict = {"overlays": OVERLAYS, "theme": LIGHT, "must": MUST, "rows": ROWS} | more
    rows, must, overlays = options.pop("rows"), options.pop("must"), options.pop("overlays")
    strips = strip(rows, curve, must), strip(rows[::-1], curve, must)
    return placement_figure(curve, overlays, strips, must, width=width, **options)


def many(count: int, stars: int) -> dict:
    rows = tuple((f"item {i}", KINDS[i % 9], 20 + i * 37 % 300) for i in range(count))
    return {"rows": rows, "must": {f"item {i * count // stars}": 1 / stars for i in range(stars)}}


def plain(text: str) -> str:
    """A label as it is read: our own tags away, entities decoded."""
    return html.unescape(re.sub(r"</?b>", "", text.replace("<br>", " ")))


def labels(figure: go.Figure) -> list[str]:
    written = [one.text for one in figure.data if one.name in ("names", "expected")]
    texts = [text.strip() for text in chain(*written)]
    return [*(label.text for label in figure.layout.annotations), *texts]


def said(figure: go.Figure) -> list[str]:
    return [plain(text) for text in labels(figure)]


def all_said(figure: go.Figure) -> str:
    return " ".join(said(figure))


def trace(figure: go.Figure, name: str) -> go.Scatter:
    return next(trace for trace in figure.data if trace.name == name)


def boxes(figure: go.Figure) -> list[tuple[str, float, float, float, float]]:
    """Every label within the axes' height, with its box in px of ink."""
    layout, found = figure.layout, []
    wide = figure.layout.meta["width"] - layout.margin.l - layout.margin.r
    high = layout.height - layout.margin.t - layout.margin.b
    for label in layout.annotations:
        text = label.text
        if "<br>" in text or not 0 <= label.y <= 1:
            continue
        bold = re.fullmatch(r"(.*?)<b>(.*)</b>", text)
        head, tail = bold.groups() if bold else (text, "")
        size, heavy = label.font.size, label.font.weight == 700
        width = text_width(plain(head), size, heavy) + text_width(plain(tail), size, True)
        x = label.x * wide - {"left": 0, "center": 0.5, "right": 1}[label.xanchor] * width
        y = (1 - label.y) * high
        found.append((text, x, x + width, y - 0.4 * size, y + 0.4 * size))
    return found


def touching(figure: go.Figure, width: int) -> list[tuple[str, str]]:
    figure.layout.meta = {"width": width}
    return [
        (a[0], b[0])
        for a, b in combinations(boxes(figure), 2)
        if min(a[2], b[2]) - max(a[1], b[1]) > 1 and min(a[4], b[4]) - max(a[3], b[3]) > 1
    ]


def orders() -> tuple[OrderScore, ...]:
    sections = [
        ContextSection(name, "x" * 4 * tokens, priority=tokens, kind=kind)
        for name, kind, tokens in ROWS
    ]
    return compare_orders(sections, CURVE, MUST)


WINDOW = effective_window([0.1, 0.3, 0.5, 0.7, 0.9], [0.91, 0.9, 0.88, 0.82, 0.61], n=400)
GUESS = [0.7, 0.7, 0.65, 0.6, 0.6]
PAIRS = [curve for curve in SHIPPED if curve.family == "pairs"]
DOCUMENTS = [curve for curve in SHIPPED if curve.family == "documents"]
FIGURES = {
    "curve": draw,
    "dark": lambda: draw(theme=DARK, width=720, selected="rules"),
    "big": lambda: draw(big=True, width=1100),
    "many": lambda: draw(**many(200, 10)),
    "all lit": lambda: draw(**many(200, 200)),
    "orders": lambda: orders_figure(orders(), "as_given", "best_last", LIGHT, curve=CURVE),
    "guess": lambda: predict_figure(CURVE, GUESS, False, LIGHT, 760),
    "revealed": lambda: predict_figure(CURVE, GUESS, True, DARK, 720),
    "few": lambda: curves_figure(PAIRS[:5], LIGHT, 760),
    "panels": lambda: curves_figure(DOCUMENTS, LIGHT, 760),
    "nolima": lambda: length_figure(nolima(), LIGHT, 760),
    "ruler": lambda: length_figure(ruler(), DARK, 1100),
    "turns": lambda: multi_turn_figure(multi_turn(), LIGHT, 760, task="code"),
    "flattening": lambda: flattening_figure(4, LIGHT, 760),
    "window": lambda: effective_figure(WINDOW, "your own measurement · own", LIGHT, 760),
    "found": lambda: found_figure(CURVE, 9, LIGHT, 760),
}
ALL = pytest.mark.parametrize("name", FIGURES)


@EACH
def test_the_line_is_the_curve(curve: PositionCurve) -> None:
    line = trace(draw(curve, overlays=[]), curve.id)
    assert list(line.x) == [point.x for point in curve.points]
    assert [y / 100 for y in line.y] == pytest.approx([p.accuracy for p in curve.points])
    if len(set(line.x)) == len(line.x):
        assert [curve.at(x) for x in line.x] == pytest.approx([y / 100 for y in line.y])


WIDTHS = (720, 760, 1100)
AT_WIDTHS = [(CURVE, width) for width in WIDTHS]
AT_WIDTHS += [(curve, WIDTHS[index % 3]) for index, curve in enumerate(SHIPPED)]


@pytest.mark.parametrize(("curve", "width"), AT_WIDTHS, ids=lambda value: getattr(value, "id", ""))
def test_no_label_lies_on_another_and_all_curves_are_named(
    curve: PositionCurve, width: int
) -> None:
    figure = draw(curve, width=width)
    assert touching(figure, width) == []
    assert {direct_label(overlay) for overlay in OVERLAYS} <= set(said(figure))
    assert curve.label.partition(" · ")[0] in said(figure)


@pytest.mark.parametrize("case", [many(200, 10), many(40, 8), many(200, 2), many(200, 200)])
def test_many_blocks_stay_legible(case: dict) -> None:
    assert touching(draw(**case), 760) == []


def test_the_blocks_of_a_strip_fill_the_prompt() -> None:
    for rows in (ROWS, ROWS[::-1], many(200, 2)["rows"]):
        placed = stand(strip(rows))
        assert placed[0].start == 0
        assert sum(p.end - p.start for p in placed) == pytest.approx(1)
        assert all(a.end == b.start for a, b in pairwise(placed))
    bars = [t for t in draw().data if t.type == "bar" and t.name in KINDS]
    for middle in {y for bar in bars for y in bar.y}:
        drawn = sorted(
            (start, start + wide)
            for bar in bars
            for start, wide, y in zip(bar.base, bar.x, bar.y, strict=True)
            if y == middle
        )
        gap = 2 / 600  # two px
        assert len(drawn) == len(ROWS)
        assert sum(end - start for start, end in drawn) == pytest.approx(1, abs=gap * len(drawn))
        assert all(0 <= b[0] - a[1] <= gap for a, b in pairwise(drawn))


def test_what_must_be_found_has_a_stem_a_disc_and_a_value_in_both_orders() -> None:
    figure = draw()
    for letter, rows in (("A", ROWS), ("B", ROWS[::-1])):
        placed = [p for p in stand(strip(rows)) if p.block.name in MUST]
        discs, stems = trace(figure, f"discs {letter}"), trace(figure, f"stems {letter}")
        assert [data[0] for data in discs.customdata] == [p.block.name for p in placed]
        assert [y / 100 for y in discs.y] == pytest.approx([p.block.accuracy for p in placed])
        for p in placed:
            assert any(x is not None and abs(x - p.middle) < 1e-9 for x in stems.x)
            text = f"★{p.block.number} in {letter}: {100 * p.block.accuracy:.1f}"
            assert text in said(figure)


def test_discs_that_coincide_stand_side_by_side() -> None:
    blocks = strip(ROWS)
    figure = placement_figure(CURVE, [], (blocks, blocks), MUST, LIGHT, 760)
    px = 760 - figure.layout.margin.l - figure.layout.margin.r
    for a, b in zip(trace(figure, "discs A").x, trace(figure, "discs B").x, strict=True):
        assert (b - a) * px >= DISC - 1


def test_a_click_on_a_block_or_a_disc_gives_its_section_and_one_on_a_curve_none() -> None:
    figure = draw()
    names = set()
    for one in figure.data:
        for data in one.customdata if one.customdata is not None else ():
            names.add(clicked_section({"selection": {"points": [{"customdata": list(data)}]}}))
    assert names == {row[0] for row in ROWS}
    assert trace(figure, CURVE.id).customdata is None


def test_the_hover_of_a_block_says_span_and_share_of_recall() -> None:
    bars = trace(draw(), "evidence")
    text = plain(bars.hovertext[0])
    block = strip(ROWS)[2]
    points = 100 * block.weight * block.accuracy
    assert "A: 26.6 % to 34.9 %" in text
    assert f"= {points:.1f} points of recall" in text


@EACH
def test_the_axis_shows_all_values_in_percent(curve: PositionCurve) -> None:
    figure = draw(curve)
    low, high = figure.layout.yaxis2.range
    values = [y for one in figure.data if one.yaxis == "y2" for y in one.y if y is not None]
    assert low < min(values)
    assert max(values) < high
    assert all(text.endswith(" %") for text in figure.layout.yaxis2.ticktext)
    assert all(0 <= value <= 100 for value in figure.layout.yaxis2.tickvals)


@ALL
def test_every_figure_stands_still_and_is_written_large_enough(name: str) -> None:
    figure = FIGURES[name]()
    layout = figure.layout
    assert layout.dragmode is False
    axes = [layout[name] for name in layout if re.fullmatch(r"[xy]axis\d?", name)]
    axes = [axis for axis in axes if axis.range is not None]
    assert all(axis.fixedrange for axis in axes)
    sizes = [label.font.size for label in layout.annotations]
    sizes += [axis.tickfont.size for axis in axes if axis.ticktext]
    sizes += [one.textfont.size for one in figure.data if one.type == "scatter" and one.text]
    assert min(sizes) >= 14
    for one in figure.data:
        if one.type == "bar" or one.mode != "lines":
            assert one.unselected.marker.opacity == 1
    json.loads(figure.to_json())


@ALL
def test_every_figure_carries_its_source(name: str) -> None:
    text = all_said(FIGURES[name]())
    known = {
        "flattening": ["Illustration", "no measurement"],
        "window": ["your own measurement", "n = 400 a point", WINDOW.statement],
        "nolima": ["Modarressi et al.", "n not stated", "exact"],
        "ruler": ["Hsieh et al.", "n not stated", "exact"],
        "turns": ["Laban et al.", "n not stated", "exact"],
        "few": ["Liu et al.", "n = 500 a point", "digitised"],
        "panels": ["table 5, table 6, table 7", "n = 100 and 300 a point", "unreviewed"],
    }
    for part in known.get(name, ["Liu et al., Lost in the Middle", "n = 2,655 a point", "exact"]):
        assert part in text


def test_the_main_figure_names_the_sources_of_overlays_too() -> None:
    text = all_said(draw())
    assert f"Overlays: {about(OVERLAYS)}" in text
    assert "it is no probability" in text
    assert draw().layout.height > HEIGHT


def test_any_name_is_shown_as_it_stands() -> None:
    for hostile in HOSTILE:
        points = (Point(0, 0.5, 20), Point(0.5, 0.02, 20), Point(1, 0.97, 20))
        curve = PositionCurve("own", hostile, hostile, "own", points=points)
        rows = ((hostile, "memory", 900), *ROWS)
        named = OrderScore(hostile, (), orders()[0].recall)
        shown = [
            draw(curve, overlays=[curve], rows=rows, must={hostile: 1.0}),
            orders_figure([named], hostile, "", LIGHT, curve=curve),
            predict_figure(curve, [0.5, 0.5, 0.5], True, LIGHT, 760),
            curves_figure([curve] * 3, LIGHT, 760),
            curves_figure([curve] * 6, LIGHT, 760),
            effective_figure(WINDOW, hostile, LIGHT, 760),
        ]
        for figure in shown:
            texts = labels(figure)
            texts += [text for one in figure.data for text in one.hovertext or () if text]
            for text in texts:
                ours = re.sub(r"</?b>|<br>", "", text)
                assert not re.search(r"[<>$%]", ours.replace(" %", "")), text
        beginning = " ".join(hostile.split())[:8]
        assert any(beginning in plain(text.text) for text in shown[0].layout.annotations)


def test_orders_are_ranked_marked_and_clickable() -> None:
    scores = orders()
    figure = orders_figure(scores, "as_given", "best_last", LIGHT, curve=CURVE)
    expected, weakest, rows = (trace(figure, name) for name in ("expected", "weakest", "rows"))
    names = [score.name for score in scores]
    for one in (expected, weakest, rows):
        assert [data[0] for data in one.customdata] == names
    gaps = [100 * (s.recall.expected - s.recall.weakest) for s in scores]
    drawn = [e - w for e, w in zip(expected.x, weakest.x, strict=True)]
    assert drawn == pytest.approx(gaps)
    assert list(expected.y) == sorted(expected.y)
    left, right = figure.layout.xaxis.range
    assert all(left <= x <= right for one in figure.data if one.text for x in one.x), "or unseen"
    assert {"<b>as given A</b>", "<b>best last B</b>"} <= set(labels(figure))
    assert {f"{100 * score.recall.expected:.1f}" for score in scores} <= set(said(figure))
    assert 200 <= figure.layout.height <= 240


def test_a_guess_gives_nothing_away_and_the_axes_stay() -> None:
    hidden, shown = (predict_figure(CURVE, GUESS, r, LIGHT, 760) for r in (False, True))
    assert hidden.layout.yaxis2.range == shown.layout.yaxis2.range
    assert hidden.layout.xaxis.range == shown.layout.xaxis.range
    assert list(hidden.layout.yaxis2.ticktext) == [f"{v} %" for v in range(40, 101, 10)]
    values = {f"{100 * point.accuracy:.1f}" for point in CURVE.points}
    text = json.dumps(hidden.to_plotly_json(), default=str)
    assert not any(value in text for value in values)
    assert values <= set(said(shown))
    assert {"−5.8", "+12.8", "+11.2", "+4.6", "−3.2"} <= set(said(shown))
    assert list(hidden.layout.xaxis.ticktext) == [f"document {n}" for n in (1, 5, 10, 15, 20)]
    assert [y / 100 for y in trace(hidden, "guess").y] == pytest.approx(GUESS)


def test_all_curves_are_there_and_families_are_not_mixed() -> None:
    for curves in (DOCUMENTS, PAIRS, PAIRS[:5]):
        figure = curves_figure(curves, LIGHT, 760)
        ids = {row[0] for one in figure.data if one.customdata is not None
               for row in one.customdata}  # fmt: skip
        assert ids == {curve.id for curve in curves}
    few = said(curves_figure(PAIRS[:5], LIGHT, 760))
    # Not all of one status: each line says its own.
    assert {direct_label(curve, status=True) for curve in PAIRS[:5]} <= set(few)
    panels = said(curves_figure(DOCUMENTS, LIGHT, 760))
    for curve in DOCUMENTS:
        assert any(text in (tag(curve), f"{tag(curve)} docs") for text in panels)
        assert any(text.startswith(curve.model) for text in panels)
    with pytest.raises(ValueError, match="one family"):
        curves_figure([DOCUMENTS[0], PAIRS[0]], LIGHT, 760)


@pytest.mark.parametrize("table", length_tables(), ids=lambda table: table.name)
def test_every_model_is_named_at_its_line(table: object) -> None:
    figure = length_figure(table, LIGHT, 1100)  # type: ignore[arg-type]
    for row in table.rows:  # type: ignore[attr-defined]
        line = trace(figure, row.model)
        known = [score for score in (row.base, *row.scores) if score is not None]
        assert [y / 100 for y in line.y] == pytest.approx(known)
        assert sum(text.startswith(f"{row.model} {100 * known[-1]:.1f}") for text in said(figure))
    assert touching(figure, 1100) == []


def test_several_turns_are_drawn_from_whole_to_sharded() -> None:
    row = multi_turn().rows[0]
    mean = trace(multi_turn_figure(multi_turn(), LIGHT, 760), row.model)
    assert [y / 100 for y in mean.y] == pytest.approx([row.full, row.sharded])
    code = trace(multi_turn_figure(multi_turn(), LIGHT, 760, task="code"), row.model)
    assert [y / 100 for y in code.y] == pytest.approx(row.by_task["code"])


@pytest.mark.parametrize(("gap", "lit"), [(4.0, 100), (8, 100_000), (0, 1), (-3, 7)])
def test_flattening_shows_the_formula(gap: float, lit: int) -> None:
    figure = flattening_figure(gap, LIGHT, 760, distractors=lit)
    one = attention_flattening(lit, gap)
    weight, entropy = trace(figure, "lit").y
    assert weight == pytest.approx(100 * one.weight)
    assert entropy == pytest.approx(100 * one.entropy / one.most_entropy)
    assert f"N = {lit:,}" in said(figure)
    assert f"{one.entropy:.2f} of {one.most_entropy:.2f} nats" in said(figure)


def test_the_marks_of_the_effective_window_are_named_and_its_bars_are_intervals() -> None:
    figure = effective_figure(WINDOW, "mine", LIGHT, 760)
    line = trace(figure, "accuracy")
    for point, y, up, down in zip(
        WINDOW.points, line.y, line.error_y.array, line.error_y.arrayminus, strict=True
    ):
        assert ((y - down) / 100, (y + up) / 100) == pytest.approx(point.interval)
    assert WINDOW.amber is not None
    assert WINDOW.red is not None
    amber, red = f"▲ amber {100 * WINDOW.amber:g} %", f"■ red {100 * WINDOW.red:g} %"
    assert {amber, red} <= set(said(figure))
    assert "5 points below 91.0" in said(figure)


@pytest.mark.parametrize("index", [0, 3, 9, 19])
def test_the_lit_document_shows_what_is_known_there(index: int) -> None:
    for curve in (CURVE, find_curve("fit-gpt-3.5-turbo-16k-0613-20")):
        found = next(f for f in where_found(index, 20) if f.curve.id == curve.id)
        figure = found_figure(curve, index, LIGHT, 760)
        assert trace(figure, "lit").y[0] / 100 == pytest.approx(found.accuracy)
        words = f"document {index + 1} of 20: {100 * found.accuracy:.1f} %"
        assert any(text.startswith(words) for text in said(figure))
        between = any("between two measured points" in text for text in said(figure))
        assert between == (curve.kind == "measured" and not found.measured)
    with pytest.raises(ValueError, match="index"):
        found_figure(CURVE, 20, LIGHT, 760)


def test_wrapped_text_loses_nothing_and_fits() -> None:
    for text in (about(DOCUMENTS), "x" * 500, "n = 5 · " * 40, ""):
        for room in (60, 300, 700):
            lines = wrap(text, room, 14)
            assert "".join(lines).replace(" ", "") == text.replace(" ", "")
            assert all(text_width(line, 14) <= room for line in lines)
