"""Which queries, scorer, aim and gate does one choose above the maps?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from engine.routing.aims import AIMS
from engine.routing.scorers import AGGREGATES, SCORERS, available_scorers
from engine.scenario.edits import set_routing
from engine.scenario.routing import MOST_COST, Routing
from ui import state
from ui.bound import bound
from ui.route.best import own_share
from ui.route.open_pane import open_pane
from ui.route.sets import FIRST, TITLES, known, shipped_set, words
from ui.route.shown import Shown

OWN = "own"
AGGREGATE_WORDS = {"mean_top5": "top 5"}
WIDER = 1.28  # of the fields, in Presenter


def route_bar(shown: Shown, big: bool = False, gate_too: bool = True) -> None:
    """The row of controls above the maps; without the gate where it is to be guessed."""
    routing, wider = shown.routing, WIDER if big else 1

    def field(width: int) -> Any:
        return st.container(width=round(width * wider))

    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="route_bar"):
        with st.container(width="stretch", key="query_set"):
            _queries(shown)
        open_pane(shown)
        with field(200):
            _scorer(routing)
        with field(114):
            _aim(routing)
        _costs(routing)
        with field(82):
            _share(shown)
        if gate_too:
            _gate(shown, field)


def _gate(shown: Shown, field: Callable[[int], Any]) -> None:
    for name, step in (("threshold", 0.01), ("margin", 0.005)):
        with field(88):
            _number(name.capitalize(), shown.routing, name, step=step, format="%.3f")
    gate = shown.tuned.gate
    st.button(
        "★ Use tuned",
        type="primary",
        disabled=gate is None or gate == shown.gate,
        on_click=_use,
        args=(shown,),
        help="Sets the gate ✚ to ★, the best one on the tuning queries.",
    )


def change(**fields: Any) -> None:
    """Change the router of the open scenario."""
    # One control is one step to undo, however often it is turned.
    step = f"router {' '.join(sorted(fields))}"
    state.attempt(lambda now: set_routing(now, **fields), step=step)


def _use(shown: Shown) -> None:
    gate = shown.tuned.gate
    if gate is not None:
        change(threshold=gate.threshold, margin=gate.margin)


def _queries(shown: Shown) -> None:
    routing = shown.routing
    titles = {name: words(shipped_set(name)) for name in TITLES}
    # What is one's own goes by its words: a field that shows others is another field.
    own = words(shown.queries)
    mine = state.session().queries is not None
    current = (OWN, own) if mine else routing.queries if known(routing) else FIRST

    def choose(name: str | tuple[str, str]) -> None:
        if name in titles:
            state.change_queries(None, queries=name)

    bound(st.selectbox, "Query set · queries", current, choose, "query set",
          options=[*titles, *([current] if mine else [])],
          format_func=lambda name: titles.get(name, own))  # fmt: skip


def scorer_names(also: str | None = None) -> list[tuple[str, str]]:
    """(scorer, aggregate) of all that is installed here, and of the scorer `also`."""
    installed = available_scorers()
    return [
        (scorer, aggregate)
        for scorer in SCORERS
        if scorer in installed or scorer == also
        for aggregate in AGGREGATES
        # The keywords are one bag: there is nothing to aggregate.
        if scorer != "keywords" or aggregate == "centroid"
    ]


def _scorer(routing: Routing) -> None:
    names = scorer_names(routing.scorer)
    now = (routing.scorer, routing.aggregate)
    now = now if now in names else (routing.scorer, "centroid")
    bound(st.selectbox, "Scorer", now,
          lambda chosen: change(scorer=chosen[0], aggregate=chosen[1]), "scorer",
          options=names, format_func=scorer_words, help=_help_on_scorers())  # fmt: skip


def scorer_words(name: tuple[str, str]) -> str:
    """A scorer with its aggregate, short."""
    scorer, aggregate = name[0].replace("_", " "), AGGREGATE_WORDS.get(name[1], name[1])
    return scorer if scorer == "keywords" else f"{scorer} · {aggregate}"


def _help_on_scorers() -> str:
    lines = [*SCORERS.values(), *AGGREGATES.values()]
    missing = [name for name in SCORERS if name not in available_scorers()]
    if missing:
        lines.append(f"Not installed here: {', '.join(missing)}; `make extras` brings it.")
    return "\n\n".join(lines)


def _aim(routing: Routing) -> None:
    bound(st.selectbox, "Aim", routing.aim, lambda aim: change(aim=aim), "aim", options=list(AIMS))


def _costs(routing: Routing) -> None:
    with st.popover("Costs"):
        st.write("**Utility**: a query routed right earns 1. What the others cost:")
        for name, label in (
            ("wrong", "A wrong route"),
            ("missed", "Out of scope, and routed"),
            ("needless", "A needless fallback"),
        ):
            _number(label, routing, name, step=0.25, most=MOST_COST, format="%.2f")
        st.write("**Coverage**: as many queries routed as possible at this risk.")
        _number("Most of the routed that may be wrong, %", routing, "ceiling", percent=True)


def _share(shown: Shown) -> None:
    _number(
        "OOS, %",
        shown.routing,
        "declared",
        percent=True,
        help=f"The share of your traffic that is out of scope. In the tuning queries it is "
        f"{100 * own_share(shown.tune.judged):.0f} %; the best gate depends on it.",
        disabled=shown.aim.share is None,
    )


def _number(
    label: str,
    routing: Routing,
    name: str,
    *,
    step: float = 1.0,
    most: float = 1.0,
    percent: bool = False,
    **options: Any,
) -> None:
    factor = 100.0 if percent else 1.0

    def write(value: float) -> None:
        change(**{name: round(value / factor, 6)})

    options.setdefault("format", "%.0f")
    now = round(getattr(routing, name) * factor, 6)
    bound(st.number_input, label, now, write, f"router {name}",
          min_value=0.0, max_value=most * factor, step=step, **options)  # fmt: skip
