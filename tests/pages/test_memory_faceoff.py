"""Are policies compared on one conversation, with the engine's own numbers?"""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from engine.memory import Canary, Conversation, Policy, lifeline, replay
from engine.memory.presets import PRESETS
from engine.transcripts import Turn
from tests.pages.memory_page import figures, html_of, open_memory, run
from ui.memory.faceoff import page_choice, presets_for, side_of
from ui.memory.faceoff_view import CHOSEN
from ui.memory.runs import run_of, tokenizer_name
from ui.memory.shown import TURN
from ui.memory.survival_table import ALL, by_kind
from ui.memory.talks import shipped_talks
from ui.state import KEY
from ui.talk import Fork, Talk

VIEW = "Face-off"
HOSTILE = "<img src=x onerror=alert(1)> & A-1"


def titles(at) -> list[str]:
    return re.findall(r"<h3>(.*?)</h3>", html_of(at))


def chosen(at):
    return next(field for field in at.multiselect if field.label == "Policies, two to four")


def test_it_opens_with_the_page_s_policy_between_a_rolling_window_and_the_ladder():
    at = open_memory(VIEW)
    assert titles(at) == ["Rolling window", "Fold into summary", "Full ladder"]
    shown = figures(at)
    for number in range(3):
        assert f"faceoff_{number}" in shown
        assert "turn 15" in shown[f"above_faceoff_{number}"]


@pytest.mark.parametrize("name", ["rolling_window", "fold", "langchain_keep_20"])
def test_its_numbers_are_those_of_the_engine_from_the_start(name):
    """Every text counted anew, every fact followed by the engine alone."""
    talk = shipped_talks()["coding_agent"]
    policy = PRESETS[name].policy(talk.policy.window, talk.policy.reserve)
    snapshots = replay(Conversation.of(talk.turns, tokenizer_name()), policy)
    lines = [lifeline(snapshots, one.phrase, one.superseded_by) for one in talk.canaries]
    side = side_of(run_of(talk.turns, policy), talk.canaries)
    for index in range(len(snapshots)):
        said = [line for line in lines if line.states[index] not in (None, "superseded")]
        assert side.said[index] == len(said)
        replaced = [line for line in lines if line.states[index] == "superseded"]
        assert side.superseded[index] == len(replaced)
        assert side.reachable[index] == sum(line.survives(index) for line in said)
    before = [a for a, b in zip(snapshots, talk.turns[1:], strict=False) if b.role == "assistant"]
    assert (side.calls, side.refused) == (len(before), sum(one.refused for one in before))
    assert side.tables.billed[-1] == sum(one.token_count for one in before if not one.refused)
    acted = {"evicted", "cleared", "compacted"}
    assert side.rounds == [
        one.index for one in snapshots if acted & {event.kind for event in one.events}
    ]


def test_all_facts_of_a_round_are_those_reachable_at_its_turn():
    for name in shipped_talks():
        talk = shipped_talks()[name]
        side = side_of(run_of(talk.turns, talk.policy), talk.canaries)
        rows = by_kind(side)
        assert rows[ALL] == [
            (side.reachable[at], side.said[at], side.superseded[at]) for at in side.rounds
        ]


def test_a_superseded_fact_is_counted_apart():
    shown = html_of(open_memory(VIEW, "planning_chat"))
    assert "»\N{NO-BREAK SPACE}2</b> superseded, not counted" in shown
    assert 'title="2 superseded">»2</small>' in shown


def test_two_to_four_policies_are_chosen():
    at = open_memory(VIEW)
    run(chosen(at).set_value(["memgpt", "langchain_keep_20", "fold", "rolling_window"]))
    assert titles(at) == ["MemGPT", "LangChain keep 20", "Fold into summary", "Rolling window"]
    assert "calls refused" in html_of(at)
    run(chosen(at).set_value(["memgpt"]))
    assert titles(at) == ["MemGPT"]
    assert "Choose one more policy" in html_of(at)
    run(chosen(at).set_value([]))
    assert len(titles(at)) == 3


def test_what_a_window_cannot_have_is_not_offered_and_said():
    at = open_memory(VIEW)
    assert "Auto-compact" not in chosen(at).options
    assert any("above 13,100 tokens" in caption.value for caption in at.caption)


def test_the_page_s_own_settings_and_its_fork_can_be_compared():
    talk = shipped_talks()["support_chat"]
    own = replace(talk, policy=replace(talk.policy, buffer=1, name=""))
    assert titles(open_memory(VIEW, own))[1] == "This run, own settings"
    forked = replace(talk, fork=Fork(20, PRESETS["full_ladder"].policy(700, 100)))
    assert titles(open_memory(VIEW, forked))[1] == "This run, forked"


def test_a_click_seeks_in_all_of_them():
    at = open_memory(VIEW)
    at.session_state[TURN] = 30
    run(at)
    shown = figures(at)
    assert all("turn 30" in shown[f"above_faceoff_{number}"] for number in range(3))


def test_the_picture_of_a_run_stays_as_it_is_while_one_steps():
    at = open_memory(VIEW)
    before = figures(at)
    run(at.button(key="step").click())
    after = figures(at)
    for number in range(3):
        assert after[f"faceoff_{number}"] == before[f"faceoff_{number}"]
        assert after[f"above_faceoff_{number}"] != before[f"above_faceoff_{number}"]


def test_words_of_the_user_are_shown_as_they_are():
    turns = tuple(
        Turn("user" if n % 2 else "assistant", f"{HOSTILE} number {n}.") for n in range(9)
    )
    talk = Talk(HOSTILE, turns, Policy(60), (Canary("identifier", HOSTILE),))
    at = open_memory(VIEW, talk)
    assert "<img" not in html_of(at)
    words = [
        label["text"] for label in json.loads(figures(at)["faceoff_0"])["layout"]["annotations"]
    ]
    assert any(word.startswith("&lt;img") for word in words)


def test_a_conversation_without_facts_and_one_of_a_single_turn():
    one = Talk("one", (Turn("user", "Hello"),), Policy(60))
    at = open_memory(VIEW, one)
    assert "No facts are followed" in html_of(at)
    assert "0 of 0 calls refused" in html_of(at)


def test_a_choice_that_is_no_longer_offered_is_left_out():
    talk = shipped_talks()["support_chat"]
    large = replace(talk, policy=PRESETS["fold"].policy(200_000, 20_000))
    at = open_memory(VIEW, large)
    run(chosen(at).set_value(["auto_compact", "fold"]))
    assert titles(at) == ["Auto-compact", "Fold into summary"]
    at.session_state[KEY] = replace(at.session_state[KEY], talk=talk)
    run(at)
    assert titles(at) == ["Fold into summary"]
    assert at.session_state[CHOSEN] == ["auto_compact", "fold"]


def test_the_preset_of_the_page_is_known():
    class Shown:
        talk = shipped_talks()["support_chat"]
        forked = False

    able, _ = presets_for(Shown.talk.policy)
    assert page_choice(Shown, able) == "fold"
