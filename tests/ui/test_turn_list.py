"""Does the list of turns say what it is told, and hand each click out once?"""

from __future__ import annotations

import pytest

from ui.components.keys import ACTIONS, _pressed
from ui.components.outbox import unseen_numbers
from ui.components.turn_list import MOST_CHARACTERS, shown_text


def message(*events: dict[str, object]) -> dict[str, object]:
    return {"client": "k", "events": [{"number": n, **e} for n, e in enumerate(events, 1)]}


def test_clicks_are_handed_out_once():
    told = message({"action": "seek", "value": 4}, {"action": "seek", "value": 9})
    assert unseen_numbers(told, ("", 0)) == [(("k", 1), 4), (("k", 2), 9)]
    assert unseen_numbers(told, ("k", 1)) == [(("k", 2), 9)]
    assert unseen_numbers(told, ("k", 2)) == []


@pytest.mark.parametrize("value", [None, "4", True, 4.5, [4]])
def test_what_is_no_number_of_a_turn_is_passed_over(value: object):
    assert unseen_numbers(message({"action": "seek", "value": value}), ("", 0)) == [
        (("k", 1), None)
    ]


def test_a_huge_text_is_cut_before_it_is_sent():
    assert len(shown_text("word " * 100_000)) == MOST_CHARACTERS
    assert shown_text("a\u202eb\n\tc") == "ab c"


@pytest.mark.parametrize("action", [*ACTIONS, "delete", None, ["undo"]])
def test_only_known_keys_are_heard(action: object):
    ((_, heard),) = _pressed(message({"action": action}), ("", 0))
    assert heard == (action if action in ACTIONS else None)
