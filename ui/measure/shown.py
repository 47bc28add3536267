"""Which run does the page show, and which others has this visitor made?"""

from __future__ import annotations

import streamlit as st

from ui import state
from ui.address import RUN_KEY
from ui.measure.held import OpenRun
from ui.measure.lengths import followed
from ui.measure.store import runs

AGAIN = "measure_again"
MINE = "my_runs"  # names, in the order in which they were begun


def current() -> OpenRun | None:
    """The run that is open, if there is one that is still kept here."""
    name = st.session_state.get(RUN_KEY)
    if not name:
        return None
    run = runs().find(name)
    if run is None:
        st.session_state[RUN_KEY] = ""
        state.refuse("The run of this address is no longer kept on this server.", "")
        return None
    if followed(run) is not run:
        # The first of two lengths is done, and the second goes on.
        _remember(run.name)
        run = followed(run)
        st.session_state[RUN_KEY] = run.name
    _remember(run.name)
    return run


def show(run: OpenRun) -> None:
    """Make this the open run."""
    st.session_state[RUN_KEY] = run.name
    _remember(run.name)


def mine() -> list[OpenRun]:
    """The visitor's own runs of this session that are still kept, the youngest first."""
    found = [runs().find(name) for name in reversed(st.session_state.get(MINE, ()))]
    return [run for run in found if run is not None]


def draw_all_again() -> None:
    """What was changed in one part of the page shows in the others."""
    st.session_state[AGAIN] = True


def catch_up_all() -> None:
    """Draw the page as a whole, where something asked for it."""
    if st.session_state.pop(AGAIN, False):
        st.rerun()


def _remember(name: str) -> None:
    known = st.session_state.get(MINE, ())
    if name not in known:
        st.session_state[MINE] = (*known, name)
