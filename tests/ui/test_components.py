"""Do the ledger table and the token view say what is true, and hand each action out once?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

import ui.components
from engine.scenario.ledger import keep_ledger
from engine.scenario.model import Scenario, Tiers
from engine.sections import ContextBudget, ContextSection
from engine.tokens import get_tokenizer, truncate_to_tokens
from ui.components.assets import colours
from ui.components.ledger import ACTIONS, LedgerEvent, read_event, unseen_events
from ui.components.ledger_rows import Need, ledger_rows, ledger_totals, need_hint
from ui.components.token_cut import split_cut
from ui.components.tokens import drawn
from ui.palette import theme

HERE = Path(ui.components.__file__).parent
HOSTILE = ("<img src=x onerror=alert(1)>", "$x$", "![](http://x)", "a\u202egnp.exe")


def text(tokens: int) -> str:
    return "word" * tokens


def scenario(*sections: ContextSection, usable: int = 100, **fields: Any) -> Scenario:
    return Scenario(
        sections=sections, budget=ContextBudget(usable + 20, 20), tokenizer="chars/4", **fields
    )


RULES = ContextSection("rules", text(30), 100, pinned=True, kind="instructions")
POLICY = ContextSection("policy", text(40), 9, kind="evidence")
LONG = ContextSection("long", text(60), 5, kind="history")
HUGE = ContextSection("huge", text(1200), 3)
EMPTY = ContextSection("empty", "", 1)


def rows_of(value: Scenario, needs: dict[str, Need] | None = None) -> dict[str, dict[str, Any]]:
    rows = ledger_rows(keep_ledger(value), value, needs or {})
    return {row["name"]: row for row in rows}


# --- rows and totals ---


def test_rows_say_outcome_and_reason_in_words() -> None:
    rows = rows_of(scenario(RULES, POLICY, LONG, HUGE, EMPTY))
    said = {
        name: (row["glyph"], row["outcome"], row["reason"], row["before"], row["after"])
        for name, row in rows.items()
    }
    assert said == {
        "rules": ("▼", "in", "pinned", "30", "30"),
        "policy": ("●", "in", "fits", "40", "40"),
        "long": ("○", "out", "no room beside pins", "60", "0"),
        "huge": ("○", "out", "no room beside pins", "1,200", "0"),
        "empty": ("●", "in", "empty", "0", "0"),
    }
    assert [rows[name]["out"] for name in rows] == [False, False, True, True, False]
    assert (rows["policy"]["kind"], rows["policy"]["priority"]) == ("evidence", 9)
    assert rows["rules"]["pinned"]
    assert not rows["policy"]["pinned"]


def test_a_trimmed_row_is_short_and_not_struck() -> None:
    cut = ContextSection("cut", "word " * 90, 9, truncatable=True)
    row = rows_of(scenario(RULES, cut))["cut"]
    assert (row["outcome"], row["reason"], row["out"], row["short"]) == (
        "trimmed", "to fit", False, True,
    )  # fmt: skip


def test_buttons_say_what_they_do() -> None:
    needs = {"huge": Need("window 1,140", -3), "long": Need("retrieved 477", None)}
    rows = rows_of(scenario(RULES, LONG, HUGE), needs)
    huge, long = rows["huge"], rows["long"]
    assert (huge["budget"], huge["budget_action"]) == ("window 1,140", "apply_budget")
    assert huge["budget_hint"] == "set the window to 1,140 tokens so that huge fits"
    assert (huge["orprio"], huge["orprio_value"]) == ("−3", -3)
    assert huge["orprio_hint"] == "set the priority to −3 so that huge fits"
    assert (long["budget"], long["orprio"], long["orprio_hint"]) == ("retrieved 477", None, None)
    assert rows["rules"]["budget"] is None
    assert rows["rules"]["budget_hint"] is None


@pytest.mark.parametrize(
    ("label", "hint"),
    [
        (None, None),
        ("unpin", "unpin late"),
        ("window 1,140", "set the window to 1,140 tokens so that late fits"),
        ("history 477", "raise the ceiling of tier history to 477 tokens so that late fits"),
        ("fill 1,100", "raise the fill line to 1,100 tokens so that late fits"),
    ],
)
def test_need_hint(label: str | None, hint: str | None) -> None:
    assert need_hint(Need(label), "late") == hint


def test_over_rows_offer_to_unpin() -> None:
    value = scenario(RULES, POLICY, usable=20)
    rows = rows_of(value, {"rules": Need("unpin")})
    assert (rows["rules"]["outcome"], rows["rules"]["after"]) == ("over", "0")
    assert rows["rules"]["budget_action"] == "toggle_pin"
    assert (rows["policy"]["outcome"], rows["policy"]["reason"]) == ("out", "no room")
    assert ledger_totals(keep_ledger(value)) == {
        "text": "Pinned 30 − budget 20 = 10 too many",
        "before": "70",
        "after": "0",
        "left_out": "",
    }


def test_a_tier_that_is_over_is_named_and_other_pinned_sections_are_not_blamed() -> None:
    facts = ContextSection("facts", text(10), pinned=True, kind="evidence")
    value = scenario(RULES, facts, tiers=Tiers(True, (0.2, 0.4, 0.2, 0.2)))
    assert ledger_totals(keep_ledger(value))["text"] == "Pinned 30 − tier static 20 = 10 too many"
    row = rows_of(value)["facts"]
    assert (row["outcome"], row["reason"]) == ("out", "nothing is sent")


def test_totals_add_up() -> None:
    ledger = keep_ledger(scenario(RULES, POLICY, LONG))
    totals = ledger_totals(ledger)
    assert ledger.after + ledger.join == ledger.used
    assert totals == {
        "text": f"70 in sections +{ledger.join} by joining = {ledger.used} sent"
        " · 1 set aside for joints",
        "before": "130",
        "after": "70",
        "left_out": "−60 left out",
    }


@pytest.mark.parametrize("name", HOSTILE)
def test_names_keep_their_identity_and_are_shown_without_what_turns_text(name: str) -> None:
    row = rows_of(scenario(ContextSection(name, "x")))[name]
    assert row["name"] == name
    assert row["shown"] == name.replace("\u202e", "")


# --- events ---


def message(*numbers: int, client: str = "c") -> dict[str, Any]:
    events = [{"number": n, "action": "move", "name": "rules", "value": 1} for n in numbers]
    return {"client": client, "events": events}


def test_actions_are_handed_out_once() -> None:
    first = unseen_events(message(1, 2), ("", 0))
    assert [seen for seen, _ in first] == [("c", 1), ("c", 2)]
    assert unseen_events(message(1, 2), ("c", 2)) == []
    again = unseen_events(message(1, 2, 3), ("c", 2))
    assert again == [(("c", 3), LedgerEvent("move", "rules", 1))]
    assert len(unseen_events(message(1, client="other"), ("c", 3))) == 1


@pytest.mark.parametrize(
    "junk",
    [None, 3, [], {}, {"client": 1}, {"client": "c"}, {"client": "c", "events": ["x", {}]}],
)
def test_a_message_that_is_none_hands_out_nothing(junk: object) -> None:
    assert unseen_events(junk, ("", 0)) == []


@pytest.mark.parametrize(
    "entry",
    [
        {"action": "delete", "name": "a"},
        {"action": "select", "name": 3},
        {"action": "set_priority", "name": "a", "value": "3"},
        {"action": "set_priority", "name": "a", "value": float("nan")},
        {"action": "set_priority", "name": "a", "value": True},
        {"action": "move", "name": "a", "value": 0.5},
    ],
)
def test_what_is_no_event_of_ours_is_skipped(entry: dict[str, Any]) -> None:
    assert read_event(entry) is None


def test_numbers_arrive_as_they_were_meant() -> None:
    entry = {"action": "set_priority", "name": "a", "value": 40.0}
    assert read_event(entry) == LedgerEvent("set_priority", "a", 40)
    assert read_event({**entry, "value": -3.5}) == LedgerEvent("set_priority", "a", -3.5)
    assert read_event({**entry, "action": "select"}) == LedgerEvent("select", "a", None)
    assert len(ACTIONS) == 7


def _app() -> None:
    # Runs as a file of its own, so it sees nothing of what stands above.
    import streamlit as st

    from engine.scenario.ledger import keep_ledger
    from engine.scenario.model import Scenario
    from engine.sections import ContextSection
    from ui.components.ledger import ledger_table
    from ui.components.ledger_rows import ledger_rows, ledger_totals
    from ui.components.tokens import token_view
    from ui.palette import theme

    done = st.session_state.setdefault("done", [])

    def on_event(event) -> None:  # type: ignore[no-untyped-def]
        if event.name == "bad":
            raise ValueError("refused")
        done.append((event.action, event.name, event.value))

    value = Scenario(sections=(ContextSection("<b>a", "x"),), tokenizer="chars/4")
    ledger = keep_ledger(value)
    ledger_table(
        ledger_rows(ledger, value, {}), ledger_totals(ledger), "<b>a", theme("light"),
        key="ledger", on_event=on_event,
    )  # fmt: skip
    token_view(["a", "b"], " […]", "rest", theme("dark"), key="tokens")


def send(at: AppTest, *events: dict[str, Any]) -> AppTest:
    """A run of the app as the browser would cause it with this message."""
    payload = [{"event": "event", "value": {"client": "c", "events": list(events)}}]
    state = WidgetState(
        id=f"$$STREAMLIT_INTERNAL_KEY_{at.session_state['id']}__events",
        json_trigger_value=json.dumps(payload),
    )
    return at._run(widget_state=WidgetStates(widgets=[state]))


def event(number: int, name: str, action: str = "select") -> dict[str, Any]:
    return {"number": number, "action": action, "name": name, "value": None}


@pytest.fixture
def at() -> AppTest:
    app = AppTest.from_function(_app).run()
    assert not app.exception
    app.session_state["id"] = app.get("bidi_component")[0].proto.id
    return app


def data_of(at: AppTest, place: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(at.get("bidi_component")[place].proto.json)
    return found


def test_components_mount_with_their_data(at: AppTest) -> None:
    table, tokens = data_of(at, 0), data_of(at, 1)
    row = dict(zip(table["fields"], table["rows"][0], strict=True))
    assert (row["name"], table["selected"], table["seen"]) == ("<b>a", "<b>a", ["", 0])
    assert (tokens["pieces"], tokens["marker"], tokens["removed"]) == (["a", "b"], " […]", "rest")


def test_a_message_repeated_is_applied_once_and_acknowledged(at: AppTest) -> None:
    send(at, event(1, "a"))
    send(at, event(1, "a"), event(2, "b", "toggle_pin"))
    at.run()
    assert at.session_state["done"] == [("select", "a", None), ("toggle_pin", "b", None)]
    assert data_of(at, 0)["seen"] == ["c", 2]


def test_an_action_that_fails_is_not_tried_again(at: AppTest) -> None:
    assert send(at, event(1, "bad")).exception
    at = send(at, event(1, "bad"), event(2, "good"))
    assert not at.exception
    assert at.session_state["done"] == [("select", "good", None)]


# --- tokens ---


@pytest.mark.parametrize(
    ("original", "cut", "parts"),
    [
        ("one two three", "one two three", ("one two three", None, "")),
        ("one two three", "one […]", ("one", " […]", " two three")),
        ("one two three", "one", ("one", None, " two three")),
        ("one two three", "", ("", None, "one two three")),
        ("", "", ("", None, "")),
        ("a […] b c d", "a […]", ("a", " […]", " […] b c d")),
        ("a […]", "a […]", ("a […]", None, "")),
        ("one two", "something else", ("something else", None, "")),
        (" […] and on and on", " […]", (" […]", None, " and on and on")),
    ],
)
def test_split_cut(original: str, cut: str, parts: tuple[str, str | None, str]) -> None:
    assert split_cut(original, cut) == parts


@pytest.mark.parametrize("room", range(14))
def test_split_cut_takes_apart_what_was_cut(room: int) -> None:
    original = "Refunds within 30 days 👩‍👩‍👧 of purchase, unless …\n\nfaulty."
    cut = truncate_to_tokens(original, room)
    kept, marker, removed = split_cut(original, cut)
    assert kept + (marker or "") == cut
    assert kept + removed == original


def test_only_the_beginning_of_a_huge_text_is_drawn() -> None:
    pieces = get_tokenizer("chars/4").pieces("word" * 250_000)
    shown, more, rest, more_characters = drawn(pieces, "r" * 20_000)
    assert (len(shown), more, len(rest), more_characters) == (4000, 246_000, 12_000, 8_000)
    assert drawn(["a"], "") == (["a"], 0, "", 0)


# --- what the browser is given ---


def test_colours_are_plain_data_from_the_palette() -> None:
    dark = colours(theme("dark"))
    json.dumps(dark)
    assert dark["kinds"]["tools"] == {"color": "#66D7F5", "shape": "/", "size": 9}
    assert len(dark["tints"]) == 3


@pytest.mark.parametrize("path", sorted(HERE.glob("*.[jc]s*")), ids=lambda path: path.name)
def test_scripts_and_styles_build_no_markup_and_fetch_nothing(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
        r"|createContextualFragment|DOMParser|srcdoc|fetch\(|XMLHttpRequest|import\(|@import|url\("
    )
    assert not re.search(forbidden, source)
    assert not re.search(r"https?://(?!www\.w3\.org/)", source)
    assert len(re.findall(r"^#[0-9a-f]{3,8}\b", source, re.I | re.M)) == 0


@pytest.mark.parametrize("path", sorted(HERE.glob("*.js")), ids=lambda path: path.name)
def test_a_script_says_first_which_question_it_answers(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("// ")
    assert "?" in first


def test_joined_scripts_export_one_function() -> None:
    exports: Callable[[str], int] = lambda name: (  # noqa: E731
        (HERE / name).read_text(encoding="utf-8").count("export default")
    )
    assert {name: exports(name) for name in ("ledger.js", "tokens.js", "dom.js")} == {
        "ledger.js": 1, "tokens.js": 1, "dom.js": 0,
    }  # fmt: skip
