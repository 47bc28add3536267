"""Do the presets act when their sources say that they do?"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine import Turn
from engine.memory import PRESETS, replay


def tool_turns(number, tokens):
    turns = [Turn("user", "Read all files.")]
    for call in range(number):
        turns.append(Turn("assistant", f"read({call})", call_ids=(f"c{call}",)))
        turns.append(Turn("tool", "word " * tokens, result_of=f"c{call}"))
    return turns


def test_context_editing_clears_all_but_three_results_above_100_000_tokens():
    turns = tool_turns(90, 1_000)  # 1,250 tokens each, estimated
    snapshots = replay(turns, PRESETS["anthropic_context_editing"].policy(200_000, 0))
    at = next(s.index for s in snapshots if len(s.events) > 1)
    assert snapshots[at - 1].token_count <= 100_000
    assert [event.kind for event in snapshots[at].events] == ["added", "cleared"]
    whole = [t for t in snapshots[at].window if t.role == "tool" and len(t.text) > 1_000]
    assert len(whole) == 3


@pytest.mark.parametrize(("reserve", "trigger"), [(32_000, 167_000), (8_000, 179_000)])
def test_auto_compact_keeps_room_for_an_answer_and_13_000_tokens(reserve, trigger):
    assert PRESETS["auto_compact"].policy(200_000, reserve).trigger_tokens == trigger


def test_auto_compact_needs_a_window_above_its_buffers():
    with pytest.raises(ValueError, match="above 33,000 tokens; found 33,000"):
        PRESETS["auto_compact"].policy(33_000, 64_000)


def test_langchain_keeps_the_newest_20():
    turns = [Turn("user", "Go.")]
    turns += [Turn("assistant", f"Step {number}. " + "word " * 60) for number in range(60)]
    policy = replace(
        PRESETS["langchain_keep_20"].policy(3_000, 0), summarizer="first 120 characters"
    )
    at = next(snapshot for snapshot in replay(turns, policy) if snapshot.summary)
    assert at.window[0] == turns[0]
    assert at.window[-20:] == tuple(turns[at.index - 19 : at.index + 1])
    assert len(at.window) == 22


def test_memgpt_warns_at_70_percent_and_evicts_half_when_full():
    turns = [Turn("user", "Go.")] + [
        Turn("assistant", f"Lamp {number} costs {number}.50 euros. " + "word " * 20)
        for number in range(60)
    ]
    snapshots = replay(turns, PRESETS["memgpt"].policy(1_000, 0))
    at = next(s.index for s in snapshots if s.evicted)
    assert snapshots[at - 1].zone == "amber"
    assert snapshots[at].token_count <= 500


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_every_preset_keeps_the_task_and_names_its_source(preset):
    snapshots = replay(tool_turns(60, 1_000), preset.policy(40_000, 2_000))
    assert snapshots[-1].window[0].text == "Read all files."
    assert preset.policy(40_000, 2_000).name == preset.name
    assert preset.source
    assert preset.date
    assert preset.ours


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_every_published_figure_stands_beside_what_is_ours_and_is_what_the_policy_does(preset):
    """A figure of the sentence is either published, or it is said to be ours."""
    figure = r"\d+(?:,\d{3})*"
    figures = set(re.findall(figure, preset.what))
    said = set(re.findall(figure, f"{preset.published} {preset.ours}"))
    assert figures <= said or preset.ours == "all"
    assert preset.source == "this playground" or not preset.ours.startswith("all other")
    assert re.fullmatch(r"20\d\d-\d\d(-\d\d)?", preset.date)


def test_the_published_defaults():
    editing = PRESETS["anthropic_context_editing"].policy(200_000, 0)
    assert (editing.trigger, editing.keep, editing.clear_at_least) == (100_000, 3, None)
    memgpt = PRESETS["memgpt"].policy(1_000, 0)
    assert (memgpt.amber, memgpt.trigger_tokens, memgpt.target_tokens) == (0.7, 1_000, 500)
    assert PRESETS["langchain_keep_20"].policy(1_000, 0).buffer == 20
