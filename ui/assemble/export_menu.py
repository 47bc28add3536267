"""What leaves the page: the scenario, the messages, the ledger, a program, the figure."""

from __future__ import annotations

import json

import streamlit as st

from engine import (
    dump_scenario,
    render_labelled,
    to_anthropic_request,
    to_openai_messages,
)
from engine.scenario.export import to_ledger_csv, to_python
from engine.scenario.ledger import Ledger
from ui import state
from ui.cached import ledger_of
from ui.frame import file_name


def export_menu() -> None:
    """Downloads, each made when it is clicked."""
    sent = ledger_of(state.session().scenario).assembly is not None

    def offer(label: str, ending: str, make: object, needs_call: bool = False) -> None:
        st.download_button(
            label,
            make,
            file_name=file_name(ending),
            on_click="ignore",
            width="stretch",
            disabled=needs_call and not sent,
            key=f"export_{ending}",
        )

    offer("Scenario (JSON)", "json", lambda: dump_scenario(state.session().scenario))
    offer("Messages for OpenAI", "openai.json", lambda: _json(to_openai_messages(_sent())), True)
    offer(
        "Request for Anthropic",
        "anthropic.json",
        lambda: _json(to_anthropic_request(_sent())),
        True,
    )
    offer("Plain text", "txt", lambda: _sent().text, True)
    offer("Labelled text", "labelled.txt", lambda: render_labelled(_sent().sections), True)
    offer("Ledger (CSV)", "csv", lambda: to_ledger_csv(_ledger()))
    offer("Python that does the same", "py", lambda: to_python(state.session().scenario))
    st.caption("The figure: the camera at the strip's upper right corner saves it as SVG.")


def _ledger() -> Ledger:
    return ledger_of(state.session().scenario)


def _sent():  # type: ignore[no-untyped-def]
    return _ledger().assembly


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
