"""Does the Placement page do what its controls say? Driven without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine import ContextSection, Scenario
from engine.placement import DEFAULT_CURVE, DEFAULT_OVERLAYS
from engine.scenario.edits import set_must_find
from ui.placement.views import VIEWS
from ui.samples import shipped
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
