"""Does the window strip add up, name everything once, and show any name as it stands?"""

from __future__ import annotations

import html
import json
import re
from itertools import pairwise

import plotly.graph_objects as go
import pytest

from engine.scenario import Ledger, Scenario, Tiers, Zones, keep_ledger
from engine.sections import KINDS, ContextBudget, ContextSection
from ui.charts.canvas import CHART_CONFIG, SIDE
from ui.charts.clicks import clicked_budget, clicked_section
from ui.charts.strip import BIG, HEIGHT, strip_figure
from ui.charts.strip_blocks import NAME_PAD, block_label
from ui.charts.strip_layout import blocks, drawn_rows, left_out, placed
from ui.charts.strip_marks import marks, spread
from ui.charts.text_width import shorten, text_width
from ui.palette import DARK, LIGHT

WIDTH = 1134
HOSTILE = (
    "<script>alert(1)</script>",
    "<b>bold</b> & <a href='javascript:alert(1)'>x</a>",
    "$x^2$ costs $5",
    "%{x} %{customdata[0]:d}",
    "&lt;i&gt; &#36; &amp;",
    "a\nb\tc <br> d",
    "\u202egnp.exe \u2066x",
    "Ж" * 200,
    "\N{GRINNING FACE}" * 40,
)


def scenario(
    *sections: tuple[str, str, int, str], window: int = 1400, reserve: int = 200, **more: object
) -> Scenario:
    """Sections of (name, kind, tokens, flags): p for pinned, t for truncatable."""
    made = tuple(
        ContextSection(
            name, "word " * (tokens * 4 // 5), kind=kind, priority=100 - index,
            pinned="p" in flags, truncatable="t" in flags,
        )
        for index, (name, kind, tokens, flags) in enumerate(sections)
    )  # fmt: skip
    budget = ContextBudget(window, reserve)
    return Scenario(sections=made, budget=budget, tokenizer="chars/4", **more)  # type: ignore[arg-type]


REFUND = (
    ("rules", "instructions", 97, "p"),
    ("tool schemas", "tools", 153, "p"),
    ("policy: damage", "evidence", 78, ""),
    ("policy: changed mind", "evidence", 139, "t"),
    ("memory: customer", "memory", 45, ""),
    ("summary so far", "summary", 75, "t"),
    ("history: turns 7-9", "history", 116, ""),
    ("get_order result", "scratch", 201, "t"),
    ("tone examples", "other", 159, "t"),
    ("task", "task", 36, "p"),
)


def many(count: int, window: int = 200_000) -> Scenario:
    rows = [(f"item {i}", KINDS[i % 9], 20 + i * 37 % 300, "t"[i % 2 :]) for i in range(count)]
    return scenario(*rows, window=window, reserve=8000)


CASES = {
    "room": scenario(*REFUND),
    "tight": scenario(*REFUND, window=1000),
    "labelled": scenario(*REFUND, window=1000, rendering="labelled"),
    "tiers": scenario(*REFUND, tiers=Tiers(enabled=True, shares=(0.4, 0.2, 0.2, 0.2))),
    "hostile": scenario(*[(name, "memory", 150, "t") for name in HOSTILE]),
    "empty": scenario(),
    "over": scenario(*[(n, k, t, "p") for n, k, t, _ in REFUND[:8]], window=800),
    "tier over": scenario(*REFUND, tiers=Tiers(enabled=True, shares=(0.1, 0.4, 0.3, 0.2))),
    "many": many(300, 30_000),
    "huge": many(2000),
}
EACH = pytest.mark.parametrize("case", CASES)


def draw(case: str, selected: str | None = None, width: int = WIDTH, **more: bool) -> go.Figure:
    return strip_figure(keep_ledger(CASES[case]), CASES[case], selected, LIGHT, width, **more)


def texts(figure: go.Figure) -> list[str]:
    """All that is written in a figure, in labels and in hover boxes."""
    labels = [label.text for label in figure.layout.annotations]
    return labels + [text for trace in figure.data for text in trace.hovertext or ()]


def plain(text: str) -> str:
    """A label as it is read: our own two tags away, entities decoded."""
    return html.unescape(re.sub(r"</?b>|<br>", "", text))


def trace(figure: go.Figure, name: str) -> go.Bar | None:
    return next((trace for trace in figure.data if trace.name == name), None)


@EACH
def test_blocks_and_joins_add_up_to_what_is_used(case: str) -> None:
    ledger = keep_ledger(CASES[case])
    found = blocks(ledger, tokens_per_px=ledger.usable / WIDTH)
    ends = [(block.start, block.end) for block in found]
    assert sum(block.tokens for block in found) == pytest.approx(ledger.used)
    assert all(a[1] == b[0] for a, b in pairwise(ends))
    assert not ends or ends[0][0] == 0


@EACH
def test_every_section_that_counts_is_in_the_strip_or_left_out(case: str) -> None:
    ledger = keep_ledger(CASES[case])
    found = blocks(ledger, tokens_per_px=ledger.usable / WIDTH)
    strip = [row.section.name for block in found for row in block.rows]
    out = [row.section.name for row, _ in left_out(ledger)]
    assert len(set(strip)) == len(strip)
    assert len(set(out)) == len(out)
    trimmed = {row.section.name for row in ledger.rows if row.outcome == "truncated"}
    assert set(strip) & set(out) == trimmed
    if ledger.overflow is None:
        assert set(strip) | set(out) == {row.section.name for row in ledger.rows if row.before}
        assert sum(tokens for _, tokens in left_out(ledger)) == ledger.before - ledger.after
    else:
        assert set(strip) == {row.section.name for row in ledger.rows if row.section.pinned}


def test_the_strip_keeps_the_order_of_the_prompt() -> None:
    rows = [row.index for row, _, _ in placed(keep_ledger(CASES["tight"]))]
    assert rows == sorted(rows)


@EACH
def test_drawn_bars_stay_within_what_is_used_and_do_not_overlap(case: str) -> None:
    ledger = keep_ledger(CASES[case])
    figure = draw(case)
    spans = sorted(
        (start, start + width)
        for bars in figure.data
        if bars.name in KINDS
        for start, width in zip(bars.base, bars.x, strict=True)
    )
    px = max(CASES[case].budget.max_input_tokens, 1) / WIDTH * 1.1  # slivers are widened to 1 px
    assert all(a[1] <= b[0] + px for a, b in pairwise(spans))
    assert not spans or spans[-1][1] <= ledger.used + px


def test_two_px_between_blocks_and_none_above_sixty() -> None:
    for count, gap in ((50, 2), (61, 0)):
        rows = [(f"s{i}", "evidence", 50, "") for i in range(count)]
        case = scenario(*rows, window=8000, reserve=0)
        figure = strip_figure(keep_ledger(case), case, None, LIGHT, WIDTH)
        bars = trace(figure, "evidence")
        ends = [base + x for base, x in zip(bars.base, bars.x, strict=True)]
        gaps = [b - a for a, b in zip(ends, bars.base[1:], strict=False)]
        assert gaps == pytest.approx([gap * 8000 / (WIDTH - 2 * SIDE)] * (count - 1), abs=1e-6)


def test_sections_too_small_to_see_share_a_block_that_can_be_seen() -> None:
    ledger = keep_ledger(CASES["huge"])
    per_px = 200_000 / WIDTH
    found = blocks(ledger, per_px)
    assert len(found) < WIDTH / 2 + 1 < len(drawn_rows(ledger))
    assert all(block.tokens >= 2 * per_px or len(block.rows) == 1 for block in found[:-1])


@pytest.mark.parametrize("name", ["task", "policy: changed mind", *HOSTILE])
@pytest.mark.parametrize("big", [1, BIG])
def test_a_label_fits_its_block_or_is_left_away(name: str, big: float) -> None:
    row = keep_ledger(scenario((name, "task", 10, ""))).rows[0]
    seen = set()
    for room in range(0, 400, 3):
        label = block_label(row, room, 15 * big)
        seen.add(label)
        assert text_width(label, 15 * big, bold=True) <= room
        assert label in ("", "1") or label.startswith("1 ")
    assert {"", "1"} < seen


@EACH
@pytest.mark.parametrize("width", [760, WIDTH])
@pytest.mark.parametrize("big", [False, True])
def test_labels_in_blocks_stay_inside_their_blocks(case: str, width: int, big: bool) -> None:
    figure = draw(case, width=width, big=big)
    low, high = figure.layout.xaxis.range
    bars = [
        (base, base + x)
        for bars in figure.data
        if bars.name in KINDS
        for base, x in zip(bars.base, bars.x, strict=True)
    ]
    for label in figure.layout.annotations:
        if label.bgcolor in {fill.color for fill in LIGHT.kinds.values()}:
            middle = low + label.x * (high - low)
            half = text_width(plain(label.text), label.font.size, bold=True) / 2
            half *= (high - low) / width
            assert any(a <= middle - half and middle + half <= b for a, b in bars), label.text


def test_a_label_is_the_ledgers_number_and_the_name_without_its_group() -> None:
    row = keep_ledger(CASES["tight"]).rows[3]
    size = {"size": 15}
    assert block_label(row, 200, **size) == "4 policy: changed mind"
    assert block_label(row, 130, **size) == "4 changed mind"
    assert block_label(row, 90, **size) == "4 change…"
    assert block_label(row, 45, **size) == "4"
    assert block_label(row, 10, **size) == ""
    assert NAME_PAD * 2 + text_width("4 changed mind", 15, bold=True) <= 130


@pytest.mark.parametrize(
    ("case", "selected"), [*((case, None) for case in CASES), *(("hostile", n) for n in HOSTILE)]
)
def test_names_are_shown_as_they_stand_whatever_signs_they_hold(
    case: str, selected: str | None
) -> None:
    figure = draw(case, selected)
    for text in texts(figure):
        ours = re.sub(r"</?b>|<br>", "", text)
        assert not re.search(r"[<>$\n\u202e]|%\{|&(?!(amp|lt|gt|#36|#37);)", ours), text
    spec = figure.to_json()
    assert "hovertemplate" not in spec
    assert "texttemplate" not in spec


def test_a_hostile_name_reads_the_same_in_label_hover_and_click() -> None:
    figure = draw("hostile")
    read = [plain(text) for text in texts(figure)]
    clicks = [name for bars in figure.data for (name,) in bars.customdata or ()]
    for name in HOSTILE[:5]:
        assert any(f" {name}" in text for text in read), name
    assert set(clicks) == set(HOSTILE)


@EACH
def test_nothing_is_dimmed_by_a_click(case: str) -> None:
    for bars in draw(case, "task").data:
        assert bars.type == "bar"
        assert bars.selected.marker.opacity == bars.unselected.marker.opacity == 1


@EACH
def test_a_click_finds_the_section_in_strip_and_row_and_nothing_beside_them(case: str) -> None:
    names = {section.name for section in CASES[case].sections}
    for bars in draw(case).data:
        if bars.name in KINDS or bars.name == "left out":
            assert {name for (name,) in bars.customdata} <= names
        else:
            assert bars.customdata is None


def test_what_streamlit_hands_back_becomes_a_name_or_a_budget() -> None:
    def event(customdata: object) -> dict[str, object]:
        return {"selection": {"points": [{"x": 1}, {"customdata": customdata}]}}

    assert clicked_section(event(["rules"])) == "rules"
    assert clicked_budget(event(["rules"])) is None
    assert clicked_section(event([1200, "rules"])) == "rules"
    assert clicked_budget(event([1200, "rules"])) == 1200
    assert clicked_budget(event({"0": 1200, "1": "rules"})) == 1200
    for nothing in (None, {}, {"selection": {"points": []}}, event(None)):
        assert clicked_section(nothing) is clicked_budget(nothing) is None


def test_the_selected_section_is_outlined_and_named_in_bold() -> None:
    def outlines(figure: go.Figure) -> list[float]:
        edges = [s.line for s in figure.layout.shapes if s.type == "rect"]
        return [edge.width for edge in edges if edge.color == LIGHT.text]

    def bold(figure: go.Figure) -> bool:
        return any(
            label.text.startswith("<b>9 tone examples</b>") for label in figure.layout.annotations
        )

    chosen, other = draw("tight", "tone examples"), draw("tight", "rules")
    assert outlines(draw("tight")) == []
    assert outlines(other) == outlines(chosen) == [4]
    assert bold(chosen)
    assert not bold(other)


def test_the_selected_one_is_shown_among_thousands_left_out() -> None:
    ledger = keep_ledger(CASES["huge"])
    smallest = left_out(ledger)[-1][0].section.name
    hits = trace(draw("huge", smallest), "left out")
    assert [smallest] in [list(name) for name in hits.customdata]
    assert [smallest] not in [list(name) for name in trace(draw("huge"), "left out").customdata]


@EACH
@pytest.mark.parametrize("width", [500, 760, WIDTH])
def test_the_row_of_what_is_left_out_stays_in_the_figure_and_counts_the_rest(
    case: str, width: int
) -> None:
    ledger = keep_ledger(CASES[case])
    figure = draw(case, width=width)
    hits = trace(figure, "left out")
    shown = 0 if hits is None else len(hits.x)
    rest = next((t for t in texts(figure) if re.fullmatch(r"and [\d,]+ more", t)), "and 0 more")
    if shown:
        ends = [base + x for base, x in zip(hits.base, hits.x, strict=True)]
        assert all(end <= base for end, base in zip(ends, hits.base[1:], strict=False))
        assert ends[-1] <= figure.layout.xaxis.range[1]
        assert shown + int(rest.split()[1].replace(",", "")) == len(left_out(ledger))
        sizes = [dict(left_out_sizes(ledger))[name] for (name,) in hits.customdata]
        assert sizes == sorted(sizes, reverse=True)


def left_out_sizes(ledger: Ledger) -> list[tuple[str, int]]:
    return [(row.section.name, tokens) for row, tokens in left_out(ledger)]


def test_pinned_and_trimmed_carry_their_glyphs_as_plain_text() -> None:
    read = [label.text for label in draw("tight").layout.annotations]
    assert read.count("▼") == 3
    assert read.count("✂\ufe0e") == 1  # U+FE0E: never the coloured emoji


@pytest.mark.parametrize(
    "zones",
    [(0.7, 0.85, 0.85), (0.84, 0.85, 0.86), (0.85, 0.85, 0.85), (0, 0, 0), (0, 0.01, 1),
     (0.98, 0.99, 0.97), (1, 1, 1), (0.7, 1, 0.7), (0.333, 0.6667, 0.5)],
)  # fmt: skip
@pytest.mark.parametrize("budget", [(1400, 200), (1400, 0), (200_000, 1), (2_000_000, 1_999_000)])
@pytest.mark.parametrize(("width", "big"), [(760, True), (WIDTH, False)])
def test_labels_of_marks_never_overlap_nor_leave_the_figure(
    zones: tuple[float, ...], budget: tuple[int, int], width: int, big: bool
) -> None:
    case = Scenario(budget=ContextBudget(*budget), tokenizer="chars/4", zones=Zones(*zones))
    figure = strip_figure(keep_ledger(case), case, None, LIGHT, width, big)
    ends = []
    for label in figure.layout.annotations:
        number = re.fullmatch(r"(<b>.*</b>)?( · )?[\d,]*", label.text)
        if number and label.bgcolor is None:
            size = label.font.size
            bold = plain(number[1] or "")
            long = text_width(bold, size, bold=True) + text_width(
                plain(label.text).removeprefix(bold), size
            )
            left = label.x * width - (0 if label.xanchor == "left" else long / 2)
            ends.append((left, left + long))
    ends.sort()
    assert len(ends) >= 2
    assert all(a[1] + 4 <= b[0] for a, b in pairwise(ends)), ends
    assert ends[0][0] >= -1
    assert ends[-1][1] <= width + 1


def test_marks_say_percent_and_tokens_and_equal_ones_are_one() -> None:
    def said(*zones: float) -> list[str]:
        return [mark.bold + mark.plain for mark in marks(scenario(zones=Zones(*zones)), LIGHT)]

    assert said(0.7, 0.85, 0.85) == ["▲ 70 % · 840", "■ 85 % · 1,020", "100 % · 1,200"]
    assert said(0.7, 0.85, 0.8)[1] == "fill 80 % · 960"
    assert said(0.7, 0.85, 0.7)[0] == "▲ fill 70 % · 840"
    assert said(0.8, 0.8, 0.8) == ["▲ ■ 80 % · 960", "100 % · 1,200"]
    assert said(0.7, 1, 1) == ["▲ 70 % · 840", "■ 100 % · 1,200"]
    assert said(0.7, 0.855, 1)[1] == "■ 85.5 % · 1,026"


def test_labels_move_as_little_as_needed() -> None:
    assert spread([50, 150], [40, 40], gap=10, low=0, high=200) == [50, 150]
    assert spread([5, 195], [40, 40], gap=10, low=0, high=200) == [20, 180]
    assert spread([190, 195, 200], [40, 40, 40], gap=10, low=0, high=200) == [80, 130, 180]


def test_marks_are_dashed_through_free_space_only() -> None:
    def dashed(case: str) -> list[float]:
        return [s.x0 for s in draw(case).layout.shapes if s.line.dash not in (None, "solid")]

    assert dashed("empty") == [840, 1020]
    assert dashed("over") == []
    assert all(at > keep_ledger(CASES["room"]).used for at in dashed("room"))


def test_over_shows_the_pinned_to_scale_then_the_reserve_and_how_much_is_too_much() -> None:
    ledger, figure = keep_ledger(CASES["over"]), draw("over")
    assert ledger.used > ledger.usable
    reserve = trace(figure, "reserve")
    assert (reserve.base[0], reserve.x[0]) == (ledger.used, 200)
    assert trace(figure, "free") is trace(figure, "left out") is None
    color = LIGHT.zones["over"].color
    bracket = [s for s in figure.layout.shapes if s.fillcolor == color]
    assert [(s.x0, s.x1) for s in bracket] == [(ledger.usable, ledger.used)]
    words = [label.text for label in figure.layout.annotations if label.font.color == color]
    assert words == [f"{ledger.used - ledger.usable:,} over"]


def test_a_tier_that_is_too_small_has_its_bracket_over_its_own_sections() -> None:
    ledger, figure = keep_ledger(CASES["tier over"]), draw("tier over")
    color = LIGHT.zones["over"].color
    bracket = [s for s in figure.layout.shapes if s.fillcolor == color]
    overflow = ledger.overflow
    assert overflow is not None
    assert sum(s.x1 - s.x0 for s in bracket) == pytest.approx(ledger.used)
    assert f"tier static: {overflow.required - overflow.budget:,} over" in texts(figure)


@EACH
def test_the_height_stays_the_same_so_that_the_page_does_not_jump(case: str) -> None:
    assert draw(case).layout.height == HEIGHT
    assert draw(case, big=True).layout.height == pytest.approx(HEIGHT * BIG)


def test_two_thousand_sections_stay_small() -> None:
    assert len(draw("huge").to_json()) < 300_000


def test_fonts_and_colours_come_from_the_palette_on_clear_paper() -> None:
    figure = strip_figure(keep_ledger(CASES["tight"]), CASES["tight"], None, DARK, WIDTH)
    spec = json.loads(figure.to_json())
    assert spec["layout"]["font"]["family"].startswith('"Source Sans"')
    assert spec["layout"]["paper_bgcolor"] == spec["layout"]["plot_bgcolor"] == "rgba(0,0,0,0)"
    assert trace(figure, "tools").marker.color == DARK.kinds["tools"].color
    assert min(label.font.size for label in figure.layout.annotations) >= 13
    assert CHART_CONFIG["toImageButtonOptions"]["format"] == "svg"


def test_shortened_text_fits_and_keeps_letters_whole() -> None:
    text = "cafe\u0301 und mehr"
    for room in range(120):
        short = shorten(text, room, 15)
        assert text_width(short, 15) <= room
        assert short in ("", text) or short.endswith("…")
        assert not short.startswith("cafe…")
