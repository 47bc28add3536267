"""What became of one query and why, what would have put it right, and how does one edit it?"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from engine.routing import LabelledQuery, QuerySet, add, drop, relabel
from engine.routing.aims import Gate
from engine.routing.fixes import Fix
from engine.routing.gates import gate_outcome
from ui import state
from ui.palette import OUTCOMES, Theme
from ui.route.controls import change
from ui.route.outcomes import Ints, outcomes_of
from ui.route.query_table import NO_INTENT, SPLITS, moved_words, truth_words
from ui.route.shown import Part, Shown
from ui.text import as_html

# The query that is open: its place in the whole set, and its text, by which it is known to be
# the same one after an edit or an undo.
OPENED = "query_opened"
ADDED = "queries_added"
RELABELLED = "query_relabelled"  # a query as it was relabelled, and its truth in words before


@dataclass(frozen=True)
class Opened:
    """The open query: where it stands in the whole set and in its part."""

    index: int
    row: int
    query: LabelledQuery


def open_query(part: Part, row: int) -> None:
    """Open the query in a row of a part."""
    st.session_state[OPENED] = (int(part.rows[row]), part.queries[row].text)


def opened(part: Part) -> Opened | None:
    """The query that is open, if it is in this part and still what it was."""
    index, text = st.session_state.get(OPENED) or (-1, "")
    row = int(part.rows.searchsorted(index))
    if row >= len(part.rows) or part.rows[row] != index or part.queries[row].text != text:
        return None
    return Opened(index, row, part.queries[row])


def first_of(part: Part, rows: Ints) -> Opened | None:
    """The first query of a list, where none was opened."""
    row = int(rows[0]) if len(rows) else -1
    return Opened(int(part.rows[row]), row, part.queries[row]) if row >= 0 else None


def query_detail(
    shown: Shown, part: Part, it: Opened, fix: Fix | None, away: str, colours: Theme, big: bool
) -> None:
    """The open query in full, and what can be done with it; `away` is the list that lacks it."""
    st.html(_told(shown, part, it, fix, away, colours, big))
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="query_edits"):
        with st.container(width="stretch", key="query_truth"):
            key, truth = _truth_field(shown.queries, it)
        st.button(
            "Relabel",
            disabled=set(truth) == set(it.query.intents),
            on_click=_relabel,
            args=(shown.queries, it, key),
            help="Makes what stands at the left its truth, in place of the present one.",
        )
        st.button("Drop", on_click=_drop, args=(shown.queries, it.index))
        st.button(
            "Try the fix",
            disabled=fix is None or fix.gate is None,
            on_click=_try,
            args=(fix,),
            help="Sets the gate; undo takes it back.",
        )


def _truth_field(queries: QuerySet, it: Opened) -> tuple[str, tuple[str, ...]]:
    """One intent, which another one chosen replaces, or several; the field's key and its value."""
    name = f"{it.index}_{hash(it.query)}"
    several = st.session_state.get(f"several_{name}", it.query.collision)
    intents = list(dict.fromkeys((*queries.intent_names, *it.query.intents)))
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        with st.container(width="stretch", key="query_truth_field"):
            if several:
                key = f"truths_{name}"
                st.multiselect("Truth", intents, default=it.query.intents, key=key,
                               placeholder=NO_INTENT, label_visibility="collapsed")  # fmt: skip
            else:
                key = f"truth_{name}"
                names = ["", *intents]
                now = it.query.intents[0] if it.query.in_scope else ""
                st.selectbox("Truth", names, index=names.index(now), key=key,
                             format_func=lambda intent: intent or NO_INTENT,
                             label_visibility="collapsed")  # fmt: skip
        st.toggle("Several", value=it.query.collision, key=f"several_{name}",
                  help="Several intents: a collision. A tie is then the right answer.")  # fmt: skip
    return key, _chosen(key)


def _chosen(key: str) -> tuple[str, ...]:
    """What stands in a field of the truth now."""
    value = st.session_state[key]
    return tuple(value) if isinstance(value, list) else tuple(filter(None, [value]))


def add_query(queries: QuerySet, split: str) -> None:
    """A popover with the fields of a new query; it comes back closed when one was added."""
    round_ = st.session_state.get(ADDED, 0)
    with st.popover("Add a query", key=f"add_query_{round_}"):
        keys = [f"added_{field}_{round_}" for field in ("text", "truth", "split")]
        st.text_input("Query", key=keys[0])
        st.multiselect("Truth", queries.intent_names, key=keys[1], placeholder=NO_INTENT,
                       help="None: out of scope. Several: a collision.")  # fmt: skip
        names = [name for name, part in SPLITS.items() if part != "all"]
        first = next((name for name in names if SPLITS[name] == split), names[0])
        st.segmented_control("Split", names, default=first, required=True, key=keys[2])
        st.button("Add", type="primary", on_click=_add, args=(queries, keys))


def _relabel(queries: QuerySet, it: Opened, key: str) -> None:
    # What stands in the field now: quick hands choose and click before the page is drawn again.
    edited = relabel(queries, it.index, _chosen(key))
    # It stays open, also where the list that it was opened from holds it no more.
    st.session_state[OPENED] = (it.index, it.query.text)
    st.session_state[RELABELLED] = (edited.queries[it.index], truth_words(it.query))
    state.change_queries(edited)


def _drop(queries: QuerySet, index: int) -> None:
    state.change_queries(drop(queries, index))


def _add(queries: QuerySet, keys: list[str]) -> None:
    text, truth, split = (st.session_state[key] for key in keys)
    query = LabelledQuery(text.strip(), tuple(truth), SPLITS[split])
    if not query.text:
        state.refuse("No query was added.", "It needs a text.")
        return
    st.session_state[OPENED] = (len(queries.queries), query.text)
    st.session_state[ADDED] = st.session_state.get(ADDED, 0) + 1
    state.change_queries(add(queries, query))


def _try(fix: Fix) -> None:
    assert fix.gate is not None, "the button is off where no gate helps"
    change(threshold=fix.gate.threshold, margin=fix.gate.margin)


def _told(
    shown: Shown, part: Part, it: Opened, fix: Fix | None, away: str, colours: Theme, big: bool
) -> str:
    look = colours.outcomes[OUTCOMES[outcomes_of(part.judged, shown.gate)[it.row]]]
    scored, row = part.scored, it.row
    best, second = (
        scored.intents[place[row]] if place[row] >= 0 else None
        for place in (scored.best, scored.runner_up)
    )
    facts = [f"truth <b>{as_html(truth_words(it.query))}</b>"]
    if best is not None:
        score = "" if part.judged.ruled[row] else f" {scored.top[row]:.3f}"
        facts.append(f"best <b>{as_html(best)}</b>{score}")
    if second is not None and not part.judged.ruled[row]:
        facts.append(f"second <b>{as_html(second)}</b> {scored.second[row]:.3f}")
    relabelled, before = st.session_state.get(RELABELLED) or (None, "")
    news = f"Relabelled: its truth was {before}. " if relabelled == it.query else ""
    if away:
        news += (
            f"It is {look.word} now: not in the list “{away}”."
            if news
            else (f"Not in the list “{away}”.")
        )
    why = as_html(why_words(shown, part, row))
    remedy = as_html(remedy_words(fix, it.query, best, shown.gate))
    return (
        f'<div class="cp-query{" cp-big" if big else ""}" style="border-color:{look.color}">'
        f'<p class="cp-name">{as_html(it.query.text)}</p>'
        f'<p><b style="color:{look.text}">{look.glyph} {look.word}</b> · {" · ".join(facts)}</p>'
        f"<p>{why}."
        + (f" <b>Fix</b>: {remedy}" if remedy else "")
        + "</p>"
        + (f'<p class="cp-muted">{as_html(news)}</p>' if news else "")
        + "</div>"
    )


def why_words(shown: Shown, part: Part, row: int) -> str:
    """Why the router did what it did with a query."""
    gate, rule = shown.gate, int(part.scored.rule[row])
    if rule >= 0:
        return f"The rule {shown.queries.rules[rule].pattern} answered"
    top, second = float(part.scored.top[row]), float(part.scored.second[row])
    outcome = gate_outcome(top, second, gate.threshold, gate.margin)
    if outcome == "low_confidence":
        if top <= 0:
            return "No intent scores above 0"
        return f"Top score {_apart(top, gate.threshold)} under threshold {gate.threshold:.3f}"
    lead = _apart(top - second, gate.margin)
    if outcome == "ambiguous_tie":
        return f"Gap {lead} under margin {gate.margin:.3f}"
    return f"Top score {top:.3f} and gap {lead} pass both gates"


def _apart(value: float, bound: float) -> str:
    """A number to three decimals; in full where it would read like the bound it differs from."""
    short = f"{value:.3f}"
    return f"{value!r}" if value != bound and short == f"{bound:.3f}" else short


def remedy_words(fix: Fix | None, query: LabelledQuery, best: str | None, gate: Gate) -> str:
    """What would have put the query right, in a sentence; "" where nothing is wrong with it."""
    if fix is None:
        if query.collision:
            return "no one answer is right for several intents; a tie asks which is meant."
        return ""
    if fix.action == "rule":
        return "another rule; the gates do not see what a rule answers."
    if fix.action != "utterances":
        return f"{fix.text}, which {_effect(fix)}."
    cause = (
        f"more utterances or keywords for {query.intents[0]}"
        if query.in_scope
        else f"other utterances or keywords for {best}"
    )
    if fix.gate is None:
        return f"{cause}; no gate helps."
    return f"{cause}. A gate does no good: {moved_words(fix.gate, gate)} {_effect(fix)}."


def _effect(fix: Fix) -> str:
    return fix.effect.replace(", breaks", " and breaks")
