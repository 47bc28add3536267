"""Under which policy is the conversation replayed, and from which turn on under another?"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from engine.compaction import SUMMARIZERS
from engine.memory import Policy
from engine.memory.policy import RUNGS
from engine.memory.presets import PRESETS, Preset
from ui import state
from ui.bound import bound
from ui.memory.faceoff import presets_for
from ui.memory.shown import Shown
from ui.memory.talks import open_talk
from ui.talk import Fork, with_policy

OWN = "own"
SETTINGS = "policy_settings"


def current_policy(shown: Shown) -> Policy:
    """The policy that is edited: that of the fork, where there is one."""
    fork = shown.talk.fork
    return shown.talk.policy if fork is None else fork.policy


def change_policy(policy: Policy, step: str | None = None) -> None:
    """Replay the open conversation under this policy; where it is forked, from there on."""
    talk = open_talk()
    if talk.fork is None:
        state.change_talk(with_policy(talk, policy), step)
    else:
        state.change_talk(replace(talk, fork=replace(talk.fork, policy=policy)), step)


def policy_field(shown: Shown) -> None:
    """The choice among what others use, as far as the window holds it, and one's own."""
    policy = current_policy(shown)
    by_name = {preset.name: name for name, preset in PRESETS.items()}
    current = by_name.get(policy.name, OWN)
    able, why_not = presets_for(policy)
    names = [*able, *([current] if current not in able else [])]
    late = {name: _late(other) for name, other in able.items()}

    def show(name: str) -> str:
        if name == OWN:
            return "Own settings"
        # What is chosen stands in a field as wide as its name.
        return PRESETS[name].name + (f": {said}" if (said := late.get(name)) and name != current
                                     else "")  # fmt: skip

    def choose(name: str) -> None:
        if name != OWN:
            _attempt(lambda: PRESETS[name].policy(policy.window, policy.reserve))

    fork = shown.talk.fork
    preset = PRESETS.get(current)
    told = [] if preset is None else [preset_words(preset)]
    told += [f"It {said}." for said in [late.get(current)] if said]
    told += [f"{why}: it is not in the list." for why in why_not.values()]
    bound(
        st.selectbox,
        "Policy" if fork is None else f"Policy from turn {fork.at:,}",
        current,
        choose,
        "policy",
        show(current),
        options=names,
        format_func=show,
        help=" ".join(told) or None,
    )


def _late(policy: Policy) -> str:
    """What is said of a policy whose mark the window does not reach."""
    mark = policy.trigger
    reached = not isinstance(mark, int) or mark <= policy.usable
    return "" if reached else f"acts at the limit here, not at {mark:,}"


def preset_words(preset: Preset) -> str:
    """What a preset does, which of its figures are published and which ours, and the source."""
    published = f" Published: {preset.published}." if preset.published else ""
    return f"{preset.what}{published} Ours: {preset.ours}. Source: {preset.source}, {preset.date}."


def policy_settings(shown: Shown) -> None:
    """All settings of the policy, behind a button."""
    policy = current_policy(shown)
    with st.popover(
        ":material/tune:", key=SETTINGS, on_change="rerun", help="All settings of the policy"
    ):
        first, second = st.columns(2)
        with first:
            _number("Window, tokens", policy, "window", 1)
            _mark("Acts above, tokens", policy, "trigger", policy.trigger_tokens)
            _number("Newest groups left alone", policy, "buffer")
            _number("Tool results that stay", policy, "keep")
        with second:
            _number("Kept for answers", policy, "reserve")
            _mark("Down to, tokens", policy, "target", policy.target_tokens)
            _number("Summary, tokens at most", policy, "summary_tokens", none=True)
            _number("Facts recalled a message", policy, "recall")
        _ttl(shown, policy)
        bound(st.multiselect, "Rungs, in the order in which they are tried", list(policy.rungs),
              lambda rungs: change(rungs=tuple(rungs)), "policy rungs", options=list(RUNGS),
              format_func=lambda rung: rung.replace("_", " "))  # fmt: skip
        bound(st.selectbox, "Who writes summaries", policy.summarizer,
              lambda name: change(summarizer=name), "policy summarizer",
              options=list(SUMMARIZERS))  # fmt: skip
        bound(st.text_input, "Pinned turns, by number", " ".join(policy.pinned),
              lambda text: change(pinned=tuple(text.replace(",", " ").split())),
              "policy pinned")  # fmt: skip
        for why in presets_for(policy)[1].values():
            st.caption(f"{why}: with less it is not in the list of policies.")


def fork_hint(shown: Shown, big: bool) -> bool:
    """Say what a fork is for, as long as it changes nothing; whether that was said."""
    fork = shown.talk.fork
    if fork is None or replace(fork.policy, name="") != replace(shown.talk.policy, name=""):
        return False
    st.html(
        f'<div class="cp-legend {"cp-big" if big else ""}"><span><b>Now choose another policy.</b> '
        f"Until then both runs are the same.</span></div>"
    )
    return True


def forking(shown: Shown) -> None:
    """The button that tries another policy from this turn on, or gives that up."""
    fork = shown.talk.fork
    if fork is None:
        st.button(
            "Fork here",
            key="fork",
            on_click=_fork,
            args=(shown.at + 1,),
            disabled=shown.at == 0,
            help="Another policy from this turn on; the first run stays as a thin line.",
        )
    else:
        st.button(f"End the fork of turn {fork.at:,}", key="unfork", on_click=_unfork)


def change(**fields: Any) -> None:
    """Change settings of the open policy, or say why they cannot be so."""
    talk = open_talk()
    policy = talk.policy if talk.fork is None else talk.fork.policy
    _attempt(lambda: _named(replace(policy, **{"name": "", **fields})))


def _named(policy: Policy) -> Policy:
    """The policy with the name of the preset that it is, if it is one."""
    for preset in PRESETS.values():
        with suppress(ValueError):  # a preset may need a larger window
            made = preset.policy(policy.window, policy.reserve)
            if replace(made, name="") == policy:
                return made
    return policy


def _attempt(make: Callable[[], Policy]) -> None:
    try:
        policy = make()
    except ValueError as error:
        text = str(error)
        state.refuse("The policy was not changed.", f"{text[:1].upper()}{text[1:].rstrip('.')}.")
    else:
        change_policy(policy, "policy")


def _fork(number: int) -> None:
    talk = open_talk()
    state.change_talk(replace(talk, fork=Fork(number, talk.policy)))


def _unfork() -> None:
    state.change_talk(replace(open_talk(), fork=None))


def _number(label: str, policy: Policy, name: str, least: int = 0, *, none: bool = False) -> None:
    """A whole number; 0 stands for no limit where it may be `none`."""
    now = getattr(policy, name) or 0
    bound(st.number_input, label, int(now),
          lambda value: change(**{name: (int(value) or None) if none else int(value)}),
          f"policy {name}", min_value=least, step=1,
          **({"help": "0: no limit"} if none else {}))  # fmt: skip


def _ttl(shown: Shown, policy: Policy) -> None:
    """After how many seconds a tool result expires; 0 for never."""
    timed = any(turn.role == "tool" and turn.timestamp for turn in shown.conversation.turns)
    bound(st.number_input, "Tool results expire after, seconds", float(policy.result_ttl or 0),
          lambda value: change(result_ttl=float(value) or None), "policy result_ttl",
          min_value=0.0, step=60.0, format="%g",
          help="By the times of the turns, before anything leaves for want of room; 0: never. "
          "What is pinned, an open error and a write that nothing has checked stay.")  # fmt: skip
    if not timed:
        st.caption("No tool result of this conversation has a time, so none expires.")


def _mark(label: str, policy: Policy, name: str, tokens: int) -> None:
    """A mark in tokens; it may be a share until it is entered here."""
    share = 100 * tokens / max(policy.usable, 1)
    bound(st.number_input, label, tokens, lambda value: change(**{name: int(value)}),
          f"policy {name}", min_value=0, step=10,
          help=f"{share:.0f} % of the usable window")  # fmt: skip
