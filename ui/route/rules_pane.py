"""Which patterns answer before the scores, in which order, and what do they answer?"""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np
import streamlit as st

from engine.routing import QuerySet, Rule
from engine.routing.edits import set_rules
from engine.routing.rules import compiled, first_rule
from ui.bound import bound
from ui.palette import Theme
from ui.route.editing import edit, sentence
from ui.route.shown import Shown
from ui.text import as_html

GAP = 16
TABLE = 0.52  # of the width
LEAST_EDITOR = 420  # px of width beside the table
MOST_ROWS = 200
CHOSEN = "rule_chosen"
ROUND = "new_rule_round"
DRAFT = "rule_draft"  # what was typed and is no pattern: (place, pattern before, typed, why)
REFUSED = "new_rule_refused"


def rules_pane(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The rules in their order, one of them in fields, and the queries it answers."""
    rules = shown.queries.rules
    table = round(TABLE * width)
    beside: int | Literal["stretch"] = "stretch"
    if width - table - GAP < LEAST_EDITOR:
        table = beside = width
    place = min(st.session_state.get(CHOSEN, 0), len(rules) - 1)
    with st.container(horizontal=True, gap="small", key="route_rules"):
        with st.container(width=table):
            _table(shown)
            _try_out(rules, colours)
        with st.container(width=beside):
            if rules:
                _editor(shown.queries, place, colours)
                _answered(shown, place)
            else:
                st.html('<span class="cp-muted">No rule: the scores decide on every query.</span>')
                _add(shown.queries, colours)


def _table(shown: Shown) -> None:
    """Every rule with the queries it answers: those in which no earlier one is found."""
    rules = shown.queries.rules
    ruled = shown.scored.rule
    right = (ruled >= 0) & shown.whole.correct
    answered, hits = (
        np.bincount(ruled[rows], minlength=len(rules)).tolist() for rows in (ruled >= 0, right)
    )

    def clicked() -> None:
        cells = st.session_state[key]["selection"]["cells"]
        if cells:
            st.session_state[CHOSEN] = int(cells[0][0])

    key = f"rule_table_{hash(rules)}"
    st.dataframe(
        {
            "rule": list(range(1, len(rules) + 1)),
            "queries": answered,
            "right": hits,
            "intent": [rule.intent for rule in rules],
            "pattern": [rule.pattern for rule in rules],
        },
        hide_index=True,
        width="stretch",
        height=212 if len(rules) > 4 else "content",
        key=key,
        on_select=clicked,
        selection_mode="single-cell",
    )


def _try_out(rules: tuple[Rule, ...], colours: Theme) -> None:
    text = st.text_input("Try a query on the rules", key="rule_try", persist_state="session")
    if not text:
        return
    at = first_rule(rules, text)
    found = compiled(rules[at].pattern).search(text) if at >= 0 else None
    if found is None:
        said = "No rule is found in it: the scores decide."
    else:
        said = (
            f"Rule {at + 1} answers: <b>{as_html(rules[at].intent)}</b>, as it finds "
            f"“{as_html(found.group())}”."
        )
    edge = colours.primary if found else colours.hairline
    st.html(f'<div class="cp-verdict" style="border-color:{edge}">{said}</div>')


def _editor(queries: QuerySet, place: int, colours: Theme) -> None:
    rules, rule = queries.rules, queries.rules[place]
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        with st.container(width=90):
            bound(st.selectbox, "Rule", place, partial(_choose), "rule chosen",
                  options=list(range(len(rules))), format_func=lambda at: str(at + 1))  # fmt: skip
        st.button("Earlier", disabled=place == 0, on_click=_move, args=(place, -1))
        st.button("Later", disabled=place == len(rules) - 1, on_click=_move, args=(place, 1))
        st.button("Delete", on_click=_delete, args=(place,))
        _add(queries, colours)
    draft = st.session_state.get(DRAFT)
    if draft is not None and draft[:2] != (place, rule.pattern):
        draft = None
    with st.container(horizontal=True, gap="small"):
        with st.container(width="stretch"):
            bound(st.text_input, "Pattern, a regular expression, case ignored",
                  draft[2] if draft else rule.pattern, partial(_set_pattern, place, rule.pattern),
                  f"pattern of rule {place}")  # fmt: skip
        with st.container(width=190):
            bound(st.selectbox, "leads to", rule.intent, partial(_set_intent, place),
                  f"intent of rule {place}", options=_intents(queries))  # fmt: skip
    if draft:
        _refusal(draft[3], colours)


def _intents(queries: QuerySet) -> list[str]:
    """What a rule may lead to: the intents, and what rules of a file lead to already."""
    return list(dict.fromkeys([*queries.intent_names, *(rule.intent for rule in queries.rules)]))


def _refusal(why: str, colours: Theme) -> None:
    edge = colours.zones["red"].color
    st.html(
        f'<div class="cp-verdict" style="border-color:{edge}">Not applied. {as_html(why)}</div>'
    )


def _choose(place: int) -> None:
    st.session_state[CHOSEN] = place


def _set_pattern(place: int, before: str, typed: str) -> None:
    """Apply a pattern; one that is none stays in its field, to be put right."""
    try:
        compiled(typed)
    except ValueError as error:
        st.session_state[DRAFT] = (place, before, typed, sentence(error))
        return
    st.session_state.pop(DRAFT, None)
    edit(lambda queries: _replaced(queries, place, Rule(typed, queries.rules[place].intent)))


def _set_intent(place: int, intent: str) -> None:
    edit(lambda queries: _replaced(queries, place, Rule(queries.rules[place].pattern, intent)))


def _replaced(queries: QuerySet, place: int, *by: Rule) -> QuerySet:
    rules = queries.rules
    return set_rules(queries, (*rules[:place], *by, *rules[place + 1 :]))


def _move(place: int, by: int) -> None:
    def moved(queries: QuerySet) -> QuerySet:
        rules = list(queries.rules)
        rules.insert(place + by, rules.pop(place))
        return set_rules(queries, rules)

    if edit(moved):
        st.session_state[CHOSEN] = place + by


def _delete(place: int) -> None:
    edit(lambda queries: _replaced(queries, place))


def _add(queries: QuerySet, colours: Theme) -> None:
    round_ = st.session_state.get(ROUND, 0)
    with (
        st.popover("Add", key=f"add_rule_{round_}"),
        st.form(f"new_rule_{round_}", border=False),
    ):
        st.text_input("New pattern, such as refunds?", key=f"new_pattern_{round_}")
        st.selectbox("It leads to", _intents(queries), key=f"new_rule_intent_{round_}")
        if refused := st.session_state.get(REFUSED):
            _refusal(refused, colours)
        st.form_submit_button("Add rule", type="primary", on_click=_added, args=(round_,))


def _added(round_: int) -> None:
    pattern = st.session_state[f"new_pattern_{round_}"]
    intent = st.session_state[f"new_rule_intent_{round_}"] or ""
    st.session_state.pop(REFUSED, None)
    try:
        compiled(pattern)
    except ValueError as error:
        st.session_state[REFUSED] = sentence(error)
        return
    if edit(lambda queries: set_rules(queries, (*queries.rules, Rule(pattern, intent)))):
        st.session_state[ROUND] = round_ + 1
        st.session_state[CHOSEN] = 10**9  # the last, however many there are


def _answered(shown: Shown, place: int) -> None:
    """The queries that the chosen rule answers, of both splits."""
    rows = np.flatnonzero(shown.scored.rule == place)
    if not len(rows):
        st.html('<span class="cp-muted">It answers no query of this set.</span>')
        return
    queries = [shown.queries.queries[row] for row in rows[:MOST_ROWS].tolist()]
    more = f", the first {MOST_ROWS:,} shown" if len(rows) > MOST_ROWS else ""
    st.html(f'<span class="cp-muted">It answers {len(rows):,} queries{more}:</span>')
    st.dataframe(
        {
            "query": [query.text for query in queries],
            "truth": [" + ".join(query.intents) or "out of scope" for query in queries],
        },
        hide_index=True,
        width="stretch",
        height=150 if len(rows) > 3 else "content",
        key=f"ruled_{place}",
        column_config={"query": st.column_config.TextColumn(width="large")},
    )
