"""Do edits of intents and rules reach the router, and does undo take them back?"""

from __future__ import annotations

import pytest

from engine.routing import Rule
from tests.pages.opened import done, html_of, labelled, run, session, table_with
from tests.pages.route_page import open_route
from tests.pages.route_sets import small_set
from ui.route.shown import look


def open_pane(pane: str = "Edit", queries=None, **router):
    at = open_route("Intents", queries or small_set(), **({"scorer": "keywords"} | router))
    at.segmented_control(key="intents_pane").set_value(pane).run()
    return done(at)


def intents(at) -> dict:
    return {intent.name: intent for intent in session(at).queries.intents}


def test_a_new_name_is_followed_by_labels_and_the_fields():
    at = open_pane()
    before = session(at).queries
    labelled(at, "text_input", "Name").set_value("money").run()
    done(at)
    assert list(intents(at)) == ["money", "cancel", "delivery"]
    assert [q.text for q in session(at).queries.queries] == [q.text for q in before.queries]
    assert not any("billing" in q.intents for q in session(at).queries.queries)
    assert labelled(at, "selectbox", "Intent").value == "money"
    at.button(key="undo").click().run()
    assert session(done(at)).queries is before
    assert labelled(at, "text_input", "Name").value == "billing"


def test_a_name_that_is_taken_is_refused_and_the_field_shows_the_old_one():
    at = open_pane()
    before = session(at).queries
    labelled(at, "text_input", "Name").set_value("cancel").run()
    assert session(done(at)).queries is before
    assert session(at).notice.text.startswith("There is an intent cancel already.")
    assert labelled(at, "text_input", "Name").value == "billing"


def test_keywords_and_utterances_change_the_scores_and_are_written_neatly():
    at = open_pane()
    labelled(at, "text_input", "Keywords").set_value(" weather,, nonsense ").run()
    assert intents(done(at))["billing"].keywords == ("weather", "nonsense")
    assert labelled(at, "text_input", "Keywords").value == "weather, nonsense"
    labelled(at, "text_area", "Utterances").set_value("pay me\n\n  money back ").run()
    assert intents(done(at))["billing"].utterances == ("pay me", "money back")
    shown = look(session(at).queries, session(at).scenario.routing)
    row = [q.text for q in shown.queries.queries].index("what is the weather")
    assert shown.scored.intents[shown.scored.best[row]] == "billing"


def test_two_edits_before_the_page_is_drawn_again_both_hold():
    at = open_pane()
    labelled(at, "text_input", "Keywords").set_value("one")
    labelled(at, "text_area", "Utterances").set_value("two")
    run(at)
    assert intents(at)["billing"].keywords == ("one",)
    assert intents(at)["billing"].utterances == ("two",)


def test_an_intent_is_chosen_added_and_deleted():
    at = open_pane()
    labelled(at, "selectbox", "Intent").set_value("delivery").run()
    assert labelled(done(at), "text_input", "Name").value == "delivery"
    at.text_input(key="new_name_0").set_value("weather")
    at.text_area(key="new_utterances_0").set_value("what is the weather\nwill it rain")
    labelled(at, "button", "Add intent").click().run()
    assert intents(done(at))["weather"].utterances == ("what is the weather", "will it rain")
    assert labelled(at, "text_input", "Name").value == "weather"
    assert table_with(at, "utterances")["intent"].tolist()[-1] == "weather"


def test_an_intent_without_anything_is_refused_and_what_was_typed_stays():
    at = open_pane()
    at.text_input(key="new_name_0").set_value("weather")
    labelled(at, "button", "Add intent").click().run()
    assert "weather" not in intents(done(at))
    assert session(at).notice.text.startswith("Weather needs a keyword or an utterance")
    assert at.text_input(key="new_name_0").value == "weather"


@pytest.mark.parametrize(("instead", "labels"), [(None, ()), ("billing", ("billing",))])
def test_deleting_asks_what_the_queries_mean_then(instead, labels):
    at = open_pane()
    labelled(at, "selectbox", "Intent").set_value("cancel").run()
    texts = [q.text for q in session(at).queries.queries]
    at.selectbox(key="instead_of_cancel").set_value(instead)
    labelled(at, "button", "Delete cancel").click().run()
    queries = session(done(at)).queries
    assert [q.text for q in queries.queries] == texts
    assert {q.intents for q in queries.queries if q.text == "stop cancel"} == {labels}
    assert {q.intents for q in queries.queries if q.text == "cancel and refund"} == {("billing",)}
    assert queries.rules == ((Rule("human", "billing"),) if instead else ())
    at.button(key="undo").click().run()
    assert list(intents(done(at))) == ["billing", "cancel", "delivery"]


def test_deleting_all_intents_leaves_a_page_that_offers_a_new_one():
    at = open_pane()
    for name in ("billing", "cancel", "delivery"):
        labelled(at, "button", f"Delete {name}").click().run()
        done(at)
    assert "No intent yet" in html_of(at)
    assert labelled(at, "button", "Add intent")


def test_a_rule_is_added_moved_changed_and_deleted():
    at = open_pane("Rules")
    at.text_input(key="new_pattern_0").set_value("par.el")
    at.selectbox(key="new_rule_intent_0").set_value("delivery")
    labelled(at, "button", "Add rule").click().run()
    assert session(done(at)).queries.rules == (Rule("human", "cancel"), Rule("par.el", "delivery"))
    labelled(at, "button", "Earlier").click().run()
    assert [rule.intent for rule in session(done(at)).queries.rules] == ["delivery", "cancel"]
    assert labelled(at, "text_input", "Pattern, a").value == "par.el"
    labelled(at, "text_input", "Pattern, a").set_value("courier").run()
    labelled(at, "selectbox", "leads to").set_value("billing").run()
    assert session(done(at)).queries.rules[0] == Rule("courier", "billing")
    labelled(at, "button", "Delete").click().run()
    assert session(done(at)).queries.rules == (Rule("human", "cancel"),)


def test_a_pattern_that_is_none_is_refused_and_stays_to_be_put_right():
    at = open_pane("Rules")
    labelled(at, "text_input", "Pattern, a").set_value("(human").run()
    assert session(done(at)).queries.rules == (Rule("human", "cancel"),)
    assert "unterminated subpattern at position 0" in html_of(at)
    assert labelled(at, "text_input", "Pattern, a").value == "(human"
    labelled(at, "text_input", "Pattern, a").set_value("(human)").run()
    assert session(done(at)).queries.rules == (Rule("(human)", "cancel"),)
    assert "Not applied" not in html_of(at)


def test_a_new_pattern_that_is_none_is_refused_in_its_form():
    at = open_pane("Rules")
    at.text_input(key="new_pattern_0").set_value("[a")
    labelled(at, "button", "Add rule").click().run()
    assert "unterminated character set" in html_of(done(at))
    assert at.text_input(key="new_pattern_0").value == "[a"
    assert len(session(at).queries.rules) == 1


def test_the_table_counts_what_each_rule_answers_and_a_query_can_be_tried():
    at = open_pane("Rules")
    table = table_with(at, "pattern")
    assert (table["queries"].tolist(), table["right"].tolist()) == ([2], [2])
    labelled(at, "text_input", "Try a query").set_value("A HUMAN <b>").run()
    assert "Rule 1 answers: <b>cancel</b>" in html_of(done(at))
    labelled(at, "text_input", "Try a query").set_value("nothing").run()
    assert "No rule is found in it" in html_of(done(at))


def test_overlap_names_the_words_that_two_intents_share_and_the_strays():
    queries = small_set()
    at = open_pane("Edit", queries, scorer="bag_of_words")
    labelled(at, "text_area", "Utterances").set_value("refund please\nparcel courier late").run()
    at.segmented_control(key="intents_pane").set_value("Overlap").run()
    pairs = table_with(done(at), "closeness")
    first = pairs.iloc[0]
    assert first["intents"] == "billing · delivery"
    assert set(first["shared words that few others have"].split(", ")) == {
        "parcel", "courier", "late",
    }  # fmt: skip
    at.segmented_control(key="overlap_list").set_value("Straying utterances").run()
    strays = table_with(done(at), "utterance")
    assert strays["utterance"].tolist() == ["parcel courier late"]
    assert strays["nearer to"].tolist() == ["delivery"]
