"""How does a person open a run that was saved?"""

from __future__ import annotations

import streamlit as st

from engine.errors import RunFileError
from engine.run_files import read_run
from ui import state
from ui.measure.shown import show
from ui.measure.store import runs

ROUND = "run_file_round"


def open_run_popover(busy: bool) -> None:
    """A place to drop a run file; it is then shown, and can be gone on with."""
    number = st.session_state.get(ROUND, 0)
    with st.popover("Open run", disabled=busy, key=f"open_run_{number}"):
        upload = st.file_uploader(
            "A run file (JSONL), as Export writes it", key=f"run_file_{number}"
        )
    if upload is not None:
        take_run(upload.name, upload.getvalue())
        st.session_state[ROUND] = number + 1
        st.rerun()


def take_run(name: str, data: bytes) -> None:
    """Open a visitor's run; or say what is wrong and where."""
    try:
        run = runs().take(read_run(data))
    except RunFileError as error:
        state.refuse(f"{name} was not opened.", str(error))
        return
    except OSError as error:
        state.refuse(f"{name} could not be kept on this server.", f"{error.strerror or error}.")
        return
    show(run)
    whole = f"{len(run.rows):,} of {run.job.total:,} answers."
    state.tell(f"{name} was opened:", f"{run.settings.label}, {whole} {run.note}".strip())
