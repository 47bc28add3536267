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
from engine.scenario.ledger import Ledger
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
    text, words = written(str(form), assembly, scenario.tokenizer)
    st.write(words)
    shown = text[:MOST_CHARACTERS]
    st.code(shown, language=None, wrap_lines=True, height=HEIGHT)
    if len(text) > len(shown):
        st.caption(f"{len(text) - len(shown):,} more characters are in the export.")


def written(form: str, assembly: Assembly, tokenizer: str) -> tuple[str, str]:
    """One form as text, and its count in words."""
    if form == "Plain":
        text = assembly.text
        return text, f"**{assembly.token_count:,} tokens**, what the budget counts"
    if form == "Labelled":
        text = render_labelled(assembly.sections)
        more = count_tokens(text, tokenizer) - assembly.token_count
        return (
            text,
            f"**{count_tokens(text, tokenizer):,} tokens**, {more:+,} against what is counted",
        )
    if form == "OpenAI":
        messages = to_openai_messages(assembly)
        total = count_openai_messages(messages, tokenizer)
        words = f"**{total:,} tokens** (estimate: OpenAI's published overhead of 3 a message and 3)"
        return json.dumps(messages, ensure_ascii=False, indent=1), words
    request = json.dumps(to_anthropic_request(assembly), ensure_ascii=False, indent=1)
    return request, "The provider counts with a tokenizer of its own, which is not published."
