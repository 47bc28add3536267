"""Which intents are there, and how does one add, rename, feed or delete one?"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, partial
from typing import Literal

import streamlit as st

from engine.routing import Intent, QuerySet
from engine.routing.edits import (
    add_intent,
    delete_intent,
    rename_intent,
    set_keywords,
    set_utterances,
)
from engine.routing.scorers import KINDS
from engine.wording import times
from ui.bound import bound
from ui.palette import Theme
from ui.route.editing import edit
from ui.route.shown import Shown
from ui.text import as_html, as_label

GAP = 16
TABLE = 0.42  # of the width
LEAST_EDITOR = 480  # px of width beside the table
HEIGHT = 330
# With more lines a field of text is no help: they belong into a file.
MOST_LINES = 3_000
CHOSEN = "intent_chosen"  # its name and its place
ROUND = "new_intent_round"


def intents_pane(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """All intents as a table, and one of them in fields."""
    queries = shown.queries
    table = round(TABLE * width)
    beside: int | Literal["stretch"] = "stretch"
    if width - table - GAP < LEAST_EDITOR:
        table = beside = width
    with st.container(horizontal=True, gap="small", key="route_intents"):
        with st.container(width=table):
            _table(queries)
        with st.container(width=beside):
            if queries.intents:
                _editor(shown, queries.intents[chosen_place(queries)])
            else:
                st.html('<span class="cp-muted">No intent yet: every query falls back.</span>')
                _add()


def chosen_place(queries: QuerySet) -> int:
    """The place of the chosen intent; where its name is gone, of the one in its place."""
    name, place = st.session_state.get(CHOSEN, (None, 0))
    names = queries.intent_names
    return names.index(name) if name in names else min(place, len(names) - 1)


def choose_intent(queries: QuerySet, name: str) -> None:
    """Show this intent in the fields."""
    st.session_state[CHOSEN] = (name, queries.intent_names.index(name))


@lru_cache(maxsize=16)
def labels_of(queries: QuerySet) -> Counter[tuple[str, str | None]]:
    """How many queries of each split mean each intent, collisions for each of theirs."""
    return Counter((name, query.split) for query in queries.queries for name in query.intents)


def _table(queries: QuerySet) -> None:
    labels, names = labels_of(queries), queries.intent_names

    def clicked() -> None:
        cells = st.session_state[key]["selection"]["cells"]
        if cells:
            choose_intent(queries, names[cells[0][0]])

    key = f"intent_table_{hash(names)}"
    st.dataframe(
        {
            "intent": list(names),
            "keywords": [len(intent.keywords) for intent in queries.intents],
            "utterances": [len(intent.utterances) for intent in queries.intents],
            "to tune": [labels[name, "tune"] for name in names],
            "held out": [labels[name, "test"] for name in names],
        },
        hide_index=True,
        width="stretch",
        height=HEIGHT,
        key=key,
        on_select=clicked,
        selection_mode="single-cell",
    )


def _editor(shown: Shown, intent: Intent) -> None:
    queries, name = shown.queries, intent.name
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        with st.container(width="stretch"):
            bound(st.selectbox, "Intent", name, partial(choose_intent, queries), "intent chosen",
                  options=list(queries.intent_names))  # fmt: skip
        _add()
        _delete(queries, intent)
    with st.container(horizontal=True, gap="small"):
        with st.container(width=200):
            bound(st.text_input, "Name", name, partial(_rename, name), f"name of {name}",
                  help="Labels and rules follow.")  # fmt: skip
        with st.container(width="stretch"):
            bound(st.text_input, "Keywords, between commas", ", ".join(intent.keywords),
                  lambda text: edit(lambda q: set_keywords(q, name, text.split(","))),
                  f"keywords of {name}")  # fmt: skip
    count = len(intent.utterances)
    if count > MOST_LINES:
        st.html(f'<span class="cp-muted">{count:,} utterances: too many for a field. Change '
                "them in the file, and open it again.</span>")  # fmt: skip
    else:
        bound(st.text_area, f"Utterances, one a line ({count:,})", "\n".join(intent.utterances),
              lambda text: edit(lambda q: set_utterances(q, name, text.split("\n"))),
              f"utterances of {name}", height=158)  # fmt: skip
    first = "keywords, utterances" if KINDS[shown.routing.scorer].pooled else "utterances, keywords"
    st.html(
        f'<span class="cp-muted">This scorer reads the {first.split(", ")[0]}, and the '
        f"{first.split(', ')[1]} only where there are none. A field is applied when you leave it; "
        "undo takes it back.</span>"
    )


def _rename(name: str, new: str) -> None:
    place = st.session_state.get(CHOSEN, (name, 0))[1]
    if edit(lambda queries: rename_intent(queries, name, new)):
        st.session_state[CHOSEN] = (new.strip(), place)


def _add() -> None:
    round_ = st.session_state.get(ROUND, 0)
    with (
        st.popover("Add", key=f"add_intent_{round_}"),
        st.form(f"new_intent_{round_}", border=False),
    ):
        st.text_input("New intent", key=f"new_name_{round_}")
        st.text_input("Its keywords, between commas", key=f"new_keywords_{round_}")
        st.text_area("Its utterances, one a line", key=f"new_utterances_{round_}", height=120)
        st.form_submit_button("Add intent", type="primary", on_click=_added, args=(round_,))


def _added(round_: int) -> None:
    name, keywords, utterances = (
        st.session_state[f"new_{field}_{round_}"] for field in ("name", "keywords", "utterances")
    )
    intent = Intent(name, tuple(keywords.split(",")), tuple(utterances.split("\n")))
    if edit(lambda queries: add_intent(queries, intent)):
        st.session_state[ROUND] = round_ + 1
        st.session_state[CHOSEN] = (name.strip(), 0)


def _delete(queries: QuerySet, intent: Intent) -> None:
    """Deleting asks first what its queries mean from then on."""
    name = intent.name
    labels = labels_of(queries)
    count = labels[name, "tune"] + labels[name, "test"]
    rules = sum(rule.intent == name for rule in queries.rules)
    others = [other for other in queries.intent_names if other != name]
    with st.popover("Delete", key=f"delete_{hash((name, len(queries.intents)))}"):
        st.html(
            f"<b>{as_html(name)}</b> goes, with {times(len(intent.keywords), 'keyword')} and "
            f"{times(len(intent.utterances), 'utterance')}. Queries that mean it: {count:,}; rules "
            f"that lead to it: {rules:,}. What then?"
        )
        st.selectbox(
            "Its queries and rules",
            [None, *others],
            format_func=lambda other: (
                "queries become out of scope, rules go" if other is None else f"go to {other}"
            ),
            key=f"instead_of_{name}",
        )
        st.button(f"Delete {as_label(name, 40)}", type="primary",
                  on_click=_deleted, args=(name,))  # fmt: skip


def _deleted(name: str) -> None:
    # Read here: a click that comes quickly must not find an older choice.
    instead = st.session_state[f"instead_of_{name}"]
    edit(lambda queries: delete_intent(queries, name, instead))
