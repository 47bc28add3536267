"""Does the picture across budgets show every outcome, and does a click anywhere find its budget?"""

from __future__ import annotations

import html
import re
from functools import cache
from itertools import pairwise

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scenario import Scenario, Tiers, keep_ledger
from engine.scenario.run import scenario_staircase
from engine.sections import KINDS, ContextBudget, ContextSection
from ui.charts.budgets import HEAD, MOST_ROWS, budget_grid, budgets_figure
from ui.charts.budgets_frame import PITCH
from ui.charts.budgets_grid import FAR, stretches, thin, ticks
from ui.charts.budgets_map import STEPS, mixed
from ui.charts.clicks import clicked_budget, clicked_section
from ui.charts.text_width import text_width
from ui.charts.words import OUTCOME_WORDS
from ui.palette import LIGHT

SIZE = (416, 520)
NAMES = ("rules", "policy: late", "<b>x</b> & $y$", "%{x} <script>", "memory: customer", "task")
FLAGS = ("p", "", "t", "", "t", "p")


def scenario(count: int = len(NAMES), window: int = 500, **more: object) -> Scenario:
    sections = tuple(
        ContextSection(
            NAMES[i] if i < len(NAMES) else f"item {i}", "word " * (20 + 37 * i % 90),
            kind=KINDS[i % 9], priority=100 - 37 * i % 80,
            pinned="p" in FLAGS[i % 6] and i < 6, truncatable="t" in FLAGS[i % 6],
        )
        for i in range(count)
    )  # fmt: skip
    budget = ContextBudget(window, 100)
    return Scenario(sections=sections, budget=budget, tokenizer="chars/4", **more)  # type: ignore[arg-type]


@cache
def drawn(
    count: int = len(NAMES), window: int = 500, selected: str | None = None, tiers: bool = False
) -> tuple[go.Figure, Scenario, list[int], dict[str, list[str]]]:
    case = scenario(count, window, tiers=Tiers(enabled=tiers))
    budgets = budget_grid(keep_ledger(case).before, case.usable)
    staircase = scenario_staircase(case, budgets)
    figure = budgets_figure(staircase, budgets, case, selected, LIGHT, *SIZE)
    return figure, case, budgets, staircase


def targets(figure: go.Figure) -> go.Scatter:
    return next(trace for trace in figure.data if trace.name == "targets")


def plain(text: str) -> str:
    return html.unescape(re.sub(r"</?b>|<br>", " ", text))


@given(st.integers(0, 10**6), st.integers(0, 2 * 10**6), st.integers(4, 300))
def test_the_grid_is_small_whole_and_holds_what_matters(total: int, now: int, most: int) -> None:
    grid = budget_grid(total, now, most)
    assert len(grid) <= most
    assert grid == sorted(set(grid))
    assert all(type(budget) is int for budget in grid)
    assert grid[0] == 0
    assert total in grid
    assert (now in grid) == (now <= FAR * total) or now in range(total + 1)
    assert grid[-1] == (now if total < now <= FAR * total else total)


def test_the_grid_is_every_budget_where_there_are_few() -> None:
    assert budget_grid(5, 3) == [0, 1, 2, 3, 4, 5]
    assert budget_grid(0, 0) == [0]
    assert len(budget_grid(100_000, 77_778)) == 200


@given(st.lists(st.sampled_from(sorted(OUTCOME_WORDS)), min_size=1, max_size=30))
def test_stretches_cover_the_scale_and_say_every_outcome(outcomes: list[str]) -> None:
    budgets = [7 * at for at in range(len(outcomes))]
    found = stretches(outcomes, budgets, end=budgets[-1] + 5)
    assert all(a[0] != b[0] and a[2] == b[1] for a, b in pairwise(found))
    assert (found[0][1], found[-1][2]) == (0, budgets[-1] + 5)
    for outcome, budget in zip(outcomes, budgets, strict=True):
        assert [o for o, start, end in found if start <= budget < end] == [outcome]


@given(st.integers(1, 3000), st.integers(2, 60), st.data())
def test_thinning_keeps_the_ends_and_what_must_stay(
    count: int, most: int, data: st.DataObject
) -> None:
    keep = data.draw(st.lists(st.integers(0, count - 1), max_size=1))
    found = thin(count, most, keep)
    assert len(found) <= max(most, 2 + len(keep))
    assert {0, count - 1, *keep} <= set(found)


@pytest.mark.parametrize("extent", [1, 6, 99, 1230, 10**6])
def test_ticks_are_few_round_and_within_the_scale(extent: int) -> None:
    found = ticks(extent, 4)
    assert found[0] == 0
    assert found[-1] <= extent
    assert 1 <= len(found) <= 5


@pytest.mark.parametrize("tiers", [False, True])
def test_every_row_shows_its_outcome_at_every_budget(tiers: bool) -> None:
    figure, case, budgets, staircase = drawn(tiers=tiers, window=400)
    said = {"pinned": "in", "included": "in", "truncated": "trimmed", "dropped": "out"}
    for index, section in enumerate(case.sections):
        middle = HEAD + (index + 0.5) * PITCH
        for budget, outcome in zip(budgets, staircase[section.name], strict=True):
            here = set()
            for trace in figure.data:
                if trace.type == "bar":
                    here |= {
                        trace.name
                        for base, x, y in zip(trace.base, trace.x, trace.y, strict=True)
                        if y == middle and base <= budget < base + x
                    }
                elif trace.name == "out":
                    ends = zip(trace.x[::3], trace.x[1::3], trace.y[::3], strict=True)
                    here |= {"out" for a, b, y in ends if y == middle and a <= budget < b}
            word = said.get(outcome, outcome)
            assert here == {f"{word} {section.kind}" if word in ("in", "trimmed") else word}


def test_the_outcome_at_now_is_the_ledgers() -> None:
    for tiers in (False, True):
        _, case, budgets, staircase = drawn(tiers=tiers)
        assert case.usable in budgets
        at = budgets.index(case.usable)
        ledger = keep_ledger(case)
        if ledger.overflow is None:
            outcomes = [staircase[row.section.name][at] for row in ledger.rows]
            assert outcomes == [row.outcome for row in ledger.rows]


@pytest.mark.parametrize("count", [1, 6, 40, 41, 200, 300])
def test_a_click_anywhere_finds_a_budget_and_a_section(count: int) -> None:
    figure, case, budgets, _ = drawn(count, window=2000)
    found = targets(figure)
    assert len(found.x) <= 2000
    assert figure.layout.hoverdistance == -1  # the nearest one, however far
    assert figure.layout.hovermode == "closest"
    names = {section.name for section in case.sections}
    for x, (budget, name) in zip(found.x, found.customdata, strict=True):
        assert x == budget in budgets
        assert name in names
    clicked = {"selection": {"points": [{"customdata": list(found.customdata[-1])}]}}
    assert clicked_budget(clicked) == found.x[-1]
    assert clicked_section(clicked) in names
    for trace in figure.data:
        if trace is not found:
            assert trace.hoverinfo == "skip"  # nothing lies between the hand and the points


@pytest.mark.parametrize("count", [6, 40, 41, 300])
def test_now_can_be_clicked_in_every_line_and_has_its_line(count: int) -> None:
    figure, case, _, _ = drawn(count)
    found = targets(figure)
    lines = set(found.y)
    assert {y for x, y in zip(found.x, found.y, strict=True) if x == case.usable} == lines
    assert [s.x0 for s in figure.layout.shapes if s.line.color == LIGHT.text and s.type == "line"]
    assert "now 400" in [label.text for label in figure.layout.annotations]


def test_a_budget_far_beyond_the_total_is_only_pointed_at() -> None:
    figure, case, budgets, _ = drawn(window=90_000)
    assert "now 89,900 →" in [label.text for label in figure.layout.annotations]
    assert figure.layout.xaxis.range[1] < 1.1 * budgets[-1]
    assert not [s for s in figure.layout.shapes if s.x0 == case.usable]


@pytest.mark.parametrize("count", [6, 41])
def test_hover_says_budget_number_name_and_outcome(count: int) -> None:
    figure, case, budgets, staircase = drawn(count)
    found = targets(figure)
    for (budget, name), hover in zip(found.customdata, found.hovertext, strict=True):
        outcome = OUTCOME_WORDS[staircase[name][budgets.index(budget)]]
        index = case.index(name) + 1
        assert plain(hover).split() == f"{budget:,} tokens {index} {name}: {outcome}".split()


@pytest.mark.parametrize("count", [6, 41, 300])
def test_names_are_shown_as_they_stand(count: int) -> None:
    figure, *_ = drawn(count, selected=NAMES[2])
    texts = [label.text for label in figure.layout.annotations] + list(targets(figure).hovertext)
    for text in texts:
        assert not re.search(r"[<>$]|%\{", re.sub(r"</?b>|<br>", "", text)), text
    assert "hovertemplate" not in figure.to_json()


def test_the_selected_row_is_tinted_and_bold_and_nothing_dims() -> None:
    figure, *_ = drawn(selected="policy: late")
    bold = [label.text for label in figure.layout.annotations if label.font.weight == 700]
    assert "2 late" in bold
    assert "1 rules" not in bold
    tint = [s for s in figure.layout.shapes if s.fillcolor == LIGHT.panel and s.layer == "below"]
    assert len(tint) == 1
    for trace in figure.data:
        if trace.type == "bar":
            assert trace.selected.marker.opacity == trace.unselected.marker.opacity == 1


@pytest.mark.parametrize("count", [2, 30, MOST_ROWS, MOST_ROWS + 1, 300])
def test_names_at_the_left_fit_and_do_not_touch(count: int) -> None:
    figure, *_ = drawn(count, selected="rules")
    height = SIZE[1] - figure.layout.margin.t - figure.layout.margin.b
    names = [label for label in figure.layout.annotations if label.xanchor == "right"]
    for label in names:
        wide = text_width(plain(label.text), label.font.size, label.font.weight == 700)
        assert wide <= figure.layout.margin.l - 8
    lanes = sorted((1 - label.y) * height for label in names)
    assert all(b - a >= 17.9 for a, b in pairwise(lanes))
    assert names


def test_rows_stand_at_the_ledgers_pitch_and_shrink_to_the_height() -> None:
    few, many = drawn(6)[0], drawn(40)[0]
    assert sorted(set(targets(few).y)) == [HEAD + PITCH * (at + 0.5) for at in range(6)]
    assert max(targets(many).y) < SIZE[1]
    assert few.layout.height == many.layout.height == SIZE[1]


def test_above_forty_sections_it_is_a_map() -> None:
    assert not [trace for trace in drawn(40)[0].data if trace.type == "heatmap"]
    figure, case, budgets, staircase = drawn(41)
    heat = next(trace for trace in figure.data if trace.type == "heatmap")
    assert heat.z.shape == (41, len(budgets))
    colors = [color for _, color in heat.colorscale][::2]
    kinds = list(LIGHT.kinds)
    for row, section in enumerate(case.sections):
        color = LIGHT.kinds[section.kind].color
        for column, outcome in enumerate(staircase[section.name]):
            share = {"pinned": 1, "included": 1, "truncated": 0.5}.get(outcome, 0)
            expected = mixed(color, LIGHT.panel, share) if share else LIGHT.panel
            assert colors[heat.z[row, column]] == expected
    assert len(colors) == len(kinds) * STEPS + 1


def test_a_line_of_many_sections_says_how_many_and_counts_them() -> None:
    figure, *_ = drawn(300, window=8000)
    heat = next(trace for trace in figure.data if trace.type == "heatmap")
    each = next(
        int(label.text.split()[2])
        for label in figure.layout.annotations
        if label.text.startswith("one line: ")
    )
    assert heat.z.shape[0] == -(-300 // each)
    found = targets(figure)
    for hover in found.hovertext:
        counts = [int(n) for n in re.findall(r"(\d+) (?:in|out|trimmed|pinned too big)", hover)]
        first, last = map(int, re.search(r"(\d+) to (\d+)", hover).groups())
        assert sum(counts) == last - first + 1 <= each
    assert len(figure.to_json()) < 350_000


def test_the_legend_names_what_is_there() -> None:
    words = [label.text for label in drawn()[0].layout.annotations]
    assert {"in", "trimmed", "out", "pinned too big"} <= set(words)
    case = Scenario(sections=(ContextSection("a", "some words"),), tokenizer="chars/4")
    staircase = scenario_staircase(case, [0, 1, 2, 3])
    figure = budgets_figure(staircase, [0, 1, 2, 3], case, None, LIGHT, *SIZE)
    assert "pinned too big" not in [label.text for label in figure.layout.annotations]


def test_without_sections_it_says_so() -> None:
    figure = budgets_figure({}, [0], Scenario(), None, LIGHT, *SIZE)
    assert [label.text for label in figure.layout.annotations] == ["No sections yet"]
