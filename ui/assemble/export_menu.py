"""What leaves the page: the scenario, the messages, the ledger, a program, the figure.

A download is made when it is clicked, outside of any run and without a session: each
function gets what it writes from the run that drew its button.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from engine import (
    Assembly,
    dump_scenario,
    render_labelled,
    to_anthropic_request,
    to_openai_messages,
)
from engine.scenario.export import to_ledger_csv, to_python
from ui import state
from ui.cached import ledger_of
from ui.saving import file_name


def export_menu() -> None:
    """Downloads, each made when it is clicked."""
    scenario = state.session().scenario
    ledger = ledger_of(scenario)
    sent = ledger.assembly

    _offer("Scenario (JSON)", "json", partial(dump_scenario, scenario))
    _offer("Messages for OpenAI", "openai.json", _of(sent, as_openai))
    _offer("Request for Anthropic", "anthropic.json", _of(sent, as_anthropic))
    _offer("Plain text", "txt", _of(sent, lambda assembly: assembly.text))
    _offer("Labelled text", "labelled.txt", _of(sent, lambda a: render_labelled(a.sections)))
    _offer("Ledger (CSV)", "csv", partial(to_ledger_csv, ledger))
    _offer("Python that does the same", "py", partial(to_python, scenario))
    st.caption("The figure: the camera at the strip's upper right corner saves it as SVG.")


def _of(sent: Assembly | None, write: Callable[[Assembly], str]) -> Callable[[], str] | None:
    return None if sent is None else partial(write, sent)


def _offer(label: str, ending: str, make: Callable[[], str] | None) -> None:
    st.download_button(
        label,
        make or "",
        file_name=file_name(ending),
        on_click="ignore",
        width="stretch",
        disabled=make is None,
        key=f"export_{ending}",
    )


def as_openai(assembly: Assembly) -> str:
    """The messages as JSON text."""
    return _json(to_openai_messages(assembly))


def as_anthropic(assembly: Assembly) -> str:
    """The request as JSON text."""
    return _json(to_anthropic_request(assembly))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
