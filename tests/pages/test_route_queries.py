"""Are wrong queries found, opened and edited, and can one guess first? Driven without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.routing import Intent, LabelledQuery, QuerySet
from engine.routing.aims import Gate
from engine.routing.metrics import Counts
from engine.scenario.edits import set_routing
from ui.palette import OUTCOMES
from ui.route.outcomes import MISSED, WRONG, outcomes_of
from ui.route.predict_pane import GUESS
from ui.route.query_detail import OPENED
from ui.route.query_table import EVERYTHING, LISTS, NEEDLESS, SPLITS, rows_listed
from ui.route.sets import shipped_set
from ui.route.shown import Shown, look
from ui.samples import FIRST, shipped
from ui.state import KEY, Session

PAGE = str(Path(__file__).parents[2] / "pages" / "route.py")

PAY, MOVE = Intent("pay", ("pay", "bill", "card")), Intent("move", ("move", "boxes", "card"))
# At the router's own gate: one wrong intent, one out of scope routed, one fallback, one right.
ROWS = (
    LabelledQuery("pay the bill", ("pay",)),
    LabelledQuery("move boxes", ("pay",)),
    LabelledQuery("move the moon", ()),
    LabelledQuery("card", ("pay",)),
)
OWN = QuerySet(
    "own",
    tuple(
        LabelledQuery(row.text, row.intents, split, line)
        for split in ("tune", "test")
        for line, row in enumerate(ROWS, 1)
    ),
    (PAY, MOVE),
)


def open_page(queries: QuerySet | None = OWN, **router: object) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    scenario = shipped()[FIRST]
    if queries is not None:
        router = {"scorer": "keywords", **router}
    at.session_state[KEY] = Session(set_routing(scenario, **router), None, queries=queries)
    return run(at)


def run(at: AppTest) -> AppTest:
    at.run()
    assert not at.exception, at.exception
    return at


def now(at: AppTest) -> Session:
    return at.session_state[KEY]


def shown_by(at: AppTest) -> Shown:
    queries = now(at).queries
    assert queries is not None
    return look(queries, now(at).scenario.routing)


def html_of(at: AppTest) -> str:
    bodies = (e.proto.body for e in at.get("html"))
    return " ".join(body for body in bodies if "<style" not in body and "padding:" not in body)


def words_of(at: AppTest) -> str:
    """What is written on the page, without its tags."""
    return re.sub(r"<[^>]+>", "", html_of(at))


def counts_of(at: AppTest) -> list[int]:
    """The counts by outcome, as the page says them."""
    line = next(e.proto.body for e in at.get("html") if "cp-counts" in e.proto.body)
    return [int(count.replace(",", "")) for count in re.findall(r" <b>([\d,]+)</b>", line)]


def numbers_of(at: AppTest) -> list[str]:
    """The tables of numbers beside the maps."""
    return re.findall(r'<table class="cp-table.*?</table>', html_of(at))


def table_of(at: AppTest):
    return at.dataframe[0].value


def button(at: AppTest, label: str):
    return next(one for one in at.button if one.label == label)


def pick(at: AppTest, text: str) -> AppTest:
    """Open the held-out query with this text."""
    queries = now(at).queries
    assert queries is not None
    index = next(
        k for k, query in enumerate(queries.queries) if (query.text, query.split) == (text, "test")
    )
    at.session_state[OPENED] = (index, text)
    return run(at)


def truth_field(at: AppTest):
    """The field of the open query's truth: of one intent, or of several."""
    fields = [*at.selectbox, *at.multiselect]
    return next(field for field in fields if (field.key or "").startswith("truth"))


def several(at: AppTest):
    return next(one for one in at.toggle if one.label == "Several")


def relabel(at: AppTest, *intents: str) -> AppTest:
    several(at).set_value(len(intents) > 1)
    run(at)
    truth_field(at).set_value(list(intents) if len(intents) > 1 else "".join(intents))
    run(at)
    button(at, "Relabel").click()
    return run(at)


def lit(at: AppTest) -> list[str]:
    """The texts outlined in the table."""
    (key,) = (frame.key for frame in at.dataframe if "query_table" in (frame.key or ""))
    cells = at.session_state[key]["selection"]["cells"]
    return [table_of(at)["query"].iloc[row] for row, _ in cells]


def test_the_misrouted_are_listed_first_the_wrong_then_those_out_of_scope():
    at = open_page()
    assert counts_of(at) == [1, 1, 1, 0, 1]
    assert list(table_of(at)["query"]) == ["move boxes", "move the moon"]
    assert list(table_of(at)["truth"]) == ["pay", "out of scope"]
    assert "1 of 1 fallbacks needless" in words_of(at)


def test_every_list_opens_for_every_split_and_only_one_holds_all():
    at = open_page(None)
    for split in SPLITS:
        at.segmented_control(key="queries_split").set_value(split)
        for name in LISTS:
            at.selectbox(key="queries_list").set_value(name)
            run(at)
            listed = len(table_of(at))
            assert 0 < listed <= sum(counts_of(at))
            assert (listed == sum(counts_of(at))) == (name == EVERYTHING), name


def test_searching_keeps_the_rows_whose_text_holds_the_words_and_says_where_there_are_none():
    at = open_page()
    at.text_input(key="queries_search").set_value("MOON")
    run(at)
    assert list(table_of(at)["query"]) == ["move the moon"]
    at.text_input(key="queries_search").set_value("<b>nothing</b>")
    run(at)
    assert not at.dataframe
    assert "&lt;b&gt;nothing&lt;/b&gt;" in html_of(at)


def test_the_open_query_says_what_became_of_it_and_why():
    at = open_page()
    pick(at, "card")
    said = words_of(at)
    assert "ambiguous tie" in said
    assert "truth pay" in said
    assert "Gap 0.000 under margin 0.100" in said
    pick(at, "move boxes")
    assert "wrong intent · truth pay · best move" in words_of(at)


def test_relabelling_moves_the_numbers_and_undo_takes_it_back():
    at = open_page()
    before = numbers_of(at)
    pick(at, "move boxes")
    relabel(at, "move")
    assert len(before) == 1
    assert numbers_of(at) != before
    assert counts_of(at) == [2, 0, 1, 0, 1]
    assert list(table_of(at)["query"]) == ["move the moon"]
    # What was relabelled stays open, for one to see what becomes of it.
    assert truth_field(at).value == "move"
    assert lit(at) == []
    assert (
        "Relabelled: its truth was pay. It is routed right now: not in the list “Misrouted”."
        in (words_of(at))
    )
    held_out = [query for query in now(at).queries.queries if query.split == "test"]
    assert [query.intents for query in held_out] == [("pay",), ("move",), (), ("pay",)]
    at.button(key="undo").click()
    run(at)
    assert counts_of(at) == [1, 1, 1, 0, 1]
    assert now(at).queries is OWN
    assert numbers_of(at) == before


def test_a_query_becomes_out_of_scope_or_a_collision():
    at = open_page()
    pick(at, "move boxes")
    relabel(at)
    assert counts_of(at) == [1, 0, 2, 0, 1]
    relabel(at, "pay", "move")
    assert "1 mean several intents" in words_of(at)
    # It is a collision now: the field has both, and one of them alone makes it none again.
    assert truth_field(at).value == ["pay", "move"]
    assert several(at).value
    relabel(at, "move")
    assert "mean several intents" not in words_of(at)


def test_an_intent_that_is_chosen_takes_the_place_of_the_present_one():
    at = open_page()
    pick(at, "move boxes")
    assert truth_field(at).value == "pay"
    assert button(at, "Relabel").disabled
    truth_field(at).set_value("move")
    run(at)
    button(at, "Relabel").click()
    run(at)
    assert [q.intents for q in now(at).queries.queries if q.text == "move boxes"][1] == ("move",)


def test_the_row_that_is_outlined_is_the_query_that_is_described():
    at = open_page()
    assert lit(at) == ["move boxes"]
    pick(at, "move the moon")
    assert lit(at) == ["move the moon"]
    pick(at, "card")  # not in this list
    assert lit(at) == []
    assert "Not in the list “Misrouted”." in words_of(at)
    at.selectbox(key="queries_list").set_value(EVERYTHING)
    run(at)
    assert lit(at) == ["card"]
    next(f for f in at.text_input if f.label == "Query").set_value("boxes to move")
    button(at, "Add").click()
    run(at)
    assert lit(at) == ["boxes to move"]


def test_dropping_a_query_takes_it_out_and_opens_the_next():
    at = open_page()
    pick(at, "move boxes")
    button(at, "Drop").click()
    run(at)
    assert counts_of(at) == [1, 0, 1, 0, 1]
    assert len(now(at).queries.queries) == len(OWN.queries) - 1
    assert "move the moon" in html_of(at)
    at.button(key="undo").click()
    run(at)
    assert counts_of(at) == [1, 1, 1, 0, 1]


def test_a_query_is_added_to_a_split_and_opened():
    at = open_page()
    next(f for f in at.text_input if f.label == "Query").set_value("  boxes <i>to</i> move ")
    next(f for f in at.multiselect if f.label == "Truth" and f.key.startswith("added")).set_value(
        ["move"]
    )
    # At once, without a run between: the text is entered by the click itself.
    button(at, "Add").click()
    run(at)
    added = now(at).queries.queries[-1]
    assert (added.text, added.intents, added.split) == ("boxes <i>to</i> move", ("move",), "test")
    assert sum(counts_of(at)) == len(ROWS) + 1
    assert "boxes &lt;i&gt;to&lt;/i&gt; move" in html_of(at)
    assert not next(f for f in at.text_input if f.label == "Query").value
    at.button(key="undo").click()
    run(at)
    assert sum(counts_of(at)) == len(ROWS)


def test_an_empty_query_is_not_added_and_the_page_says_so():
    at = open_page()
    next(f for f in at.text_input if f.label == "Query").set_value("   ")
    button(at, "Add").click()
    run(at)
    assert now(at).queries is OWN
    assert "No query was added." in words_of(at)


def test_trying_a_fix_sets_its_gate_and_puts_the_query_right():
    at = open_page(None, margin=0.05)
    at.selectbox(key="queries_list").set_value(NEEDLESS)
    run(at)
    table = table_of(at)
    fixed = table[table["fix"].str.match("threshold|margin")].iloc[0]
    fixes, breaks = map(int, re.findall(r"[+−](\d+)", fixed["fix"]))
    assert fixes > breaks
    scenario = now(at).scenario
    shown = look(shipped_set(scenario.routing.queries), scenario.routing)
    row = [query.text for query in shown.test.queries].index(fixed["query"])
    at.session_state[OPENED] = (int(shown.test.rows[row]), fixed["query"])
    run(at)
    right = counts_of(at)[0]
    button(at, "Try the fix").click()
    run(at)
    assert now(at).scenario.routing.gate != scenario.routing.gate
    assert counts_of(at)[0] > right
    assert "routed right · truth" in words_of(at)
    at.button(key="undo").click()
    run(at)
    assert now(at).scenario.routing.gate == scenario.routing.gate


def test_where_nothing_is_misrouted_the_page_says_what_that_costs():
    at = open_page(threshold=1.0)
    assert counts_of(at)[1:3] == [0, 0]
    assert not at.dataframe
    assert re.search(r"Nothing is routed wrong at this gate. It costs \d+ needless", words_of(at))


def test_of_a_large_set_so_many_are_listed_as_a_browser_holds():
    many = QuerySet("many", tuple(LabelledQuery(f"move {n}", (), "test") for n in range(700))
                    + OWN.queries, OWN.intents)  # fmt: skip
    at = open_page(many)
    assert len(table_of(at)) == 500
    assert "first 500 of 702" in words_of(at)


def test_lists_are_the_rows_that_a_plain_loop_finds():
    at = open_page(OWN)
    shown = shown_by(at)
    outcome = outcomes_of(shown.test.judged, shown.gate).tolist()
    named = {
        "Misrouted": (WRONG, MISSED),
        "Wrong intent": (WRONG,),
        "Out of scope, routed": (MISSED,),
        "All queries": tuple(range(len(OUTCOMES))),
    }
    for name, kinds in named.items():
        expected = {row for row, kind in enumerate(outcome) if kind in kinds}
        assert set(rows_listed(shown.test, shown.gate, name).tolist()) == expected


# --- predict first ---


def predict(at: AppTest) -> AppTest:
    at.toggle(key="predict_gate").set_value(True)
    return run(at)


def charts(at: AppTest) -> int:
    return len(at.get("plotly_chart"))


def test_predicting_hides_maps_numbers_and_gate_until_one_is_placed_and_revealed():
    at = open_page(None)
    assert charts(at) == 6
    predict(at)
    assert charts(at) == 2
    assert not numbers_of(at)
    assert "cp-counts" not in html_of(at)
    assert not [f for f in at.number_input if f.label == "Threshold"]
    assert not [one for one in at.button if "tuned" in one.label]
    assert button(at, "Reveal").disabled
    next(f for f in at.number_input if f.label == "Your threshold").set_value(0.4)
    run(at)
    assert at.session_state[GUESS] == Gate(0.4, 0.0)
    assert not numbers_of(at)
    button(at, "Reveal").click()
    run(at)
    assert charts(at) == 4
    scenario = now(at).scenario
    shown = look(shipped_set(scenario.routing.queries), scenario.routing)

    def utility(gate: Gate) -> str:
        counts = Counts.at(shown.tune.judged, gate.threshold, gate.margin)
        return f"{shown.aim.metric_of('utility', counts):.2f}".replace("-", "−")

    best = shown.tuned.gate
    assert best is not None
    said = words_of(at)
    assert f"your gate has utility {utility(Gate(0.4, 0.0))}" in said
    assert f"the best {utility(best)}: yours costs" in said
    assert "Held out: " in said
    assert scenario.routing.gate == Gate(0.2, 0.1), "a guess is no setting"


def test_going_on_sets_the_guess_as_the_gate_and_shows_the_page():
    at = predict(open_page(None))
    at.session_state[GUESS] = Gate(0.3, 0.05)
    run(at)
    button(at, "Reveal").click()
    run(at)
    button(at, "Go on with my gate").click()
    run(at)
    assert now(at).scenario.routing.gate == Gate(0.3, 0.05)
    assert charts(at) == 6
    assert not at.toggle(key="predict_gate").value
    at.button(key="undo").click()
    run(at)
    assert now(at).scenario.routing.gate == Gate(0.2, 0.1)


def test_another_scorer_is_another_question():
    at = predict(open_page(None))
    at.session_state[GUESS] = Gate(0.3, 0.05)
    run(at)
    button(at, "Reveal").click()
    run(at)
    field = next(f for f in at.selectbox if f.label == "Scorer")
    field.set_value(("keywords", "centroid"))
    run(at)
    assert button(at, "Reveal")
    assert not numbers_of(at)


@pytest.mark.parametrize(
    ("aim", "says"),
    [
        ({"aim": "accuracy"}, "points"),
        ({"aim": "balanced"}, "points"),
        ({"aim": "utility"}, "a query"),
        ({"aim": "coverage", "ceiling": 0.12}, "yours breaks the ceiling on risk"),
        ({"aim": "coverage", "ceiling": 0.0}, "Your gate: coverage"),
    ],
)
def test_every_aim_says_what_a_guess_costs(aim, says):
    at = predict(open_page(None, **aim))
    at.session_state[GUESS] = Gate(0.05, 0.0)
    run(at)
    button(at, "Reveal").click()
    run(at)
    verdict = next(e.proto.body for e in at.get("html") if "cp-verdict" in e.proto.body)
    assert says in verdict
