"""What leaves the Route page: the router for each tool, the queries, the maps, the outcomes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from engine.routing.exports import (
    RouterConfig,
    to_json,
    to_rasa_yaml,
    to_semantic_router_yaml,
    to_snippet,
)
from ui import state
from ui.newest import Newest, newest
from ui.palette import NOW, TUNED
from ui.route.files_out import (
    maps_csv,
    outcomes_csv,
    queries_file,
    queries_refusal,
    router_config,
    router_refusal,
    shown_now,
)
from ui.route.sets import open_set
from ui.route.shown import split_of
from ui.saving import file_name, saved
from ui.text import as_label

NO_INTENTS = "intents: expected at least one; found none"
ELSEWHERE = (
    "Scores differ in semantic-router and in Rasa: tune again there before you ship it. "
    "semantic-router has no margin: it is kept in the metadata, and ignored."
)


def export_menu() -> None:
    """Downloads, each made when it is clicked, of what is open then; why, where one is not."""
    now, queries = newest(), split_of(open_set()).queries
    router = router_refusal(queries)
    gate = state.session().scenario.routing.gate
    st.caption(
        f"The router leaves with the gate {NOW}: threshold {gate.threshold:g}, margin "
        f"{gate.margin:g}. “{TUNED} Use tuned” sets it to the best one first."
    )
    _offer("Router (JSON)", "router.json", partial(router_file, now, to_json), router)
    _offer("Router in Python", "py", partial(router_file, now, to_snippet), router)
    _offer(
        "semantic-router (YAML)",
        "semantic-router.yaml",
        partial(router_file, now, to_semantic_router_yaml),
        router or ("" if queries.intents else NO_INTENTS),
    )
    _offer("Rasa (YAML)", "rasa.yml", partial(router_file, now, to_rasa_yaml), router)
    st.caption(ELSEWHERE)
    for label, format in (("CSV", "csv"), ("JSON lines", "jsonl")):
        why = queries_refusal(queries, format)
        make = partial(queries_file, now, format)
        _offer(f"Labelled queries ({label})", f"queries.{format}", make, why)
    nothing = "" if queries.queries else "there are no queries"
    _offer("Outcome of each query (CSV)", "outcomes.csv", partial(outcomes_csv, now), nothing)
    _offer("Values of both maps (CSV)", "maps.csv", partial(maps_csv, now), nothing)
    _offer("Scenario (JSON)", "json", partial(saved, now))


def router_file(now: Newest, write: Callable[[RouterConfig], str]) -> str:
    """The router as one of the exporters writes it."""
    return write(router_config(shown_now(now)))


def _offer(label: str, ending: str, make: Callable[[], str], refused: str = "") -> None:
    st.download_button(
        label,
        make,
        file_name=file_name(ending, None if ending == "json" else open_set().name),
        on_click="ignore",
        width="stretch",
        disabled=bool(refused),
        key=f"export_route_{ending}",
    )
    if refused:
        st.caption(as_label(f"Not this one: {refused}"))
