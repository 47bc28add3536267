"""What exactly is sent, in each form, and how many tokens is it?"""

from __future__ import annotations

import json

import streamlit as st

from engine import (
    Scenario,
    count_openai_messages,
    count_tokens,
    get_tokenizer,
    render_labelled,
    to_anthropic_request,
    to_openai_messages,
)
from engine.assembly import Assembly
from engine.scenario.edits import set_rendering
from engine.scenario.ledger import Ledger
from ui import state
from ui.components.tokens import token_view
from ui.palette import Theme

FORMS = ("Plain", "Labelled", "OpenAI", "Anthropic", "Tokens")
HEIGHT = 400
# A browser shows a text of this length at once; the rest is in the download.
MOST_CHARACTERS = 200_000


def sent_pane(scenario: Scenario, ledger: Ledger, colours: Theme, big: bool) -> None:
    """One form of what is sent, literal, with its count."""
    st.session_state.setdefault("form", FORMS[0])
    form = st.segmented_control(
        "Form",
        FORMS,
        required=True,
        key="form",
        label_visibility="collapsed",
        persist_state="session",
    )
    assembly = ledger.assembly
    if assembly is None:
        st.write("Nothing is sent: the pinned sections do not fit.")
        return
    if form == "Tokens":
        st.write(f"**{assembly.token_count:,} tokens** as counted by {scenario.tokenizer}")
        pieces = get_tokenizer(scenario.tokenizer).pieces(assembly.text)
        token_view(pieces, None, "", colours, key="sent_tokens", height=HEIGHT, big=big)
        return
    text, words = written(str(form), assembly, scenario)
    st.write(words)
    counted = {"Plain": "plain", "Labelled": "labelled"}.get(str(form), scenario.rendering)
    if counted != scenario.rendering:
        st.button(
            f"Let the budget count this form ({form.lower()})",
            on_click=state.attempt,
            args=(lambda now: set_rendering(now, counted),),
        )
    shown = text[:MOST_CHARACTERS]
    st.code(shown, language=None, wrap_lines=True, height=HEIGHT)
    if len(text) > len(shown):
        st.caption(f"{len(text) - len(shown):,} more characters are in the export.")


def written(form: str, assembly: Assembly, scenario: Scenario) -> tuple[str, str]:
    """One form as text, and its count in words."""
    tokenizer = scenario.tokenizer
    if form in ("Plain", "Labelled"):
        plain = "\n\n".join(section.text for section in assembly.sections)
        text = plain if form == "Plain" else render_labelled(assembly.sections)
        tokens = count_tokens(text, tokenizer)
        more = tokens - assembly.token_count
        counts = "what the budget counts" if not more else f"{more:+,} against what is counted"
        return text, f"**{tokens:,} tokens**, {counts}"
    if form == "OpenAI":
        messages = to_openai_messages(assembly)
        total = count_openai_messages(messages, tokenizer)
        words = (
            f"**{total:,} tokens**, an estimate: 3 more a message and 3 for the answer's start, as "
            "OpenAI published. Tool calls stand as text in labelled blocks."
        )
        return json.dumps(messages, ensure_ascii=False, indent=1), words
    request = json.dumps(to_anthropic_request(assembly), ensure_ascii=False, indent=1)
    return request, "The provider counts with a tokenizer of its own, which is not published."
