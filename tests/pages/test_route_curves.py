"""Do the curves below the maps show the queries and the gate that are chosen?"""

from __future__ import annotations

import json
import re

import pytest

from engine.routing import LabelledQuery, QuerySet
from engine.routing.aims import Gate
from engine.routing.ranking import augrc, ranking, reliability
from tests.pages.opened import done, html_of, session
from tests.pages.route_page import open_route
from tests.pages.route_sets import small_set
from ui.route.ranked import ranked
from ui.route.sets import shipped_set
from ui.route.shown import look


def figure(at, key: str) -> dict:
    return json.loads(next(c.proto.spec for c in at.get("plotly_chart") if key in c.proto.id))


def number_row(at, name: str) -> list[str]:
    found = re.search(rf"<td>{name}</td><td>(.*?)</td><td>(.*?)</td>", html_of(at))
    assert found, html_of(at)
    return [*found.groups()]


@pytest.mark.parametrize("part", ["Held out", "Tuning"])
def test_the_numbers_are_those_of_the_split(part):
    at = open_route("Curves")
    at.segmented_control(key="route_part").set_value(part).run()
    done(at)
    shown = look(shipped_set("support"), session(at).scenario.routing)
    judged = (shown.test if part == "Held out" else shown.tune).judged
    found = ranking(judged)
    assert number_row(at, "AUROC, right") == [
        f"{found.right_by_top:.3f}",
        f"{found.right_by_gap:.3f}",
    ]
    share = shown.aim.share
    assert number_row(at, "AUGRC") == [f"{augrc(judged, g, share):.3f}" for g in ("top", "gap")]
    assert number_row(at, "ECE") == [f"{reliability(judged).error:.3f}", "–"]


def test_moving_the_gate_moves_the_mark_and_the_threshold_alone():
    before, after = (open_route("Curves", threshold=t, margin=0.0) for t in (0.1, 0.35))
    marks = []
    for at in (before, after):
        spec = figure(at, "risk_curve")
        now = next(trace for trace in spec["data"] if trace.get("name") == "now")
        marks.append((now["x"][0], now["y"][0]))
        names = [trace["name"] for trace in spec["data"]]
        assert {"both gates", "threshold only", "margin only"} <= set(names)
    assert marks[1][0] < marks[0][0]
    lines = [
        [t for t in figure(at, "risk_curve")["data"] if t.get("name") == "threshold only"]
        for at in (before, after)
    ]
    assert lines[0] == lines[1]


def test_no_gate_lies_below_the_curve_of_both():
    shown = look(small_set(), session(open_route()).scenario.routing)
    rows = ranked(shown.test.judged, None)
    coverage, risk = rows.curves["both gates"]
    for threshold, margin in [(0.1, 0.0), (0.1, 0.1), (0.3, 0.05), (0.5, 0.2)]:
        now = rows.at(Gate(threshold, margin))
        assert now is not None
        assert now[1] >= risk[coverage >= now[0] - 1e-9][0] - 1e-9


def test_what_is_left_out_is_counted():
    at = open_route("Curves", small_set(), scorer="keywords")
    assert "2 collisions and queries that a rule answered are left out" in html_of(at)


@pytest.mark.parametrize(
    "queries",
    [
        QuerySet("none of one split", (LabelledQuery("refund", ("billing",), "tune"),) * 3,
                 small_set().intents),
        QuerySet("all out of scope", tuple(LabelledQuery(f"hm {n}", (), s)
                 for n in range(4) for s in ("tune", "test")), small_set().intents),
        QuerySet("only collisions", tuple(LabelledQuery("refund", ("billing", "cancel"), s)
                 for s in ("tune", "test")), small_set().intents),
    ],
    ids=lambda queries: queries.name,
)  # fmt: skip
@pytest.mark.parametrize("view", ["Curves", "Confusion", "Intents"])
def test_sets_that_have_nothing_to_draw(queries, view):
    open_route(view, queries, scorer="keywords")
