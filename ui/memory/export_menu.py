"""What leaves the Memory page: the window, the run, the life lines, the policy, a program?

A download is made when it is clicked, outside of any run. Its button is drawn at the head of
the page, before the run is known, and stays while one steps; so it keeps a `Latest`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from engine.memory.export import to_life_csv, to_policy_json, to_python, to_run_csv
from engine.transcripts import dump_transcript
from ui.memory.runs import tokenizer_name
from ui.memory.shown import Shown
from ui.memory.talks import open_talk

KEY = "memory_latest"


@dataclass
class Latest:
    """What the page showed last."""

    shown: Shown | None = None


def latest() -> Latest:
    """The visitor's."""
    held: Latest = st.session_state.setdefault(KEY, Latest())
    return held


def keep_latest(shown: Shown) -> None:
    """From now on this is what leaves the page."""
    latest().shown = shown


def export_menu() -> None:
    """Downloads, each made when it is clicked."""
    _offer("Window at this turn, for OpenAI", "openai.json", partial(window_as, "openai_chat"))
    _offer("Window at this turn, for Anthropic", "anthropic.json", partial(window_as, "anthropic"))
    _offer("Window at this turn, plain text", "txt", partial(window_as, "plain"))
    _offer("The whole run (CSV)", "run.csv", run_csv)
    _offer("Life lines of facts (CSV)", "facts.csv", life_csv)
    _offer("Policy (JSON)", "policy.json", policy_json)
    _offer("Python that does the same", "py", program)


def window_as(format: str, shown: Shown) -> str:
    """The window at the turn that is shown, in a format of `dump_transcript`."""
    return dump_transcript(shown.snapshot.window, format)


def run_csv(shown: Shown) -> str:
    """A row a turn."""
    return to_run_csv(shown.run)


def life_csv(shown: Shown) -> str:
    """The facts that are followed, and the phrase that is searched for."""
    lines = dict(shown.lines)
    if shown.line is not None:
        lines.setdefault(shown.phrase, shown.line)
    return to_life_csv(lines.values(), shown.talk.canaries)


def policy_json(shown: Shown) -> str:
    """The policy at the turn that is shown."""
    return to_policy_json(shown.snapshot.policy)


def program(shown: Shown) -> str:
    """A program that holds the turns and replays them."""
    talk = shown.talk
    fork = None
    if talk.fork is not None:
        fork = (min(max(talk.fork.at, 2), len(shown.run)), talk.fork.policy)
    phrases = {one.phrase: one.superseded_by for one in talk.canaries if one.phrase in shown.lines}
    return to_python(talk.turns, talk.policy, tokenizer_name(), phrases, fork)


def _offer(label: str, ending: str, write: Callable[[Shown], str]) -> None:
    st.download_button(
        label,
        partial(_written, latest(), write),
        file_name=f"{_safe(open_talk().name)}.{ending}",
        on_click="ignore",
        width="stretch",
        disabled=not open_talk().turns,
        key=f"export_{ending}",
    )


def _written(newest: Latest, write: Callable[[Shown], str]) -> str:
    return "" if newest.shown is None else write(newest.shown)


def _safe(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name).strip("-")[:60] or "conversation"
