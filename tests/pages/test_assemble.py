"""Does the Assemble page do what its controls say? Driven without a browser."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine import ContextBudget, ContextSection, Scenario, dump_scenario
from engine.scenario.ledger import keep_ledger
from ui.samples import FIRST, shipped
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "assemble.py")


def open_page(opened: Scenario | None = None, **params: str) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    for key, value in params.items():
        at.query_params[key] = value
    if opened is not None:
        first = opened.sections[0].name if opened.sections else None
        at.session_state[KEY] = Session(opened, None, selected=first)
    at.run()
    assert not at.exception, at.exception
    return at


def now(at: AppTest) -> Session:
    return at.session_state[KEY]


def field(fields, label: str):
    """The field whose label begins so."""
    return next(one for one in fields if one.label.startswith(label))


def text_of(at: AppTest) -> str:
    """All that the page says in HTML and Markdown."""
    return " ".join([*(e.proto.body for e in at.get("html")), *(m.value for m in at.markdown)])


def test_it_opens_on_a_question():
    at = open_page()
    ledger = keep_ledger(now(at).scenario)
    assert now(at).base == FIRST
    assert ledger.count("truncated") == 1
    assert ledger.count("dropped") >= 1
    assert ledger.row(now(at).selected).outcome == "truncated"
    assert f"{ledger.percent:.1f} %" in text_of(at)


@pytest.mark.parametrize("name", list(shipped()))
@pytest.mark.parametrize("view", ["Section", "Across budgets", "What is sent"])
def test_every_shipped_scenario_opens_in_every_view(name, view):
    at = open_page(scenario=name, view=view)
    assert now(at).base == name


def test_the_window_the_reserve_and_undo():
    at = open_page()
    before = now(at).scenario
    field(at.number_input, "Window, tokens").set_value(5000).run()
    assert now(at).scenario.budget == replace(before.budget, max_input_tokens=5000)
    field(at.number_input, "Reserve, tokens").set_value(900).run()
    assert now(at).scenario.usable == 4100
    assert at.query_params["window"] == "5000"
    at.button(key="undo").click().run()
    at.button(key="undo").click().run()
    assert now(at).scenario == before
    assert field(at.number_input, "Window, tokens").value == before.budget.max_input_tokens
    at.button(key="redo").click().run()
    assert now(at).scenario.budget.max_input_tokens == 5000


def test_a_reserve_that_leaves_nothing_is_refused_with_its_numbers():
    at = open_page()
    before = now(at).scenario
    field(at.number_input, "Reserve, tokens").set_value(1400).run()
    assert now(at).scenario == before
    assert "1,400 = 0 tokens" in text_of(at)
    assert "What you had is unchanged" in text_of(at)
    assert field(at.number_input, "Reserve, tokens").value == 200


def test_a_usual_size_sets_the_window():
    at = open_page()
    field(at.selectbox, "Usual sizes").set_value(8_000).run()
    assert now(at).scenario.budget.max_input_tokens == 8_000


def test_the_counter_says_exact_or_estimate():
    at = open_page()
    options = field(at.selectbox, "Counter").options
    assert "o200k · exact" in options
    assert "chars/4 · estimate" in options
    field(at.selectbox, "Counter").set_value("chars/4").run()
    assert now(at).scenario.tokenizer == "chars/4"
    assert "estimate" in text_of(at)


def test_tiers_off_and_on_and_their_shares():
    at = open_page()
    field(at.toggle, "Each tier has a ceiling").set_value(False).run()
    assert not now(at).scenario.tiers.enabled
    field(at.toggle, "Each tier has a ceiling").set_value(True).run()
    assert now(at).scenario.tiers.enabled

    def share(tier):
        return field(at.number_input, f"{tier}, %")

    assert share("static").value == 30
    share("static").set_value(40.0).run()
    apply = next(b for b in at.button if b.label == "Apply shares")
    assert apply.disabled, "the shares add up to 110 %"
    share("retrieved").set_value(20.0).run()
    next(b for b in at.button if b.label == "Apply shares").click().run()
    assert now(at).scenario.tiers.shares == (0.4, 0.2, 0.2, 0.2)


def test_marks_in_the_wrong_order_are_refused():
    at = open_page()
    field(at.number_input, "Amber from, %").set_value(95.0).run()
    assert "amber 95 %" in text_of(at)
    assert field(at.number_input, "Amber from, %").value == 70
    assert now(at).scenario.zones.amber == 0.70
    field(at.number_input, "Fill line").set_value(60.0).run()
    assert now(at).scenario.zones.fill == 0.60


def test_above_the_red_mark_a_banner_offers_ways_out_that_work():
    at = open_page(shipped()["over_budget"])
    assert "Nothing is sent" in text_of(at)
    at.button(key="remedy_0").click().run()
    assert keep_ledger(now(at).scenario).zone in ("green", "amber")


def test_sections_are_added_moved_switched_and_deleted():
    at = open_page()
    count = len(now(at).scenario.sections)
    selected = now(at).selected
    place = now(at).scenario.index(selected)
    next(b for b in at.button if b.label == "↑ Up").click().run()
    assert now(at).scenario.index(selected) == place - 1
    field(at.toggle, "Pinned").set_value(True).run()
    assert now(at).scenario.sections[place - 1].pinned
    next(b for b in at.button if b.label == "Add").click().run()
    assert len(now(at).scenario.sections) == count + 1
    assert now(at).selected == "new section"
    field(at.text_input, "Name").set_value("mine").run()
    assert now(at).selected == "mine"
    field(at.text_input, "Name").set_value("rules").run()
    assert "'rules'" in text_of(at).replace("&#x27;", "'")
    next(b for b in at.button if b.label == "Delete section").click().run()
    assert "mine" not in [s.name for s in now(at).scenario.sections]


def test_the_table_shows_every_section_with_all_its_fields():
    at = open_page()
    next(b for b in at.button if b.label == "Edit as table").click().run()
    (frame,) = at.get("dataframe")
    names = [section.name for section in now(at).scenario.sections]
    assert list(frame.value["name"]) == names
    assert {"kind", "tier", "priority", "pinned", "truncatable", "source"} <= set(frame.value)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("broken.json", b'{"version": 1, "sections": [', "Line 1"),
        ("later.json", b'{"version": 7, "sections": []}', "expected 1; found 7"),
        ("field.json", b'{"version": 1, "sections": [{"name": 5}]}', "sections[0].name"),
        ("noise.bin", bytes(range(256)), "byte"),
        ("empty.txt", b"", "not opened"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place_and_nothing_is_lost(name, data, words):
    at = open_page()
    before = now(at).scenario
    at.file_uploader[0].set_value((name, data, "application/octet-stream")).run()
    assert now(at).scenario == before
    assert name in text_of(at)
    assert words in text_of(at).replace("&quot;", '"')
    assert "What you had is unchanged" in text_of(at)


def test_a_saved_scenario_and_a_conversation_open_and_undo_leads_back():
    at = open_page()
    before = now(at).scenario
    own = Scenario(title="Own", sections=(ContextSection("a", "text"),))
    data = dump_scenario(own).encode()
    at.file_uploader[0].set_value(("own.json", data, "application/json")).run()
    assert now(at).scenario == own
    talk = json.dumps([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}])
    at.file_uploader[0].set_value(("talk.json", talk.encode(), "application/json")).run()
    assert [s.name for s in now(at).scenario.sections] == ["turn 1 user", "turn 2 assistant"]
    at.button(key="undo").click().run()
    at.button(key="undo").click().run()
    assert now(at).scenario == before


def test_an_address_is_clamped_and_says_so():
    at = open_page(window="5", reserve="99", counter="abacus", red="40", amber="10")
    scenario = now(at).scenario
    assert scenario.budget == ContextBudget(5, 4)
    assert scenario.tokenizer == shipped()[FIRST].tokenizer
    assert (scenario.zones.amber, scenario.zones.red) == (0.1, 0.4)
    assert "reserve 99 was set to 4" in text_of(at)
    assert "abacus" in text_of(at)


def test_a_changed_text_is_not_in_the_link_and_a_lost_draft_is_said():
    at = open_page()
    next(b for b in at.button if b.label == "Add").click().run()
    draft = at.query_params["draft"]
    link = next(c.value for c in at.code if "draft" not in c.value)
    assert draft not in link
    gone = open_page(draft="nobody-knows")
    assert "no longer kept" in text_of(gone)


@pytest.mark.parametrize(
    "scenario",
    [
        Scenario(),
        Scenario(sections=(ContextSection("only", ""),)),
        Scenario(sections=tuple(ContextSection(f"s{n}", "word " * n) for n in range(300))),
        Scenario(
            sections=(ContextSection("<b>&amp;</b> $x$ :red[y]", "![a](http://b/c.png)" * 9),)
        ),
        Scenario(sections=(ContextSection("pin", "word " * 9000, pinned=True),)),
    ],
    ids=["empty", "one without text", "300", "hostile", "too much"],
)
@pytest.mark.parametrize("view", ["Section", "Across budgets", "What is sent"])
def test_unusual_scenarios_are_usable(scenario, view):
    at = open_page(scenario)
    at.segmented_control(key="view").set_value(view).run()
    assert not at.exception
    at.toggle(key="big").set_value(True).run()
    assert not at.exception


def test_without_the_vocabularies_it_estimates_and_says_so(monkeypatch):
    monkeypatch.setattr("ui.state.exact_available", lambda name: False)
    at = open_page()
    assert now(at).scenario.tokenizer == "chars/4"
    assert "all counts are estimates" in text_of(at)
    assert "chars/4 estimate" in text_of(at)
    field(at.selectbox, "Scenario").set_value("coding_agent").run()
    assert not at.exception
    assert now(at).scenario.tokenizer == "chars/4"
