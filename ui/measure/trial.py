"""What will a run on an endpoint take? Three calls are made to find out; then one confirms.

The three are put aside: they belong to no run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from engine.models import ModelError, price_of
from engine.models.endpoint import Endpoint
from engine.models.openai_compatible import OpenAICompatibleModel
from engine.probe import Plan, settings_of
from engine.probe.estimate import WarmUp, warm_up
from engine.run_files import RunSettings
from engine.wording import duration
from ui import state
from ui.measure.endpoint import MODEL, PREFILL, address
from ui.measure.estimating import counted, estimate_words
from ui.measure.lengths import begin
from ui.measure.models import endpoint_model
from ui.measure.setup import ENDPOINT, chosen_plan, chosen_second, source
from ui.measure.shown import show
from ui.measure.when import now, versions
from ui.text import as_html

TRIAL = "measure_trial"


@dataclass(frozen=True)
class Trial:
    """A run that is proposed, and what was found out about it."""

    plan: Plan
    second: Plan | None  # the same at another length, asked after it
    model: OpenAICompatibleModel
    warm: WarmUp | None = None

    @property
    def calls(self) -> int:
        """How many questions both lengths are."""
        return len(self.plan.steps) + (len(self.second.steps) if self.second else 0)

    def settings(self, plan: Plan) -> RunSettings:
        """What is written down of one of its plans."""
        return settings_of(plan, self.model, started=now(), versions=versions())


def try_endpoint() -> None:
    """Propose the run that the fields describe."""
    prefill = bool(st.session_state.get(PREFILL))
    try:
        plan = chosen_plan(prefill=prefill)
        second = chosen_second(plan)
        model = endpoint_model(address(), str(st.session_state.get(MODEL) or ""), prefill=prefill)
    except ValueError as error:
        state.refuse("Nothing was sent.", str(error))
        return
    st.session_state[TRIAL] = Trial(plan, second, model)


def proposed() -> bool:
    """Whether a run is proposed, and waits for a yes."""
    return st.session_state.get(TRIAL) is not None


def trial_card() -> None:
    """What was found out, and the question whether to go on; where a run is proposed."""
    trial: Trial | None = st.session_state.get(TRIAL)
    if trial is None:
        return
    if not _still_meant(trial):
        st.session_state[TRIAL] = None
        return
    if trial.warm is None:
        trial = _ask(trial)
        if trial is None:
            st.rerun()
    with st.container(border=True, key="trial"):
        st.html(_words(trial))
        with st.container(horizontal=True, gap="small"):
            st.button(f"Send {trial.calls:,} calls", type="primary", key="trial_go", on_click=_go)
            st.button("Cancel", key="trial_cancel", on_click=_cancel)


def _still_meant(trial: Trial) -> bool:
    """Whether the fields still say what is proposed: what is sent is what one sees."""
    try:
        plan = chosen_plan(prefill=bool(st.session_state.get(PREFILL)))
        said = plan, chosen_second(plan), Endpoint.at(address())
    except ValueError:
        return False
    name = str(st.session_state.get(MODEL) or "").strip()
    meant = trial.plan, trial.second, trial.model.endpoint
    return source() == ENDPOINT and said == meant and name == trial.model.model


def _ask(trial: Trial) -> Trial | None:
    """Make the three calls; None where one fails, which is then said."""
    bar = st.progress(0.2, f"Three calls to {trial.model.endpoint.host}, to see what a run takes")
    try:
        warm = warm_up(trial.model, trial.plan)
    except ModelError as error:
        st.session_state[TRIAL] = None
        state.refuse("The endpoint gave no answer.", error.sentence)
        return None
    bar.empty()
    found = replace(trial, warm=warm)
    st.session_state[TRIAL] = found
    return found


def _words(trial: Trial) -> str:
    price = price_of(trial.model.model)
    cost = counted(trial.plan, trial.second, price, trial.warm)
    parts = estimate_words(cost, price)
    if trial.second is not None:
        parts.append(f"{trial.plan.task.label}, then {trial.second.task.label}")
    if price is None:
        parts.append("its price is not known here")
    parts.append(
        f"where the endpoint is slow, a call is given up after {duration(trial.model.worst_wait)}"
    )
    spans = "".join(f"<span>{as_html(part)}</span>" for part in parts)
    host = as_html(trial.model.endpoint.host)
    return f'<div class="cp-words"><b>To {host}, an estimate:</b>{spans}</div>'


def _go() -> None:
    trial: Trial | None = st.session_state.pop(TRIAL, None)
    if trial is None:
        return
    try:
        second = None if trial.second is None else trial.settings(trial.second)
        run = begin(trial.settings(trial.plan), second)
    except (ValueError, OSError) as error:
        state.refuse("The run was not started.", str(error))
        return
    show(run)


def _cancel() -> None:
    st.session_state[TRIAL] = None
