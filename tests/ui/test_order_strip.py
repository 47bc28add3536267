"""Does the order strip say what is true of a prompt, and does each action come to one new order?"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

import ui.components
from ui.components.assets import colours, join_files
from ui.components.order_strip import (
    ACTIONS,
    OrderEvent,
    order_after,
    read_event,
    strip_blocks,
    unseen_events,
)
from ui.palette import DARK, LIGHT, MUST_FIND

HERE = Path(ui.components.__file__).parent
HOSTILE = ("<img src=x onerror=alert(1)>", "$x$", "__proto__", "a\u202egnp.exe", "two\nlines")


class Block(NamedTuple):
    name: str
    kind: str
    tokens: int
    number: int


def blocks_of(names: str, fixed: str = "", must_find: str = "") -> list[dict[str, Any]]:
    """A block a letter."""
    order = [Block(name, "evidence", 10, number) for number, name in enumerate(names, 1)]
    return strip_blocks(order, set(must_find), set(fixed))


# --- blocks ---


def test_a_block_says_what_it_is() -> None:
    order = [Block("rules", "instructions", 30, 1), Block("policy: late", "evidence", 1200, 7)]
    rules, policy = strip_blocks(order, must_find=["policy: late"], fixed=["rules"])
    assert rules == {
        "name": "rules", "shown": "rules", "short": "rules", "kind": "instructions",
        "tokens": 30, "number": 1, "must_find": False, "fixed": True,
    }  # fmt: skip
    assert policy == {
        "name": "policy: late", "shown": "policy: late", "short": "late", "kind": "evidence",
        "tokens": 1200, "number": 7, "must_find": True, "fixed": False,
    }  # fmt: skip
    json.dumps([rules, policy])


@pytest.mark.parametrize("name", HOSTILE)
def test_names_keep_their_identity_and_are_shown_without_what_turns_text(name: str) -> None:
    (block,) = strip_blocks([Block(name, "other", 1, 1)], (), ())
    assert block["name"] == name
    assert block["shown"] == name.replace("\u202e", "").replace("\n", " ")


def test_no_block_is_narrower_than_nothing() -> None:
    assert strip_blocks([Block("a", "other", -3, 1)], (), ())[0]["tokens"] == 0
    assert strip_blocks([], ["a"], ["b"]) == []


# --- orders ---


def after(names: str, fixed: str, action: Any, name: str, value: int | None) -> str:
    return "".join(order_after(blocks_of(names, fixed), OrderEvent(action, name, value)))


@pytest.mark.parametrize(
    ("names", "fixed", "name", "by", "result"),
    [
        ("abcd", "", "b", 1, "acbd"),
        ("abcd", "", "b", -1, "bacd"),
        ("RabTcQ", "RTQ", "b", 1, "RacTbQ"),
        ("RabTcQ", "RTQ", "c", -1, "RacTbQ"),
        ("RabTcQ", "RTQ", "a", -1, "RabTcQ"),
        ("RabTcQ", "RTQ", "c", 1, "RabTcQ"),
        ("RabTcQ", "RTQ", "T", 1, "RabTcQ"),
        ("RabTcQ", "RTQ", "z", 1, "RabTcQ"),
    ],
)
def test_a_move_skips_what_keeps_its_place(
    names: str, fixed: str, name: str, by: int, result: str
) -> None:
    assert after(names, fixed, "move", name, by) == result


@pytest.mark.parametrize(
    ("names", "fixed", "name", "place", "result"),
    [
        ("abcd", "", "a", 3, "bcda"),
        ("abcd", "", "d", 0, "dabc"),
        ("abcd", "", "b", 1, "abcd"),
        ("RabTcdQ", "RTQ", "a", 5, "RbcTdaQ"),
        ("RabTcdQ", "RTQ", "d", 1, "RdaTbcQ"),
        ("RabTcdQ", "RTQ", "a", 4, "RbcTadQ"),
        ("RabTcdQ", "RTQ", "a", 99, "RbcTdaQ"),
        ("RabTcdQ", "RTQ", "d", 0, "RdaTbcQ"),
        ("RabTcdQ", "RTQ", "R", 3, "RabTcdQ"),
        ("R", "R", "R", 0, "R"),
        ("", "", "a", 0, ""),
    ],
)
def test_a_block_is_put_among_the_places_that_are_free(
    names: str, fixed: str, name: str, place: int, result: str
) -> None:
    assert after(names, fixed, "reorder", name, place) == result


def test_other_actions_change_no_order() -> None:
    assert after("abc", "", "select", "a", None) == "abc"
    assert after("abc", "", "toggle_find", "a", None) == "abc"
    assert after("abc", "", "select", "a", 1) == "abc"


def test_whatever_is_moved_stands_where_it_was_put_and_what_is_fixed_stays() -> None:
    chance = random.Random(7)
    for _ in range(300):
        names = "".join(chance.sample("abcdefghijkl", chance.randint(1, 12)))
        fixed = "".join(name for name in names if chance.random() < 0.3)
        free = [place for place, name in enumerate(names) if name not in fixed]
        if not free:
            continue
        name, place = names[chance.choice(free)], chance.choice(free)
        result = after(names, fixed, "reorder", name, place)
        assert sorted(result) == sorted(names)
        assert result[place] == name
        assert all(result[at] == names[at] for at in range(len(names)) if at not in free)
        rest = [other for other in names if other not in fixed and other != name]
        assert [other for other in result if other in rest] == rest


# --- events ---


def message(*numbers: int, client: str = "c") -> dict[str, Any]:
    events = [{"number": n, "action": "move", "name": "a", "value": 1} for n in numbers]
    return {"client": client, "events": events}


def test_actions_are_handed_out_once() -> None:
    assert [seen for seen, _ in unseen_events(message(1, 2), ("", 0))] == [("c", 1), ("c", 2)]
    assert unseen_events(message(1, 2), ("c", 2)) == []
    again = unseen_events(message(1, 2, 3), ("c", 2))
    assert again == [(("c", 3), OrderEvent("move", "a", 1))]


@pytest.mark.parametrize(
    ("action", "value"),
    [("select", None), ("toggle_find", None), ("move", 1), ("move", -1), ("reorder", 0)],
)
def test_every_action_arrives_as_it_was_meant(action: Any, value: int | None) -> None:
    entry = {"number": 1, "action": action, "name": "a", "value": value}
    assert read_event(entry) == OrderEvent(action, "a", value)
    assert action in ACTIONS
    assert len(ACTIONS) == 4


def test_a_value_that_is_not_asked_for_is_dropped() -> None:
    assert read_event({"action": "select", "name": "a", "value": 3}) == OrderEvent("select", "a")


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"action": "delete", "name": "a"},
        {"action": ["move"], "name": "a", "value": 1},
        {"action": "select", "name": 3},
        {"action": "move", "name": "a"},
        {"action": "move", "name": "a", "value": 0},
        {"action": "move", "name": "a", "value": 2},
        {"action": "move", "name": "a", "value": True},
        {"action": "move", "name": "a", "value": 1.0},
        {"action": "reorder", "name": "a", "value": -1},
        {"action": "reorder", "name": "a", "value": "2"},
        {"action": "reorder", "name": "a", "value": float("nan")},
    ],
)
def test_what_is_no_event_of_ours_is_skipped(entry: dict[str, Any]) -> None:
    assert read_event(entry) is None


# --- on a page ---


def _app() -> None:
    # Runs as a file of its own, so it sees nothing of what stands above.
    from typing import NamedTuple

    import streamlit as st

    from ui.components.order_strip import order_strip, strip_blocks
    from ui.palette import theme

    class Block(NamedTuple):
        name: str
        kind: str
        tokens: int
        number: int

    done = st.session_state.setdefault("done", [])

    def on_event(event) -> None:  # type: ignore[no-untyped-def]
        if event.name == "bad":
            raise ValueError("refused")
        done.append((event.action, event.name, event.value))

    order = [Block("<b>a", "evidence", 30, 1), Block("b", "task", 10, 2)]
    blocks = strip_blocks(order, {"<b>a"}, {"b"})
    order_strip(blocks, "b", theme("light"), key="order", on_event=on_event, left=62, right=52)
    order_strip(
        [], None, theme("dark"), key="other", on_event=on_event, height=60, big=True, letter="B"
    )


def send(at: AppTest, *events: dict[str, Any]) -> AppTest:
    """A run of the app as the browser would cause it with this message."""
    payload = [{"event": "event", "value": {"client": "c", "events": list(events)}}]
    state = WidgetState(
        id=f"$$STREAMLIT_INTERNAL_KEY_{at.session_state['id']}__events",
        json_trigger_value=json.dumps(payload),
    )
    return at._run(widget_state=WidgetStates(widgets=[state]))


def event(number: int, action: str, name: str, value: int | None = None) -> dict[str, Any]:
    return {"number": number, "action": action, "name": name, "value": value}


@pytest.fixture
def at() -> AppTest:
    app = AppTest.from_function(_app).run()
    assert not app.exception
    app.session_state["id"] = app.get("bidi_component")[0].proto.id
    return app


def data_of(at: AppTest, place: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(at.get("bidi_component")[place].proto.json)
    return found


def test_the_strip_mounts_with_its_data(at: AppTest) -> None:
    first, other = data_of(at), data_of(at, 1)
    assert [block["name"] for block in first["blocks"]] == ["<b>a", "b"]
    assert [first[name] for name in ("selected", "left", "right", "height", "scale", "letter")] == [
        "b", 62, 52, 56, 1, "",
    ]  # fmt: skip
    assert [other[name] for name in ("selected", "left", "right", "height", "scale", "letter")] == [
        None, 0, 0, 81, 1.35, "B",
    ]  # fmt: skip
    assert first["seen"] == ["", 0]


def test_a_message_repeated_is_applied_once_and_acknowledged(at: AppTest) -> None:
    send(at, event(1, "move", "<b>a", 1))
    send(at, event(1, "move", "<b>a", 1), event(2, "reorder", "<b>a", 0))
    at.run()
    assert at.session_state["done"] == [("move", "<b>a", 1), ("reorder", "<b>a", 0)]
    assert data_of(at)["seen"] == ["c", 2]
    assert data_of(at, 1)["seen"] == ["", 0]


def test_an_action_that_fails_is_not_tried_again(at: AppTest) -> None:
    assert send(at, event(1, "select", "bad")).exception
    at = send(at, event(1, "select", "bad"), event(2, "select", "b"))
    assert not at.exception
    assert at.session_state["done"] == [("select", "b", None)]


# --- what the browser is given ---


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_the_strip_has_a_pattern_for_every_kind(palette: Any) -> None:
    styles = (HERE / "pattern.css").read_text(encoding="utf-8")
    for fill in palette.kinds.values():
        shape = fill.shape.replace("\\", "\\\\")
        assert not shape or f'[data-shape="{shape}"]' in styles
    given = colours(palette)
    assert (given["label"], given["ink"], given["must_find"]) == (
        palette.label, palette.ink, MUST_FIND,
    )  # fmt: skip


@pytest.mark.parametrize("last", ["ledger.js", "order_strip.js"])
def test_only_the_last_of_joined_scripts_exports(last: str) -> None:
    stem = last.removesuffix(".js")
    parts = [path.name for path in HERE.glob(f"{stem}_*.js")]
    shared = ["dom.js", "text_width.js", "pointer_drag.js", "outbox.js", "swatch.js"]
    assert parts
    assert "export" not in join_files(*shared, *parts)
    assert (HERE / last).read_text(encoding="utf-8").count("export default") == 1
