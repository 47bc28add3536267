"""What becomes of one query, by which words or utterances, and by how much?"""

from __future__ import annotations

from functools import lru_cache

import plotly.graph_objects as go
import streamlit as st

from engine.routing import Explanation
from engine.routing.aims import Gate
from ui.bound import bound
from ui.charts.canvas import CHART_CONFIG
from ui.charts.placement_plot import BIG
from ui.charts.route_places import rows_selected
from ui.charts.route_query import query_figure
from ui.charts.route_scatter import scatter_base_figure, scatter_gate_figure
from ui.components.layered import layered
from ui.palette import Theme, theme
from ui.route.live import TEXT, Live, examples, live, take, text_now
from ui.route.outcomes import outcomes_of
from ui.route.query_words import LOOKS, gate_words, number, verdict
from ui.route.shown import Part, Shown
from ui.text import as_html, as_label

GAP = 16  # px between columns
WIDE = 1000  # px from which all three columns stand side by side
COLUMNS = {True: (0.36, 0.36, 0.28), False: (0.48, 0.52, 0.48)}
MOST_WORDS, MOST_UTTERANCES = 6, 5
MOST_LETTERS = 90
ROUND = "route_examples_round"
# What a score is, by aggregate; keywords have one of their own.
AXES = {
    "centroid": "cosine to the intent's centroid",
    "max": "cosine to the nearest utterance",
    "mean_top5": "mean cosine to the five nearest",
}


def query_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """A field to type in; verdict and reasons, every intent's score, the place in the scatter."""
    wide = width >= WIDE * (BIG if big else 1)
    room = width - (2 if wide else 1) * GAP
    left, middle, right = (round(room * share) for share in COLUMNS[wide])
    with st.container(horizontal=True, gap="small", key="route_query"):
        with st.container(width=left):
            _field(shown)
            found = live(shown)
            if found is None:
                st.write("Type a query to see where it goes, and why.")
            else:
                _verdict(found, shown, colours, big)
                _reasons(found, shown, colours, big)
        if found is not None:
            with st.container(width=middle):
                _bars(found, shown, colours, middle, big)
        with st.container(width=right):
            _scatter(found, shown, colours, right, big)


def _field(shown: Shown) -> None:
    round_ = st.session_state.get(ROUND, 0)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        bound(st.text_input, "Type a query", text_now(shown), take, TEXT, live=True)
        # A new key once one was taken: the popover comes back closed.
        with st.popover("Examples", key=f"route_examples_{round_}"):
            for why, text in examples(shown):
                st.button(f"**{why}**: {as_label(text, MOST_LETTERS)}", key=f"example {why}",
                          type="tertiary", on_click=_take_example, args=(text,))  # fmt: skip


def _take_example(text: str) -> None:
    take(text)
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1


def _verdict(found: Live, shown: Shown, colours: Theme, big: bool) -> None:
    look = colours.outcomes[LOOKS[found.decision.reason]]
    lines = [f"<div>{as_html(gate_words(found.decision, shown.gate))}</div>"]
    if found.labelled is not None:
        truth = " and ".join(found.labelled.intents) or "out of scope"
        where = {"tune": "tuning queries", "test": "held-out queries"}[str(found.labelled.split)]
        lines.append(f'<div class="cp-muted">In the {where}, labelled {as_html(truth)}.</div>')
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-verdict cp-one" '
        f'style="border-color:{look.color}"><b style="color:{look.text}">'
        f"{as_html(verdict(found.decision))}</b>{''.join(lines)}</div></div>"
    )


def _reasons(found: Live, shown: Shown, colours: Theme, big: bool) -> None:
    """The words that the best two scores are made of, and the utterances that lie nearest."""
    explanation = found.explanation
    tables = []
    if explanation.words and explanation.best is not None:
        tables.append(_words_table(explanation))
    if explanation.utterances:
        most = 3 if tables else MOST_UTTERANCES
        rows = "".join(
            f"<tr><td>{as_html(near.text)}</td><td>{as_html(near.intent)}</td>"
            f"<td>{number(near.score)}</td></tr>"
            for near in explanation.utterances[:most]
        )
        head = "<tr><th>nearest utterances</th><th>intent</th><th>cosine</th></tr>"
        tables.append(head + rows)
    css = "cp-table cp-dense cp-clipped"
    body = "".join(
        f'<table class="{css}" style="border-color:{colours.text}">{table}</table>'
        for table in tables
    )
    if body:
        st.html(f'<div class="{"cp-big" if big else ""}">{body}</div>')
    elif found.decision.reason != "no_intents":
        st.write("Nothing in it is known to any intent.")


def _words_table(explanation: Explanation) -> str:
    """What each word adds to the best two scores; those that add nothing in one line."""
    adding = [word for word in explanation.words if word.best or word.runner_up]
    adding.sort(key=lambda word: -max(abs(word.best), abs(word.runner_up)))
    silent = [word.word for word in explanation.words if not (word.best or word.runner_up)]
    rows = [(word.word, word.best, word.runner_up) for word in adding[:MOST_WORDS]]
    rest = adding[MOST_WORDS:]
    if rest:
        sums = (sum(word.best for word in rest), sum(word.runner_up for word in rest))
        rows.append((f"{len(rest)} more words", *sums))
    sides = 1 if explanation.runner_up is None else 2
    names = [explanation.best, explanation.runner_up][:sides]
    heads = "".join(f"<th>{as_html(name)}</th>" for name in names)
    body = "".join(
        f"<tr><td>{as_html(word)}</td>"
        + "".join(f"<td>{number(share)}</td>" for share in shares[:sides])
        + "</tr>"
        for word, *shares in rows
    )
    total = (explanation.score, explanation.runner_up_score)[:sides]
    sums_row = "".join(f"<td>{number(score)}</td>" for score in total)
    body += f'<tr class="cp-aim"><td>score</td>{sums_row}</tr>'
    if silent:
        words = as_html(", ".join(silent))
        body += f'<tr><td class="cp-muted" colspan="{sides + 1}">no part: {words}</td></tr>'
    return f"<tr><th>what each word adds</th>{heads}</tr>{body}"


def _bars(found: Live, shown: Shown, colours: Theme, width: int, big: bool) -> None:
    routing, decision = shown.routing, found.decision
    keywords = routing.scorer == "keywords"
    axis = "cosine to the intent's keywords" if keywords else AXES[routing.aggregate]
    st.plotly_chart(
        query_figure(
            list(decision.scores), list(decision.scores.values()), shown.gate.threshold,
            shown.gate.margin, decision.reason, colours, width, axis=axis, big=big,
        ),
        theme=None, width=width, config=CHART_CONFIG, key="query_bars",
    )  # fmt: skip


def _scatter(found: Live | None, shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The query among those held out; a click on one of them takes it."""
    part = shown.test
    top, gap = part.judged.top, part.judged.gap
    decision = None if found is None else found.decision
    query = None
    if decision is not None and decision.best_intent is not None:
        query = (decision.score, decision.gap)
    gate = (shown.gate.threshold, shown.gate.margin)
    above = scatter_gate_figure(top, colours, width, gate=gate, query=query, big=big)

    def clicked(key: str) -> None:
        rows = rows_selected(st.session_state[key], top, gap)
        if rows:
            take(part.queries[rows[0]].text)

    base = _held_out(part, shown.gate, colours.name, width, big)
    layered(base, above, "query_scatter", width, clicked)


@lru_cache(maxsize=16)
def _held_out(part: Part, gate: Gate, theme_name: str, width: int, big: bool) -> go.Figure:
    """The held-out queries; kept, for it stays the same while one types."""
    figure = scatter_base_figure(
        part.judged.top, part.judged.gap, part.judged.in_scope, theme(theme_name), width,
        outcome=outcomes_of(part.judged, gate),
        texts=[query.text for query in part.queries], big=big,
    )  # fmt: skip
    # One is clicked on here, none are drawn around.
    return figure.update_layout(dragmode=False)
