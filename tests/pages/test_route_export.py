"""Does what leaves the Route page say what it shows, and does the page say what cannot leave?"""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from engine.routing import Intent, LabelledQuery, QuerySet, Rule
from engine.routing.exports import (
    data_hash,
    load_config,
    to_json,
    to_rasa_yaml,
    to_semantic_router_yaml,
    to_snippet,
)
from engine.routing.metrics import METRICS, Counts
from engine.routing.query_files import load_queries
from engine.scenario.edits import set_routing
from tests.conftest import ROOT
from tests.pages.opened import run
from tests.pages.route_page import open_route, text_of
from ui.newest import Newest
from ui.palette import OUTCOMES
from ui.route.export_menu import router_file
from ui.route.files_out import (
    maps_csv,
    outcomes_csv,
    queries_file,
    queries_refusal,
    router_config,
    router_refusal,
    shown_now,
)
from ui.route.outcomes import outcomes_of
from ui.samples import FIRST, shipped

MADE = QuerySet(
    "made",
    tuple(
        LabelledQuery(f"{text} {n}", intents, split)
        for n in range(30)
        for split in ("tune", "test")
        for text, intents in (
            ("pay the bill", ("billing",)),
            ("stop the account", ("cancel",)),
            ("stop the bill", ("billing", "cancel")),
            ("the weather", ()),
            ("a human please, the bill", ("agent",)),
        )
    ),
    (
        Intent("billing", ("bill",), ("pay the bill", "the invoice")),
        Intent("cancel", (), ("stop the account", "close it")),
    ),
    (Rule("human", "agent"),),
)
QUICK = set_routing(shipped()[FIRST], scorer="tfidf")
NOW = Newest(set_routing(QUICK, threshold=0.3, margin=0.05), MADE)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def buttons(at) -> dict[str, object]:
    return {element.proto.label: element.proto for element in at.get("download_button")}


@pytest.mark.parametrize("write", [to_json, to_semantic_router_yaml, to_rasa_yaml])
def test_a_router_leaves_with_its_gate_what_it_knows_and_how_it_was_judged(write):
    shown = shown_now(NOW)
    config = load_config(router_file(NOW, write))
    assert (config.scorer, config.aggregate) == ("tfidf", "centroid")
    assert (config.threshold, config.margin) == (0.3, 0.05)
    assert (config.intents, config.rules) == (MADE.intents, MADE.rules)
    assert config.out_of_scope_share == 0.1
    assert config.data_sha256 == data_hash(shown.queries)
    # The held-out queries that are no collision, at the declared share; as the page shows them.
    counts = Counts.at(shown.test.judged, 0.3, 0.05)
    for name, metric in config.metrics.items():
        assert metric[:3] == tuple(vars(shown.held.now[name]).values())
        assert metric.value == pytest.approx(METRICS[name].of(counts, 0.1, shown.aim.costs))
    assert config.metrics["in_scope_accuracy"].n == 90
    assert config.metrics["out_of_scope_recall"].n == 30
    assert config.metrics["utility"].n == 120
    assert config.metrics["risk"].n == counts.right + counts.wrong + counts.missed


def test_files_for_other_tools_say_that_scores_differ_there():
    for write in (to_semantic_router_yaml, to_rasa_yaml):
        head = " ".join(router_file(NOW, write).replace("\n# ", " ").split())
        assert "Scores differ there" in head
        assert "Tune again there" in head


def test_the_program_runs_as_it_is(tmp_path):
    program = tmp_path / "router.py"
    program.write_text(router_file(NOW, to_snippet), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program), "pay the bill", "a human please", "xyz"],
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        timeout=60,
        encoding="utf-8",
    )
    words = [line.split(": ")[1].split(",")[0] for line in done.stdout.splitlines()]
    assert words == ["billing (match", "agent (rule", "None (low_confidence"]


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_the_queries_are_read_again_as_they_are(format):
    loaded = load_queries(queries_file(NOW, format)).queries
    assert [replace(query, line=None) for query in loaded.queries] == list(MADE.queries)
    assert {i.name: i.utterances for i in loaded.intents} == {
        **{i.name: i.utterances for i in MADE.intents},
        "agent": (),
    }


def test_each_query_leaves_with_its_outcome():
    shown = shown_now(NOW)
    found = rows(outcomes_csv(NOW))
    assert [row["query"] for row in found] == [query.text for query in shown.queries.queries]
    counted = Counter(OUTCOMES[code] for code in outcomes_of(shown.whole, shown.gate).tolist())
    assert Counter(row["outcome"] for row in found) == counted
    for row in found:
        intents = set(row["intent"].split("|")) - {"oos"}
        if row["reason"] == "rule":
            assert (row["routed_to"], row["score"], row["gap"]) == ("agent", "", "")
            continue
        score, gap = float(row["score"]), float(row["gap"])
        assert gap == score - float(row["runner_up_score"])
        reason = "low_confidence" if score < 0.3 else "ambiguous_tie" if gap < 0.05 else "match"
        assert row["reason"] == reason
        assert row["routed_to"] == (row["best"] if reason == "match" else "")
        if reason == "match":
            right = row["best"] in intents
            outcome = "routed_right" if right else "routed_wrong" if intents else None
            assert row["outcome"] == (outcome or "routed_out_of_scope")


def test_the_maps_leave_gate_by_gate():
    shown = shown_now(NOW)
    found = rows(maps_csv(NOW))
    sweep = shown.tuned.sweep
    assert len(found) == len(sweep.thresholds) * len(sweep.margins)
    for row in found[:: max(1, len(found) // 23)]:
        gate = float(row["threshold"]), float(row["margin"])
        for side, part in (("tune", shown.tune), ("held_out", shown.test)):
            counts = Counts.at(part.judged, *gate)
            utility = METRICS["utility"].of(counts, 0.1, shown.aim.costs)
            assert float(row[f"{side}_utility"]) == pytest.approx(utility, abs=1e-6)
            assert row[f"{side}_n"] == "120"
            if counts.right + counts.wrong + counts.missed:
                risk = METRICS["risk"].of(counts, 0.1)
                assert float(row[f"{side}_risk"]) == pytest.approx(risk, abs=1e-6)
            else:
                assert row[f"{side}_risk"] == ""


def test_a_set_that_no_gate_serves_leaves_all_the_same():
    outside = replace(MADE, queries=tuple(q for q in MADE.queries if not q.intents))
    now = Newest(set_routing(QUICK, aim="coverage", ceiling=0.0), outside)
    config = router_config(shown_now(now))
    assert config.metrics["out_of_scope_recall"].n == 30
    assert "in_scope_accuracy" not in load_config(to_json(config)).metrics
    assert rows(maps_csv(now))


def test_what_a_format_cannot_hold_is_said_and_its_button_is_off():
    odd = replace(MADE, intents=(*MADE.intents, Intent("a|b", (), ("both",))))
    at = open_route("Queries", odd)
    found = buttons(at)
    assert found["Labelled queries (CSV)"].disabled
    assert not found["Labelled queries (JSON lines)"].disabled
    said = text_of(at).replace("\\", "")
    assert 'expected a name without |, which joins intents in CSV; found "a|b"' in said
    assert queries_refusal(odd, "jsonl") == ""


def test_without_intents_or_queries_what_cannot_be_made_is_off():
    found = buttons(open_route("Queries", QuerySet("empty")))
    off = {label for label, proto in found.items() if proto.disabled}
    assert off == {
        "semantic-router (YAML)",
        "Outcome of each query (CSV)",
        "Values of both maps (CSV)",
    }


def test_two_intents_of_one_name_leave_in_no_router():
    twice = replace(MADE, intents=(MADE.intents[0], MADE.intents[0]))
    assert "expected a name of its own" in router_refusal(twice)


def test_a_download_gives_what_is_open_when_it_is_clicked():
    at = open_route("Queries", MADE, scorer="tfidf")
    held = at.session_state["newest"]
    assert held.queries is MADE
    at.session_state["context_playground"] = replace(
        at.session_state["context_playground"], queries=None
    )
    run(at)
    assert held.queries is None
    assert load_queries(queries_file(held, "csv")).queries.intent_names != ("billing", "cancel")
