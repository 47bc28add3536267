"""Do the figures of a run show the numbers they are given, whatever the texts, and stay small?"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.memory import Policy, replay
from tests.engine.memory.talks import talks
from ui.charts.clicks import clicked_turn
from ui.charts.memory_axis import LEFT, RIGHT, turn_ticks
from ui.charts.memory_billed import MOST_POINTS as MOST_BILLED
from ui.charts.memory_billed import Billed
from ui.charts.memory_life import LOOKS, life_figure, state_color
from ui.charts.memory_playhead import playhead_figure
from ui.charts.memory_run import (
    HEIGHT,
    MOST_BARS,
    MOST_COLUMNS,
    MOST_POINTS,
    fullest_turns,
    run_figure,
)
from ui.charts.memory_window import Block, merged, window_figure
from ui.charts.text_width import text_width
from ui.memory.tables import PARTS, tables_of
from ui.palette import DARK, LIGHT, Theme

HOSTILE = ("<script>alert(1)</script>", "$x^2$ costs $5", "%{x} %{customdata[0]}", "a\nb <br> d",
           "Ж" * 90)  # fmt: skip


@dataclass(frozen=True)
class Bound:
    first: int
    last: int
    usable: int = 600
    amber: int = 420
    red: int = 510
    trigger: int = 510


@dataclass(frozen=True)
class Span:
    state: str
    first: int
    last: int


def run(turns: int, theme: Theme = LIGHT, **more) -> go.Figure:
    """A run that fills up to 500 of 600 tokens again and again."""
    saw = (np.arange(turns) * 25 % 500).astype(np.int64)
    parts = {"system": ("instructions", np.full(turns, 40)), "turns": ("history", saw)}
    left = np.flatnonzero(np.diff(saw, prepend=0) < 0)
    more.setdefault("bounds", [Bound(0, turns - 1)])
    bounds = more.pop("bounds")
    billed = more.pop("billed", Billed(saw.cumsum(), 2 * saw.cumsum()))
    return run_figure(parts, bounds, left, left[:1], billed, theme, 800, **more)


def named(figure: go.Figure, name: str):
    return next(trace for trace in figure.data if trace.name == name)


def labels(figure: go.Figure) -> list[str]:
    return [html.unescape(note.text) for note in figure.layout.annotations]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_bars_hold_the_tokens_of_each_part(theme: Theme):
    figure = run(40, theme)
    assert list(named(figure, "system").y) == [40] * 40
    assert figure.layout.barmode == "stack"
    assert {"limit 600", "red 85 %", "amber 70 %"} <= set(labels(figure))


def test_many_turns_are_areas_of_the_fullest_of_each_stretch():
    assert named(run(MOST_BARS), "system").type == "bar"
    many = run(MOST_BARS + 1)
    assert named(many, "system").type == "scatter"
    most = run(20 * MOST_POINTS)
    assert len(named(most, "system").x) == MOST_POINTS
    assert max(named(most, "turns").y) == 475
    assert len(most.to_json()) < 400_000


@pytest.mark.parametrize("turns", [1, 40, 1_000, 12_345])
def test_a_click_anywhere_names_a_turn_of_the_column(turns: int):
    figure = run(turns)
    columns = figure.data[-1]
    assert len(columns.x) == min(turns, MOST_COLUMNS)
    edges = []
    for x, width, data in zip(columns.x, columns.width, columns.customdata, strict=True):
        index = clicked_turn({"selection": {"points": [{"customdata": list(data)}]}})
        assert index is not None
        assert x - width / 2 < index + 1 < x + width / 2
        edges += [x - width / 2, x + width / 2]
    assert edges[0] == 0.5
    assert edges[-1] == turns + 0.5
    assert edges[1:-1:2] == edges[2::2]  # no gap between two columns


def test_a_limit_far_above_the_run_is_named_and_does_not_flatten_it():
    figure = run(40, bounds=[Bound(0, 39, 167_000, 116_900, 167_000, 154_000)])
    assert figure.layout.yaxis.range[1] < 1_000
    assert "limit 167,000 ↑" in labels(figure)
    assert "acts 154,000 ↑" in labels(figure)


@pytest.mark.parametrize("forked", [False, True])
def test_names_of_lines_near_the_floor_stand_clear_of_what_was_billed(forked: bool):
    first = np.full(40, 300) if forked else None
    names = run(40, bounds=[Bound(0, 39, 30, 21, 25, 25)], first=first).layout.annotations
    words = ["billed so far:", "7", "if all stayed:", "8", "first run:", "9"][: 6 if forked else 4]
    said = [(word, LIGHT.text) for word in words]
    over = playhead_figure(3, 40, LIGHT, 800, HEIGHT, 78, said=said).layout
    plot, whole = HEIGHT - 24 - 9, HEIGHT + 78 - 24 - 26
    lowest = max((1 - note.y) * plot for note in names if note.x > 1)
    highest = min((1 - note.y) * whole for note in over.annotations if note.text in words)
    assert lowest + 17 / 2 <= highest - 20 / 2


def test_a_fork_has_zones_of_its_own_and_the_first_run_as_a_line_from_there():
    first = np.arange(40, dtype=np.int64)
    figure = run(40, bounds=[Bound(0, 19), Bound(20, 39, 300, 210, 255, 255)], first=first)
    line = named(figure, "first run")
    assert list(line.x) == list(range(20, 41))
    assert "limit 300" in labels(figure)
    limits = {
        (s.x0, s.x1, s.y0) for s in figure.layout.shapes if s.type == "line" and s.y0 in (600, 300)
    }
    assert limits == {(0.5, 20.5, 600), (20.5, 40.5, 300)}


def share_of_lane(figure: go.Figure, name: str) -> list[float]:
    """How high the points of a curve of what was billed stand, by the highest of this run."""
    own, floor = named(figure, "billed").y, figure.layout.yaxis.range[0]
    return [(y - floor) / (max(own) - floor) for y in named(figure, name).y]


def test_what_was_billed_is_a_lane_below_the_run_in_proportion():
    run_, all_stayed = np.arange(40) * 10, np.arange(40) * 12
    first = np.arange(40) * 5
    figure = run(40, billed=Billed(run_, all_stayed, first))
    assert max(named(figure, "billed if all stayed").y) < 0 < figure.layout.yaxis.range[1]
    for name, tokens in (("billed", run_), ("billed if all stayed", all_stayed),
                         ("billed in the first run", first)):  # fmt: skip
        assert list(named(figure, name).x) == list(range(1, 41))
        shares = share_of_lane(figure, name)
        assert shares == pytest.approx(tokens / run_.max(), abs=1e-5)
    ticks = zip(figure.layout.yaxis.tickvals, figure.layout.yaxis.ticktext, strict=True)
    floor, top = figure.layout.yaxis.range[0], max(named(figure, "billed").y)
    for at, word in ticks:
        if at < -1e-6:
            said = float(word.replace(",", ""))
            assert said == pytest.approx(run_.max() * (at - floor) / (top - floor), abs=0.01)
    assert "billed 390, if all stayed 468" in figure.data[-1].hovertext[-1]


def test_a_curve_far_above_what_was_billed_leaves_the_lane_and_does_not_flatten_it():
    figure = run(40, billed=Billed(np.arange(40), np.arange(40) ** 3))
    assert max(named(figure, "billed if all stayed").y) < 0
    assert max(named(figure, "billed if all stayed").x) < 20
    assert len(named(run(20_000), "billed").x) == MOST_BILLED
    assert named(run(20_000), "billed").x[-1] == 20_000


@given(st.lists(st.integers(0, 99), min_size=1, max_size=60), st.integers(1, 70))
def test_the_fullest_turns_hold_the_highest_and_are_in_order(totals: list[int], most: int):
    array = np.array(totals)
    found = fullest_turns(array, most)
    assert len(found) == min(len(totals), most)
    assert list(found) == sorted(set(found.tolist()))
    assert array[found].max() == array.max()


@given(st.integers(1, 20_000), st.integers(100, 1_400))
def test_numbers_of_turns_stand_apart(turns: int, px: int):
    ticks = turn_ticks(turns, px, 44)
    assert ticks[0] == 1
    assert ticks[-1] <= turns
    assert all((b - a) * px / turns >= 43.9 for a, b in pairwise(ticks))


@pytest.mark.parametrize("state", LOOKS)
def test_a_state_has_a_height_and_a_colour_and_where_it_fits_a_word(state: str):
    figure = life_figure("A-1", [Span(state, 10, 39)], 40, LIGHT, 800)
    color = state_color(state, LIGHT)
    drawn = [s for s in figure.layout.shapes if color in (s.fillcolor, s.line.color)]
    assert [(s.x0 >= 10.5, s.x1) for s in drawn] == [(True, 40.5)]
    assert any(LOOKS[state][2] in text for text in labels(figure))
    narrow = life_figure("A-1", [Span(state, 10, 10)], 400, LIGHT, 800)
    assert not any(LOOKS[state][2] in text for text in labels(narrow))


def test_a_superseded_span_says_by_what_where_there_is_room():
    words = {10: "superseded by <b>700</b> from turn 11"}
    figure = life_figure("A-1", [Span("superseded", 10, 39)], 40, LIGHT, 800, words=words)
    assert any(words[10] in text for text in labels(figure))
    assert not any("<b>700" in note.text for note in figure.layout.annotations)
    narrow = life_figure("A-1", [Span("superseded", 30, 39)], 40, LIGHT, 700, words=words)
    assert not any("700" in text for text in labels(narrow))
    lost = life_figure("A-1", [Span("gone", 10, 39)], 40, LIGHT, 800)
    marks = [{note.text for note in drawn.layout.annotations} & {"»", "<b>»</b>", "✕", "<b>✕</b>"}
             for drawn in (figure, lost)]  # fmt: skip
    assert marks[0]
    assert marks[1]
    assert not marks[0] & marks[1]
    dashes = [drawn.layout.shapes[-1].line.dash for drawn in (figure, lost)]
    assert len(set(dashes)) == 2


@pytest.mark.parametrize("phrase", HOSTILE)
def test_a_phrase_stands_as_it_is(phrase: str):
    figure = life_figure(phrase, [], 40, LIGHT, 800, note="No turn says this.")
    texts = [note.text for note in figure.layout.annotations]
    assert not any("<" in text or "$" in text or "%{" in text for text in texts)
    assert "No turn says this." in texts


def test_the_playhead_covers_what_is_to_come_but_not_the_life_line():
    said = (("billed so far:", LIGHT.link), ("1,960", LIGHT.link))
    figure = playhead_figure(21, 40, LIGHT, 800, 350, 78, lane=100, said=said)
    cover = next(s for s in figure.layout.shapes if s.type == "rect" and s.x1 == 40.5)
    assert cover.x0 == 22.5
    assert cover.y0 >= 78 - 26 + 100
    assert {"turn 22", "1,960"} <= set(labels(figure))
    last = playhead_figure(39, 40, LIGHT, 800, HEIGHT, 78)
    assert not any(s.x1 == 40.5 and s.x0 > 40.5 - 0.1 for s in last.layout.shapes)


def test_run_life_line_and_playhead_agree_in_their_turns():
    figures = [run(40), life_figure("A", [], 40, LIGHT, 800),
               playhead_figure(3, 40, LIGHT, 800, HEIGHT, 78)]  # fmt: skip
    assert len({(tuple(f.layout.xaxis.range), f.layout.margin.l, f.layout.margin.r)
                for f in figures}) == 1  # fmt: skip
    run_, life, above = (figure.layout.height for figure in figures)
    assert above == run_ + life


BLOCKS = st.lists(
    st.builds(
        Block,
        st.sampled_from(("history", "scratch", "summary")),
        st.just("7"),
        st.integers(0, 50),
        st.sampled_from(HOSTILE),
        st.integers(0, 9),
    ),
    max_size=40,
)


@given(BLOCKS, st.floats(0, 60))
def test_merged_blocks_hold_all_tokens_in_their_order(blocks: list[Block], least: float):
    done = merged(blocks, least)
    assert sum(block.tokens for _, block in done) == sum(block.tokens for block in blocks)
    at = 0.0
    for start, block in done:
        assert start == at
        at += block.tokens
    kinds = [block.kind for block in blocks if block.tokens]
    assert [k for i, k in enumerate(kinds) if i == 0 or kinds[i - 1] != k] == [
        k for i, (_, b) in enumerate(done) if (k := b.kind) and (i == 0 or done[i - 1][1].kind != k)
    ]


@settings(max_examples=30, deadline=None)
@given(BLOCKS, st.integers(1, 900), st.integers(0, 90))
def test_the_window_shows_what_is_used_free_and_kept(
    blocks: list[Block], usable: int, reserve: int
):
    figure = window_figure(blocks, usable, reserve, [(usable // 2, "#112233")], DARK, 700)
    used = sum(block.tokens for block in blocks)
    free = [trace for trace in figure.data if trace.name == "free"]
    assert [trace.x[0] for trace in free] == ([usable - used] if used < usable else [])
    kept = [trace for trace in figure.data if trace.name == "reserve"]
    assert [trace.x[0] for trace in kept] == ([reserve] if reserve else [])
    assert "<script" not in json.dumps(figure.to_dict(), default=str)


@settings(max_examples=40, deadline=None)
@given(talks(), st.integers(20, 200))
def test_tables_add_up_turn_by_turn(turns, window: int):
    snapshots = tuple(replay(turns, Policy(window)))
    tables = tables_of(snapshots)
    assert list(tables.totals) == [snapshot.token_count for snapshot in snapshots]
    assert (sum(tables.parts[name] for name in PARTS) == tables.totals).all()
    assert list(tables.evicted) == [
        s.index for s in snapshots if any(event.kind == "evicted" for event in s.events)
    ]
    at = -1
    while (following := tables.next_event(at)) is not None:
        assert following > at
        at = following


def test_each_kind_of_mark_has_a_row_of_its_own_from_the_top():
    expired = np.array([4, 22])
    figure = run(40, expired=expired)
    heights = [
        trace.y[0] for trace in figure.data if trace.type == "scatter" and trace.mode == "markers"
    ]
    assert len(set(heights)) == len(heights) == 3
    none = np.array([], dtype=np.int64)
    saw = {"turns": ("history", np.full(40, 500))}
    billed = Billed(np.arange(40), np.arange(40))
    alone = run_figure(saw, [Bound(0, 39)], none, none, billed, LIGHT, 800, expired=expired)
    mark = next(t for t in alone.data if t.type == "scatter" and t.mode == "markers")
    assert mark.y[0] > 600  # above the limit, as the first row
    assert mark.marker.color == LIGHT.page


@pytest.mark.parametrize("width", [360, 540, 800, 1200])
def test_words_in_the_billed_lane_end_before_the_curves_reach_them(width: int):
    spent = np.arange(40).cumsum()
    figure = run_figure(
        {"turns": ("history", np.full(40, 500))}, [Bound(0, 39)], spent[:0], spent[:0],
        Billed(spent // 2, spent), LIGHT, width,
    )  # fmt: skip
    (title,) = [note for note in figure.layout.annotations if "Billed" in note.text]
    top = spent[-1] * 1.08
    reached = int(np.searchsorted(spent, top * (78 - 18) / 78)) + 0.5
    across = (reached - 0.5) / 40 * (width - LEFT - RIGHT)
    ends = [
        (width - LEFT - RIGHT) * note.x + text_width(html.unescape(note.text), 14, bold=True)
        for note in figure.layout.annotations
        if note.text in ("if nothing left the window", "if all stayed") or note is title
    ]
    assert max(ends) <= max(across, (width - LEFT - RIGHT) / 2) + 12
