"""Does the Placement page do what its controls say? Driven without a browser."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine import ContextSection, Scenario
from engine.placement import DEFAULT_CURVE, DEFAULT_OVERLAYS, find_curve, load_curves
from engine.scenario.edits import set_curve, set_must_find, set_order
from ui.newest import Newest
from ui.placement.effects import effect_table
from ui.placement.export_menu import orders_csv
from ui.placement.notes import caveat, longer
from ui.placement.views import VIEWS
from ui.samples import FIRST, shipped
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "placement.py")


def open_page(opened: Scenario | None = None, **params: str) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    for key, value in params.items():
        at.query_params[key] = value
    if opened is not None:
        at.session_state[KEY] = Session(opened, None)
    at.run()
    assert not at.exception, at.exception
    return at


def now(at: AppTest) -> Session:
    return at.session_state[KEY]


def field(fields, label: str):
    """The field whose label begins so."""
    return next(one for one in fields if one.label.startswith(label))


def weight_of(at: AppTest, name: str):
    """The field with a section's weight."""
    return next(f for f in at.number_input if f.key.startswith(f"weight of {name}#"))


def text_of(at: AppTest) -> str:
    return " ".join([*(e.proto.body for e in at.get("html")), *(m.value for m in at.markdown)])


def test_it_opens_on_twenty_documents_with_an_order_that_is_worth_eight_points():
    at = open_page()
    assert now(at).base == "twenty_documents"
    assert (at.selectbox(key="order_a").value, at.selectbox(key="order_b").value) == (
        "as_given",
        "edges_first",
    )
    assert field(at.selectbox, "Curve").value == DEFAULT_CURVE
    assert at.multiselect(key="overlays").value == list(DEFAULT_OVERLAYS)
    html = text_of(at)
    gain = float(html.split("▲ +")[1].split("<")[0])
    assert gain >= 8


def test_using_an_order_sends_the_scenario_in_it_and_undo_takes_it_back():
    at = open_page()
    next(b for b in at.button if b.label.startswith("Use order B")).click().run()
    assert now(at).scenario.order == "edges_first"
    assert at.query_params["order"] == "edges_first"
    at.button(key="undo").click().run()
    assert now(at).scenario.order == "as_given"


def test_orders_are_chosen_and_swapped():
    at = open_page()
    at.selectbox(key="order_b").set_value("best_last").run()
    next(b for b in at.button if b.label == "Swap A, B").click().run()
    assert at.selectbox(key="order_a").value == "best_last"
    assert at.selectbox(key="order_b").value == "as_given"


def test_marks_and_weights_belong_to_the_scenario():
    at = open_page()
    marks = field(at.multiselect, "★ Must find")
    others = list(now(at).scenario.placement.weights)
    assert len(others) == 1
    names = [s.name for s in now(at).scenario.sections if s.kind == "evidence"]
    marks.set_value([others[0], names[0]]).run()
    assert now(at).scenario.placement.weights == {others[0]: 1, names[0]: 1}
    weight_of(at, names[0]).set_value(3.0).run()
    assert now(at).scenario.placement.weights[names[0]] == 3
    field(at.multiselect, "★ Must find").set_value([]).run()
    assert "Which section holds the fact?" in text_of(at)


def test_moving_a_section_by_its_buttons_changes_the_order_as_given():
    at = open_page()
    name = next(iter(now(at).scenario.placement.weights))
    at.session_state[KEY] = Session(now(at).scenario, "twenty_documents", selected=name)
    at.run()
    place = now(at).scenario.index(name)
    next(b for b in at.button if b.label == "← Earlier").click().run()
    assert now(at).scenario.index(name) < place
    assert sorted(s.name for s in now(at).scenario.sections) == sorted(
        s.name for s in shipped()["twenty_documents"].sections
    )


@pytest.mark.parametrize("view", list(VIEWS))
@pytest.mark.parametrize("name", ["twenty_documents", "long_chat", "over_budget"])
def test_every_view_opens_on_every_kind_of_scenario(view, name):
    at = open_page(shipped()[name])
    at.segmented_control(key="placement_view").set_value(view).run()
    assert not at.exception


def test_where_no_order_helps_the_page_says_why():
    fixed = (
        ContextSection("rules", "Be brief. " * 30, pinned=True, kind="instructions"),
        ContextSection("fact", "The door code is 4711. " * 9, kind="evidence"),
        ContextSection("task", "What is the code?", pinned=True, kind="task"),
    )
    at = open_page(set_must_find(Scenario(sections=fixed), {"fact": 1}))
    assert "No order changes anything" in text_of(at)


def test_predicting_hides_the_curve_until_it_is_revealed():
    at = open_page()
    at.toggle(key="predict").set_value(True).run()
    assert "measured, %" not in text_of(at)
    at.slider[0].set_value(70).run()
    next(b for b in at.button if b.label.startswith("Reveal")).click().run()
    assert "75.8" in text_of(at)
    assert "−5.8" in text_of(at)
    next(b for b in at.button if b.label == "Guess again").click().run()
    assert "measured, %" not in text_of(at)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"position,correct,total\n0,9,10\n1,eleven,10\n", ["ine 3", "correct"]),
        (b"where,right\n0,1\n", ["position"]),
        (b"", ["not read"]),
    ],
)
def test_a_curve_that_cannot_be_read_names_its_line(data, words):
    at = open_page()
    upload = next(f for f in at.file_uploader if "own curve" in f.label)
    upload.set_value(("mine.csv", data, "text/csv")).run()
    assert all(word in text_of(at) for word in ("mine.csv", *words)), text_of(at)[:600]


def test_a_curve_of_ones_own_is_laid_over_the_others_and_can_be_chosen():
    at = open_page()
    upload = next(f for f in at.file_uploader if "own curve" in f.label)
    data = b"position,correct,total\n0,66,67\n0.5,40,67\n1,64,67\n"
    upload.set_value(("mine.csv", data, "text/csv")).run()
    assert not at.exception
    assert at.multiselect(key="overlays").value[-1] == "own"
    field(at.selectbox, "Curve").set_value("own").run()
    assert not at.exception
    assert field(at.selectbox, "Curve").value == "own"


def test_the_proposed_marks_are_set_by_one_click():
    at = open_page()
    at.segmented_control(key="placement_view").set_value("Watermarks").run()
    before = now(at).scenario.zones
    next(b for b in at.button if b.label.startswith("Set the marks")).click().run()
    assert now(at).scenario.zones != before
    at.text_area(key="occupancy").set_value("occupancy,accuracy,n\n0.1,2,200\n").run()
    assert "ine 2" in " ".join(t.value for t in at.text)


def test_the_address_names_the_scenario_unless_the_page_would_begin_with_it():
    assert "scenario" not in open_page().query_params
    for name in shipped():
        at = open_page(scenario=name)
        assert now(at).base == name
        assert at.query_params.get("scenario", ["twenty_documents"]) in ([name], name)


def test_what_one_chose_to_see_survives_a_refresh_and_words_not_known_are_passed_over():
    at = open_page(scenario=FIRST)
    at.selectbox(key="order_a").set_value("best_last").run()
    at.segmented_control(key="placement_view").set_value("Length").run()
    kept = {key: at.query_params[key] for key in ("scenario", "a", "below")}
    assert "b" not in at.query_params, "it is the one that the page would choose"
    again = open_page(**{key: "".join(value) for key, value in kept.items()})
    assert now(again).base == FIRST
    assert again.selectbox(key="order_a").value == "best_last"
    assert again.segmented_control(key="placement_view").value == "Length"
    guessed = open_page(predict="1")
    assert guessed.toggle(key="predict").value
    wrong = open_page(a="nonsense", below="Nowhere", predict="7")
    assert wrong.selectbox(key="order_a").value == "as_given"
    assert not wrong.toggle(key="predict").value
    assert not {"a", "below", "predict"} & set(wrong.query_params)


def test_a_section_pane_is_kept_by_the_assemble_page():
    at = AppTest.from_file(PAGE.replace("placement.py", "assemble.py"), default_timeout=60)
    at.query_params["view"] = "What is sent"
    at.run()
    assert at.segmented_control(key="view").value == "What is sent"
    at.segmented_control(key="view").set_value("Section").run()
    assert "view" not in at.query_params


def test_orders_begin_anew_with_another_scenario():
    at = open_page()
    at.selectbox(key="order_b").set_value("best_in_the_middle").run()
    field(at.selectbox, "Scenario").set_value(FIRST).run()
    best = open_page(scenario=FIRST).selectbox(key="order_b").value
    assert at.selectbox(key="order_b").value == best != "best_in_the_middle"
    assert not {"a", "b"} & set(at.query_params)


def test_only_an_order_that_is_better_has_the_primary_button():
    def kind(at: AppTest) -> str:
        return next(b for b in at.button if b.label.startswith("Use order B")).proto.type

    at = open_page()
    assert kind(at) == "primary"
    at.selectbox(key="order_b").set_value("best_in_the_middle").run()
    assert kind(at) == "secondary"
    level = set_curve(shipped()["twenty_documents"], DEFAULT_OVERLAYS[1])
    assert kind(open_page(level)) == "secondary", "no effect could be detected on this curve"


def test_the_order_that_is_sent_is_said_on_both_pages():
    sent = set_order(shipped()["twenty_documents"], "edges_first")
    html = text_of(open_page(sent))
    assert "Sent now: <b>edges first</b>" in html
    assert "(sent now: edges first)" in html
    at = AppTest.from_file(PAGE.replace("placement.py", "assemble.py"), default_timeout=60)
    at.session_state[KEY] = Session(sent, None)
    assert "sent in order: edges first" in text_of(at.run())


def test_shown_differences_are_those_of_the_shown_numbers():
    def number(cell: str) -> float:
        found = re.search(r"[−-]?\d+\.\d", re.sub(r"<[^>]*>", "", cell))
        return float(found[0].replace("−", "-"))

    for name in ("twenty_documents", FIRST):
        html = text_of(open_page(shipped()[name]))
        compared, every = (re.findall(r"<tr>(<td>.*?)</tr>", table)
                           for table in html.split("</table>")[:2])  # fmt: skip
        assert (len(compared), len(every)) == (3, 6)
        for row in compared:
            a, b, difference = (number(cell) for cell in row.split("</td>")[1:4])
            assert difference == pytest.approx(b - a)


def test_scores_are_said_to_be_read_off_between_points():
    at = open_page()
    assert "Scores are read off between the measured points" in text_of(at)
    scenario, curve = now(at).scenario, find_curve(DEFAULT_CURVE)
    rows = list(csv.DictReader(io.StringIO(orders_csv(Newest(scenario), curve))))
    assert len(rows) == 6
    for row in rows:
        assert row["kind"] == "interpolated"
        assert (row["curve_n"], row["curve_status"], row["curve_kind"]) == (
            "2655",
            "exact",
            "measured",
        )


@pytest.mark.parametrize("curve", load_curves(), ids=lambda curve: curve.id)
def test_the_caveat_speaks_of_passages_only_where_they_were_measured(curve):
    assert ("passages of about 100 tokens" in caveat(curve)) == (curve.family == "documents")
    assert curve.family == "documents" or curve.note in caveat(curve)


def test_a_prompt_far_longer_than_what_was_measured_is_said_to_be():
    curve = find_curve(DEFAULT_CURVE)
    assert longer(curve, 2_000) == longer(curve, 4_000) == ""
    assert "50,000 tokens; the curve was measured on about 2,000" in longer(curve, 50_000)
    assert longer(find_curve("veseli-share-gemma-2-27b-6"), 50_000) == ""


def test_marks_are_called_by_the_numbers_they_have_now():
    at = open_page()
    name = next(iter(now(at).scenario.placement.weights))
    at.session_state[KEY] = Session(now(at).scenario, "twenty_documents", selected=name)
    at.run()
    before = field(at.multiselect, "★ Must find").key
    next(b for b in at.button if b.label == "← Earlier").click().run()
    marks = field(at.multiselect, "★ Must find")
    assert marks.key != before, "the browser would keep the old number"
    assert f"{now(at).scenario.index(name) + 1} {name}" in marks.options


def test_where_nothing_may_move_every_section_that_is_sent_can_be_marked():
    at = open_page(scenario="long_chat")
    options = field(at.multiselect, "★ Must find").options
    assert options[0] == "1 rules"
    assert len(options) > 20
    field(at.multiselect, "★ Must find").set_value(["rules"]).run()
    assert now(at).scenario.placement.weights == {"rules": 1}
    assert "No order changes anything" in text_of(at)
    assert "12 and 1 more are left out." not in text_of(at)
    assert "are left out." in text_of(at)


def test_a_weight_out_of_range_is_refused_in_sight():
    at = open_page()
    names = [s.name for s in now(at).scenario.sections if s.kind == "evidence"][:3:2]
    field(at.multiselect, "★ Must find").set_value(names).run()
    assert weight_of(at, names[0]).label == "Weight, 0.1 to 100"
    before = weight_of(at, names[0]).key
    weight_of(at, names[0]).set_value(-5.0).run()
    assert now(at).scenario.placement.weights[names[0]] == 1
    assert "The weight was not changed" in text_of(at)
    after = weight_of(at, names[0])
    assert after.value == 1
    assert after.key != before, "a field of its own: the browser would go on showing −5"


def test_who_predicts_has_no_controls_without_effect():
    at = open_page(predict="1")
    for key in ("order_a", "order_b"):
        assert at.selectbox(key=key).disabled
    assert not field(at.selectbox, "Curve").disabled
    next(b for b in at.button if b.label.startswith("Reveal")).click().run()
    assert "the overlays show some" in text_of(at)


def test_the_verdict_stands_beside_the_scores_and_in_the_table_of_all_curves():
    at = open_page()
    assert "Position matters on this curve" in text_of(at)
    assert "None could be detected on Claude Sonnet 4.6" in text_of(at)
    level = set_curve(shipped()["twenty_documents"], DEFAULT_OVERLAYS[1])
    assert "No effect of position could be detected" in text_of(open_page(level))
    at.segmented_control(key="placement_view").set_value("All curves").run()
    assert "For which models is it real?" in text_of(at)
    rows = {row["curve"]: row for row in effect_table(load_curves())}
    assert len(rows) == len(load_curves())
    row = rows[find_curve(DEFAULT_CURVE).label]
    assert (row["start − middle, points"], row["effect"], row["n a point"], row["status"]) == (
        pytest.approx(75.8 - 54.0, abs=0.3),
        "detectable",
        2655,
        "exact",
    )
    assert rows[find_curve(DEFAULT_OVERLAYS[1]).label]["effect"] == "none detectable"


def test_a_curve_is_called_after_its_file_and_another_replaces_it():
    at = open_page()
    for name in ("first.csv", "second.csv"):
        upload = next(f for f in at.file_uploader if "own curve" in f.label)
        data = b"position,correct,total\n0,66,67\n0.5,40,67\n1,64,67\n"
        upload.set_value((name, data, "text/csv")).run()
    assert "in place of first" in text_of(at)
    assert field(at.selectbox, "Curve").options[-1] == "second"


def test_occupancies_of_a_file_are_put_into_the_box():
    at = open_page(below="Watermarks")
    upload = next(f for f in at.file_uploader if "CSV file" in f.label)
    data = "\ufeffoccupancy,accuracy,n\n0.2,0.9,100\n0.8,0.5,100\n".encode()
    upload.set_value(("mine.csv", data, "text/csv")).run()
    assert at.text_area(key="occupancy").value.startswith("occupancy,")
    assert "0.8,0.5,100" in at.text_area(key="occupancy").value
    assert any(b.label.startswith("Set the marks") for b in at.button)
