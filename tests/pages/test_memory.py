"""Does the Memory page do what its controls say? Driven without a browser."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine import Turn
from engine.memory import Policy, lifeline
from engine.memory.presets import PRESETS
from ui.memory.player import KEYS
from ui.memory.runs import run_of
from ui.memory.talks import FIRST, shipped_talks
from ui.memory.turns import states_at
from ui.samples import FIRST as SCENARIO
from ui.samples import shipped
from ui.state import KEY, Session
from ui.talk import Talk

PAGE = str(Path(__file__).parents[2] / "pages" / "memory.py")
SUPPORT = shipped_talks()[FIRST]
RUN = run_of(SUPPORT.turns, SUPPORT.policy)
LOST = {c.phrase: lifeline(RUN, c.phrase).lost_at for c in SUPPORT.canaries}
FIRST_LOSS = min(at for at in LOST.values() if at is not None) + 1


def open_page(talk: Talk | None = None) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    if talk is not None:
        at.session_state[KEY] = Session(shipped()[SCENARIO], SCENARIO, talk=talk)
    at.run()
    assert not at.exception, at.exception
    return at


def now(at: AppTest) -> Session:
    return at.session_state[KEY]


def turn(at: AppTest) -> int:
    return at.session_state["turn"]


def html(at: AppTest) -> str:
    return " ".join(element.proto.body for element in at.get("html"))


def field(fields, label: str):
    """The field whose label begins so."""
    return next(one for one in fields if one.label.startswith(label))


def charts(at: AppTest) -> list[str]:
    return [chart.proto.spec for chart in at.get("plotly_chart")]


def test_it_opens_at_the_first_loss_and_names_what_was_lost():
    at = open_page()
    assert turn(at) == FIRST_LOSS
    lost = at.session_state["phrase"]
    assert LOST[lost] == FIRST_LOSS - 1
    assert f"<b>{lost}: gone from everywhere</b>" in html(at)
    assert f"turn {FIRST_LOSS} " in html(at)
    assert RUN[FIRST_LOSS - 1].events[1].sentence in html(at)


def test_steps_stay_within_the_conversation():
    at = open_page()
    at.button(key="step").click().run()
    assert turn(at) == FIRST_LOSS + 1
    at.button(key="back").click().run()
    assert turn(at) == FIRST_LOSS
    at.button(key="end").click().run()
    assert turn(at) == len(RUN)
    assert at.button(key="step").disabled
    at.button(key="home").click().run()
    assert turn(at) == 1
    assert at.button(key="back").disabled
    assert "No turn left the window" in html(at)


def test_the_next_event_is_where_something_leaves_and_then_there_is_none():
    at = open_page()
    seen = [turn(at)]
    while not at.button(key="next_event").disabled:
        at.button(key="next_event").click().run()
        seen.append(turn(at))
    acted = [s.number for s in RUN if any(e.kind == "evicted" for e in s.events)]
    assert seen == acted


def test_a_step_leaves_the_figure_of_the_run_as_it_is():
    at = open_page()
    run, *_ = charts(at)
    at.button(key="step").click().run()
    assert charts(at)[0] == run
    assert charts(at)[1:] != run


def test_keys_do_what_the_buttons_do():
    assert set(KEYS) == {"back", "step", "home", "end", "next", "play"}


def test_another_policy_replays_and_undo_takes_it_back():
    at = open_page()
    field(at.selectbox, "Policy").set_value("rolling_window").run()
    policy = PRESETS["rolling_window"].policy(SUPPORT.policy.window, SUPPORT.policy.reserve)
    assert now(at).talk.policy == policy
    assert turn(at) == FIRST_LOSS  # one stays where one was
    assert "none yet" in html(at)
    at.button(key="undo").click().run()
    assert now(at).talk is None


def test_settings_make_the_policy_ones_own():
    at = open_page()
    field(at.number_input, "Window").set_value(1_500).run()
    assert now(at).talk.policy == replace(SUPPORT.policy, window=1_500)
    assert field(at.selectbox, "Policy").value == "fold"
    field(at.number_input, "Newest groups").set_value(1).run()
    assert now(at).talk.policy == replace(SUPPORT.policy, window=1_500, buffer=1, name="")
    assert field(at.selectbox, "Policy").value == "own"


def test_a_policy_that_the_window_cannot_hold_is_not_in_the_list_and_it_is_said_why():
    at = open_page()
    box = field(at.selectbox, "Policy")
    assert not any("Auto-compact" in name for name in box.options)
    assert "Auto-compact needs a window above 13,100 tokens" in box.help
    assert any("Auto-compact needs a window above 13,100" in c.value for c in at.caption)
    assert "Anthropic context editing: acts at the limit here, not at 100,000" in box.options
    box.set_value("anthropic_context_editing").run()
    box = field(at.selectbox, "Policy")
    assert "Anthropic context editing" in box.options  # chosen: its name alone
    assert "acts at the limit here, not at 100,000" in box.help
    field(at.number_input, "Window, tokens").set_value(20_000).run()
    assert any("Auto-compact" in name for name in field(at.selectbox, "Policy").options)


def test_settings_that_cannot_be_are_refused_and_what_was_is_kept():
    at = open_page()
    before = SUPPORT.policy
    field(at.number_input, "Kept for answers").set_value(before.window + 1).run()
    assert now(at).talk is None
    assert "not changed" in now(at).notice.headline


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("ORDER-4127", None),
        ("zeppelin", "No turn says this"),
        ("…", "no word in this"),
        ("", "Type words"),
    ],
)
def test_a_phrase_has_a_life_line_or_it_is_said_why_not(phrase: str, said: str | None):
    at = open_page()
    field(at.text_input, "Where did it go?").set_value(phrase).run()
    assert not at.exception
    life = charts(at)[1]
    if said is not None:
        assert said in json.dumps(json.loads(life), ensure_ascii=False)
        return
    lost_at = LOST[phrase]
    assert lost_at is not None
    assert f"gone from turn {lost_at + 1}" in life
    at.button(key="to_loss").click().run()
    assert turn(at) == lost_at + 1
    assert f"{phrase}: gone from everywhere" in html(at)


def test_a_part_of_a_word_is_said_to_be_one_and_the_words_with_it_are_offered():
    at = open_page()
    field(at.text_input, "Where did it go?").set_value("lindenw").run()
    assert "Whole words only. Words with this in them: Lindenweg" in json.dumps(
        json.loads(charts(at)[1]), ensure_ascii=False
    )
    at.button(key="word Lindenweg").click().run()
    assert not at.exception, at.exception
    assert at.session_state["phrase"] == "Lindenweg"
    assert "Whole words" not in charts(at)[1]


def test_a_fact_that_comes_back_is_jumped_to_where_it_is_gone_and_where_it_is_back():
    turns = (Turn("user", "Hello."), Turn("user", "It is A-1."), *[Turn("user", "word " * 20)] * 4,
             Turn("user", "Again: A-1."))  # fmt: skip
    policy = PRESETS["rolling_window"].policy(60, 0)
    spans = lifeline(run_of(turns, policy), "A-1").spans
    gap = next(span for span in spans if span.state == "gone")
    at = open_page(Talk("Back", turns, policy))
    field(at.text_input, "Where did it go?").set_value("A-1").run()
    if turn(at) == gap.first + 1:
        at.button(key="home").click().run()
    jump = at.button(key="to_loss")
    assert jump.label == f"Gone {gap.first + 1}–{gap.last + 1}"
    jump.click().run()
    assert turn(at) == gap.first + 1
    at.button(key="to_loss").click().run()
    assert turn(at) == gap.last + 2


def test_what_is_lost_stands_behind_what_took_it_and_before_the_zone():
    said = html(open_page())
    said = said[said.index("What just happened") :]
    took, lost, zone = (said.index(words) for words in
                        ("left the window", "gone from everywhere", "zone:"))  # fmt: skip
    assert took < lost < zone


def test_a_fork_keeps_the_turns_before_it_and_shows_the_first_run():
    at = open_page()
    at.button(key="fork").click().run()
    assert now(at).talk.fork.at == FIRST_LOSS
    same = "Until then both runs are the same"
    assert same in html(at)
    field(at.selectbox, "Policy from turn").set_value("full_ladder").run()
    talk = now(at).talk
    assert talk.policy == SUPPORT.policy
    assert talk.fork.policy.name == "Full ladder"
    assert "first run" in charts(at)[0]
    assert "first run" in html(at)
    assert same not in html(at)
    at.button(key="unfork").click().run()
    assert now(at).talk.fork is None


def test_another_conversation_opens_at_its_own_first_loss():
    at = open_page()
    at.button(key="end").click().run()
    field(at.selectbox, "Conversation").set_value("planning_chat").run()
    other = shipped_talks()["planning_chat"]
    run = run_of(other.turns, other.policy)
    losses = [lifeline(run, c.phrase).lost_at for c in other.canaries]
    assert turn(at) == min(at for at in losses if at is not None) + 1


def test_an_empty_conversation_and_one_of_a_single_turn_stand():
    assert "No turns yet" in " ".join(
        m.value for m in open_page(Talk("Empty", (), Policy(100))).markdown
    )
    at = open_page(Talk("One", (Turn("user", "Hi"),), Policy(100)))
    assert turn(at) == 1
    assert at.button(key="step").disabled


def upload(at: AppTest, name: str, data: bytes) -> AppTest:
    field(at.file_uploader, "A conversation").set_value((name, data, "text/plain")).run()
    assert not at.exception
    return at


def test_a_file_is_opened_with_a_window_that_it_does_not_fit():
    at = upload(open_page(), "mine.txt", b"\n".join(
        b"%s: message number %d, which says a thing or two about nothing" % (role, number)
        for number in range(60) for role in (b"user", b"assistant")
    ))  # fmt: skip
    talk = now(at).talk
    assert talk.name == "mine.txt"
    assert len(talk.turns) == 120
    assert "mine.txt was opened" in now(at).notice.headline
    happened = run_of(talk.turns, talk.policy)[turn(at) - 1].events
    assert any(event.kind == "evicted" for event in happened)


def test_a_broken_line_is_named_and_the_rest_is_kept():
    lines = [json.dumps({"role": "user", "content": "One"}), '{"role": "user", "content',
             json.dumps({"role": "assistant", "content": "Two"})]  # fmt: skip
    at = upload(open_page(), "cut.jsonl", "\n".join(lines).encode())
    assert [turn.text for turn in now(at).talk.turns] == ["One", "Two"]
    assert "Line 2" in html(at)


def test_a_file_that_is_no_conversation_leaves_what_was_open():
    at = upload(open_page(), "bad.json", b'{"a": 1}')
    assert now(at).talk is None
    assert "bad.json was not opened" in now(at).notice.headline


def test_of_several_conversations_one_is_chosen_by_number():
    several = [{"conversations": [{"from": "human", "value": f"Talk {n}"}]} for n in (1, 2, 3)]
    at = open_page()
    field(at.number_input, "Of several").set_value(2).run()
    upload(at, "many.json", json.dumps(several).encode())
    assert now(at).talk.turns[0].text == "Talk 2"


def test_what_became_of_a_turn_is_said_in_the_list():
    at = open_page()
    at.button(key="end").click().run()

    from ui.memory.runs import conversation_of
    from ui.memory.shown import Shown

    shown = Shown(SUPPORT, conversation_of(SUPPORT.turns), RUN, RUN, len(RUN) - 1, "")
    states = states_at(shown, range(len(RUN)))
    last = RUN[-1]
    standing = {turn.text for turn in last.window}
    for index, state in enumerate(states):
        text, number = SUPPORT.turns[index].text, str(index + 1)
        assert (state in ("", "pinned")) == (text in standing)
        assert (state == "in summary") == (number in last.summary_sources)
    assert states[0] == states[1] == "pinned"


def test_ones_own_conversation_stays_in_the_list_when_a_shipped_one_is_chosen():
    own = Talk("My talk", (Turn("user", "Hello."), Turn("user", "It is A-1.")), SUPPORT.policy)
    at = open_page(own)
    field(at.selectbox, "Conversation").set_value(FIRST).run()
    assert now(at).talk is SUPPORT
    listed = field(at.selectbox, "Conversation")
    assert listed.options[-1] == "My talk"
    listed.select_index(len(listed.options) - 1).run()
    assert not at.exception, at.exception
    assert now(at).talk is own


def test_typed_words_stay_in_the_draft_and_out_of_the_address():
    at = open_page()
    assert "draft" not in at.query_params
    field(at.text_input, "Where did it go?").set_value("ORDER-4127").run()
    address = dict(at.query_params)
    assert "ORDER-4127" not in str(address)
    again = AppTest.from_file(PAGE, default_timeout=60)
    again.query_params.update(address)
    again.run()
    assert again.session_state["phrase"] == "ORDER-4127"
    assert field(again.text_input, "Where did it go?").value == "ORDER-4127"
    field(again.selectbox, "Conversation").set_value("planning_chat").run()
    assert again.session_state["phrase"] != "ORDER-4127"
    third = AppTest.from_file(PAGE, default_timeout=60)
    third.query_params.update(dict(again.query_params))
    third.run()
    assert third.session_state["phrase"] == again.session_state["phrase"]


def test_a_phrase_that_is_taken_back_needs_no_draft():
    at = open_page()
    usual = at.session_state["phrase"]
    box = field(at.text_input, "Where did it go?")
    box.set_value("ORDER-4127").run()
    assert "draft" in at.query_params
    field(at.text_input, "Where did it go?").set_value(usual).run()
    assert "draft" not in at.query_params


def test_the_search_names_the_facts_that_are_followed():
    at = open_page()
    told = field(at.text_input, "Where did it go?").help
    assert "Followed here: ORDER" in told
    assert "21 June" in told
