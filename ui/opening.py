"""How does a person open a file or paste a conversation, and see what is wrong with it?"""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine import ScenarioError, TranscriptError
from engine.placement import find_curve
from engine.scenario.opening import Opened, open_document
from engine.tokens import exact_available
from engine.transcripts import TITLES
from ui import state
from ui.placement.notes import stand_in

MOST_WARNINGS = 8
# Below this size a file opens before a progress bar could be read.
LARGE_BYTES = 500_000


def open_controls() -> None:
    """A place to drop a file, a place to paste, and which conversation of several to take."""
    st.write(
        "A saved scenario, or a conversation as the tools write it: OpenAI chat or Responses, "
        "Anthropic, Gemini, Claude Code JSONL, a ChatGPT export, LangChain, Vercel, ShareGPT, "
        "OpenTelemetry, or plain `role: text` lines."
    )
    number = opening_round()
    upload = st.file_uploader(
        "File, up to 20 MB",
        key=f"open_file_{number}",
        help="It is read on this machine and sent nowhere.",
    )
    pasted = st.text_area("Or paste it here", key=f"open_text_{number}", height=120)
    wants_pasted = st.button("Open what was pasted")
    index = st.number_input(
        "Of a file with several conversations, take number",
        1,
        1_000_000,
        key=f"open_number_{number}",
    )
    if upload is not None:
        _open(upload.getvalue(), upload.name, int(index) - 1)
    elif wants_pasted:
        _open(pasted.encode("utf-8", "replace"), "Pasted", int(index) - 1)


def opening_round() -> int:
    """How many files were opened so far: each round has fresh fields."""
    return int(st.session_state.get("open_round", 0))


def _open(data: bytes, name: str, index: int) -> None:
    bar = (
        st.progress(0.0, text=f"Reading {len(data) / 1e6:.1f} MB …")
        if len(data) > LARGE_BYTES
        else None
    )
    tokenizer = "o200k_base" if exact_available("o200k_base") else "chars/4"
    try:
        opened = open_document(
            data,
            name,
            index=index,
            tokenizer=tokenizer,
            on_progress=partial(_show, bar) if bar is not None else lambda share: None,
        )
    except (ScenarioError, TranscriptError) as error:
        state.refuse(f"{name} was not opened.", str(error))
    else:
        state.open_scenario(opened.scenario, None)
        curve = _missing_curve(opened)
        doubtful = bool(opened.warnings or curve)
        state.tell(f"{name} was opened", _what(opened) + curve, doubtful=doubtful)
    # A fresh uploader: the same file can be opened again, and is not opened at every run.
    st.session_state["open_round"] = opening_round() + 1
    st.rerun()


def _show(bar: st.delta_generator.DeltaGenerator, share: float) -> None:
    bar.progress(min(max(share, 0.0), 1.0), text=f"Reading and counting: {share:.0%}")


def _missing_curve(opened: Opened) -> str:
    """That the scenario was scored on a measurement which is not here, if so."""
    if not state.own_curve_missing(opened.scenario):
        return ""
    placement = opened.scenario.placement
    return f" {stand_in(find_curve(placement.curve), placement.own_curve)}"


def _what(opened: Opened) -> str:
    count = len(opened.scenario.sections)
    what = TITLES.get(opened.what, opened.what)
    words = f"as {what}: {count:,} section{'s' if count != 1 else ''}."
    if opened.warnings:
        shown = " ".join(opened.warnings[:MOST_WARNINGS])
        more = len(opened.warnings) - MOST_WARNINGS
        words += f" Noticed: {shown}" + (f" And {more:,} more." if more > 0 else "")
    return words
