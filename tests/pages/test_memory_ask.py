"""Does a question at a turn get its facts, its route and the turn it makes, and go to Assemble?"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine import Turn
from engine.memory import PRESETS
from engine.scenario.run import assemble_scenario
from tests.pages.memory_page import figures, html_of, open_memory, run
from ui.memory.asking import KEPT, LEFT, TEXT, WITH_SCENARIO
from ui.memory.talks import shipped_talks
from ui.state import KEY
from ui.talk import Talk

HOSTILE = "<img src=x onerror=alert(1)> $x$ **b** %{y}"
WORST = "<script>alert(2)</script>"


def field(at, label):
    return next(f for kind in (at.text_input, at.number_input, at.selectbox, at.toggle)
                for f in kind if f.label.startswith(label))  # fmt: skip


def session(at):
    return at.session_state[KEY]


def test_it_asks_for_the_fact_that_is_searched_for_and_finds_its_turn():
    at = open_memory("Ask", turn=16)
    at.session_state["phrase"] = "ORDER-4127"
    run(at)
    assert field(at, "Ask at turn 16").value == "Which number goes on the return label?"
    run(field(at, "Ask at turn").set_value("It is ORDER-4127, for my sister's wedding."))
    html = html_of(at)
    facts = html[html.index('class="cp-recalled"') :].split("</div>")
    said = next(fact for fact in facts if "[4]" in fact)
    assert "relevance 1.00" in said
    assert "●" in said


def test_what_is_left_out_says_which_limit_it_did_not_fit():
    at = open_memory("Ask", turn=15)
    html, scenario = html_of(at), session(at).scenario
    limits = scenario.tiers.limits(scenario.usable)
    assert f"{scenario.usable:,} tokens, as set in Assemble" in html
    assert f"history tier full, {limits['history']:,} tokens:" in html


def test_weights_change_the_order():
    at = open_memory("Ask", turn=16)
    run(field(at, "Ask at turn").set_value("It is ORDER-4127, for my sister's wedding."))
    run(field(at, "Recency").set_value(10.0))
    html = html_of(at)
    first = html[html.index('class="cp-recalled"') :][:200]
    assert "[8]" in first or "[9]" in first  # the turn that left last
    run(field(at, "Recency").set_value(0.0))
    run(field(at, "Importance").set_value(0.0))
    html = html_of(at)
    assert "[4]" in html[html.index('class="cp-recalled"') :][:200]


def test_facts_come_from_the_store_where_the_run_kept_some():
    base = shipped_talks()["support_chat"]
    talk = replace(base, policy=PRESETS["full_ladder"].policy(450, 50))
    at = open_memory("Ask", talk, 40)
    assert field(at, "Recalled from").value == KEPT
    run(field(at, "Recalled from").set_value(LEFT))
    assert field(at, "Recalled from").value == LEFT


@pytest.mark.parametrize("with_scenario", [True, False])
def test_what_is_opened_in_assemble_assembles_to_the_same(with_scenario):
    at = open_memory("Ask", turn=20)
    at.session_state[WITH_SCENARIO] = with_scenario
    run(at)
    before = session(at)
    said = html_of(at)
    run(next(b for b in at.button if b.label == "Open in Assemble").click())
    scenario = session(at).scenario
    assembly = assemble_scenario(scenario)
    assert f"{assembly.token_count:,} of {assembly.budget:,} tokens" in said
    for name in assembly.dropped:
        assert name.replace("&", "&amp;") in said or "more" in said
    names = [section.name for section in scenario.sections]
    assert ("rules" in names) == with_scenario
    assert names[-1] == "query"
    assert session(at).notice.headline == "This turn is a scenario now."
    run(at)  # a page run by itself knows no other to go to
    # Its sections are this turn's own, and are not gathered a second time.
    again = next(t for t in at.toggle if t.label.startswith("With the sections"))
    assert again.disabled
    assert not again.value
    run(at.button(key="undo").click())
    assert session(at).scenario == before.scenario


def test_it_says_which_facts_the_model_reads():
    at = open_memory("Ask", turn=15)
    at.session_state[WITH_SCENARIO] = False
    run(at)
    html = html_of(at)
    assert "21 June" in html
    assert "in turn 10 user" in html
    assert "not read" in html


def test_the_picture_holds_every_section():
    at = open_memory("Ask", turn=15)
    at.session_state[WITH_SCENARIO] = True
    run(at)
    picture = json.loads(figures(at)["ask_turn"])
    said = " ".join(text for trace in picture["data"] for text in trace.get("hovertext", []))
    for name in ("rules", "summary", "turn 10 user", "query"):
        assert f"{name}: " in said


def test_a_window_that_the_pins_overflow_is_said():
    talk = Talk("long", (Turn("user", "word " * 3_000),), PRESETS["fold"].policy(9_000, 500))
    at = open_memory("Ask", talk, 1)
    assert "Pinned sections need" in html_of(at)
    assert next(b for b in at.button if b.label == "Open in Assemble").disabled


def test_texts_are_shown_literally():
    turns = (
        Turn("system", WORST),
        Turn("user", f"{HOSTILE} {WORST}"),
        *(Turn("assistant", f"{HOSTILE} number {n} {WORST}") for n in range(30)),
        Turn("user", HOSTILE),
    )
    talk = Talk(HOSTILE, turns, PRESETS["rolling_window"].policy(400, 20))
    at = open_memory("Ask", talk, len(turns))
    run(field(at, "Ask at turn").set_value(f"{HOSTILE} number 3 {WORST}"))
    html = html_of(at)
    assert "<img" not in html
    assert "<script" not in html
    picture = json.loads(figures(at)["ask_turn"])
    assert "<img" not in json.dumps(picture)


def test_without_anything_to_recall():
    talk = Talk("one", (Turn("user", "Hi"),), PRESETS["fold"].policy(900, 100))
    at = open_memory("Ask", talk, 1)
    assert "Nothing to recall at this turn" in html_of(at)
    assert at.session_state[TEXT] == ""
