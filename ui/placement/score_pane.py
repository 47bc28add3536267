"""What does an order cost: the scores of A and B, of all orders, and what must be found?"""

from __future__ import annotations

import streamlit as st

from engine import Scenario
from engine.placement import Recall
from engine.placement.pipeline import may_move
from engine.scenario.edits import set_must_find, set_order
from ui import state
from ui.bound import bound
from ui.charts.canvas import CHART_CONFIG
from ui.charts.placement_orders import clicked_order, order_words, orders_figure
from ui.palette import Theme
from ui.placement.notes import between, level, listed, longer, verdict
from ui.placement.shown import Shown
from ui.text import as_html

MOST_NAMED = 4
WEIGHTS = (0.1, 100.0)


def score_pane(scenario: Scenario, shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """Scores, one primary button, the dot plot of all orders, the must-find pills."""
    if shown.effect is None:
        st.write("**Which section holds the fact?** Mark it below, and the orders are scored.")
    else:
        st.html(_table(shown, scenario.order, colours, big))
        with st.container(horizontal=True):
            st.button(
                f"Use order B: {order_words(shown.b)}",
                type="primary" if _gains(shown) else "secondary",
                disabled=scenario.order == shown.b,
                on_click=state.attempt,
                args=(lambda now: set_order(now, shown.b),),
                help="The scenario is then sent in this order, on every page.",
            )
            st.button("Swap A, B", on_click=_swap)
        cut = [name for name in scenario.placement.weights if name in shown.cut]
        if cut:
            names = listed(cut, MOST_NAMED)
            st.text(f"Cut on the way: {names}. Whether the fact survived is not known.")
        if not shown.effect.matters:
            st.write(shown.effect.statement)
        st.plotly_chart(
            orders_figure(shown.scores, shown.a, shown.b, colours, width, big, curve=shown.curve),
            theme=None,
            width=width,
            config=CHART_CONFIG,
            key="orders",
            on_select=_choose_b,
            selection_mode="points",
        )
        with st.expander("All orders as a table"):
            st.html(_all_orders(shown, colours))
    _must_find(scenario, shown)
    tokens = sum(block.tokens for block in shown.strips[0])
    notes = filter(None, [verdict(shown.curve), level(shown.overlays), longer(shown.curve, tokens)])
    st.html(f'<div class="cp-note cp-muted">{"<br>".join(map(as_html, notes))}</div>')


def _gains(shown: Shown) -> bool:
    """Whether order B is worth using."""
    a, b = shown.score(shown.a), shown.score(shown.b)
    assert shown.effect is not None
    assert a is not None
    assert b is not None
    return shown.effect.matters and _points(b.recall.expected) > _points(a.recall.expected)


def _points(share: float) -> float:
    """A share of 1 in percent as it is shown, so that what is shown adds up."""
    return round(100 * share, 1)


def _table(shown: Shown, sent: str, colours: Theme, big: bool) -> str:
    """The scores as HTML; it holds figures and our own names of orders only.

    `sent` is the order that the scenario is sent in.
    """
    a, b = shown.score(shown.a), shown.score(shown.b)
    assert a is not None
    assert b is not None
    rows = [
        ("expected recall", a.recall.expected, b.recall.expected, "", "cp-percent"),
        ("weakest fact", a.recall.weakest, b.recall.weakest, "", ""),
    ]
    if a.recall.lift is not None and b.recall.lift is not None:
        rows.append(("lift *", a.recall.lift, b.recall.lift, " %", ""))
    body = "".join(
        f"<tr><td>{label}</td><td>{_points(x):.1f}{unit}</td>"
        f'<td class="{css}"><b>{_points(y):.1f}{unit}</b></td>'
        f"<td><b>{_change(_points(y) - _points(x))}</b></td></tr>"
        for label, x, y, unit, css in rows
    ).replace(">-", ">−")
    note = "* 0 = closed book, 100 = only the right passage. " if len(rows) == 3 else ""
    note += between(shown.curve)
    return (
        f'<div class="{"cp-big" if big else ""}"><table class="cp-table" '
        f'style="border-color:{colours.text}"><tr><th>★ facts, %</th>'
        f"<th>A<br><small>{order_words(shown.a)}</small></th>"
        f"<th>B<br><small>{order_words(shown.b)}</small></th><th>B − A<br>"
        f"<small>points</small></th></tr>{body}</table>"
        f'<span class="cp-note cp-muted">{note}<br>Sent now: <b>{order_words(sent)}</b>'
        "</span></div>"
    )


def _all_orders(shown: Shown, colours: Theme) -> str:
    """Every order's scores as HTML; it holds figures and our own names of orders only."""
    head = "".join(f"<th>{word}</th>" for word in ("order", "expected", "weakest", "lift"))
    rows = "".join(
        f"<tr><td>{order_words(score.name)}</td><td>{_points(score.recall.expected):.1f} %</td>"
        f"<td>{_points(score.recall.weakest):.1f} %</td><td>{_lift(score.recall)}</td></tr>"
        for score in shown.scores
    )
    style = f'class="cp-table cp-dense" style="border-color:{colours.text}"'
    return f"<table {style}><tr>{head}</tr>{rows}</table>"


def _lift(recall: Recall) -> str:
    if recall.lift is None:
        return "not known"
    return f"{_points(recall.lift):.1f} %".replace("-", "−")


def _change(points: float) -> str:
    if round(points, 1) == 0:
        return "0.0"
    return f"▲ +{points:.1f}" if points > 0 else f"▼ −{-points:.1f}"


def _swap() -> None:
    a, b = st.session_state["order_a"], st.session_state["order_b"]
    st.session_state["order_a"], st.session_state["order_b"] = b, a


def _choose_b() -> None:
    order = clicked_order(st.session_state["orders"])
    if order is not None:
        st.session_state["order_b"] = order


def _must_find(scenario: Scenario, shown: Shown) -> None:
    marked = scenario.placement.weights
    sent = {block.name for block in shown.strips[0]}
    # What is sent, those that may move first; of the others only what was marked already.
    here = [s for s in scenario.sections if s.name in sent or s.name in marked]
    names = [section.name for section in sorted(here, key=lambda s: not may_move(s))]
    rows = {section.name: number for number, section in enumerate(scenario.sections, 1)}

    def mark(chosen: list[str]) -> None:
        weights = {name: marked.get(name, 1) for name in chosen}
        state.attempt(lambda now: set_must_find(now, weights))

    bound(
        st.multiselect,
        "★ Must find: the answer needs these",
        [name for name in names if name in marked],
        mark,
        "must find",
        face=[rows[name] for name in names if name in marked],
        options=names,
        format_func=lambda name: f"{rows[name]} {name}",
    )
    if len(marked) > 1:
        with st.popover("Weights"):
            for name, weight in marked.items():
                _weight(name, weight, marked)


def _weight(name: str, weight: float, marked: dict[str, float]) -> None:
    low, high = WEIGHTS

    def write(new: float) -> None:
        # Refused here and not by the browser, which would go on showing it.
        if low <= new <= high:
            state.attempt(lambda now: set_must_find(now, {**marked, name: new}))
        else:
            words = f"A weight lies from {low:g} to {high:g}; {new:g} was entered."
            state.refuse("The weight was not changed.", words)

    st.text(name)
    bound(
        st.number_input,
        f"Weight, {low:g} to {high:g}",
        float(weight),
        write,
        f"weight of {name}",
        step=0.5,
    )
