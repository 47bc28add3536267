"""What does the Placement page show: which curve, which two orders, and what they score?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import streamlit as st

from engine import ContextOverflowError, Scenario
from engine.placement import (
    DEFAULT_CURVE,
    DEFAULT_OVERLAYS,
    ORDERINGS,
    OrderEffect,
    OrderScore,
    PositionCurve,
    find_curve,
    order_effect,
)
from engine.placement.recall import normalised, spans_on_curve
from engine.scenario.orders import scenario_orders, sent_in_orders
from ui import state
from ui.charts.placement_curve import PlacedBlock

OWN = "own"
USUAL = "edges_first"

# What the view of all curves shows at first: the default one, its other lengths, a later model.
DEFAULT_VIEW_CURVES = (DEFAULT_CURVE, *DEFAULT_OVERLAYS)


@dataclass(frozen=True)
class Shown:
    """The curve with its overlays, the orders A and B, and every order's score, best first.

    `scores` is empty and `effect` None while nothing is marked as must-find. `cut` names
    what is sent shortened.
    """

    curve: PositionCurve
    overlays: tuple[PositionCurve, ...]
    a: str
    b: str
    scores: tuple[OrderScore, ...]
    effect: OrderEffect | None
    strips: tuple[tuple[PlacedBlock, ...], tuple[PlacedBlock, ...]]
    cut: frozenset[str]

    def score(self, order: str) -> OrderScore | None:
        """The score of one order, if anything must be found."""
        return next((score for score in self.scores if score.name == order), None)


def own_curve() -> PositionCurve | None:
    """The curve this visitor measured or uploaded, if any."""
    return state.session().curve


def curve_by_id(name: str) -> PositionCurve:
    """A shipped curve, or the visitor's own; the default one where that is gone."""
    own = own_curve()
    if name == OWN:
        return own if own is not None else find_curve(DEFAULT_CURVE)
    return find_curve(name)


def chosen_curve(scenario: Scenario) -> PositionCurve:
    """The curve under which the strips are drawn: the visitor's own, or the scenario's."""
    own = own_curve()
    if own is not None and own.label == scenario.placement.own_curve:
        return own
    return find_curve(scenario.placement.curve)


def chosen_overlays() -> tuple[PositionCurve, ...]:
    """The curves that are laid over it."""
    if "overlays_next" in st.session_state:
        # A field may only be set before it is drawn: what was read meanwhile joins it here.
        st.session_state["overlays"] = st.session_state.pop("overlays_next")
    ids = st.session_state.setdefault("overlays", list(DEFAULT_OVERLAYS))
    known = [name for name in ids if name != OWN or own_curve() is not None]
    return tuple(curve_by_id(name) for name in known)


class Orders(NamedTuple):
    """The two orders that are compared, by name."""

    a: str
    b: str


def usual_orders(scenario: Scenario) -> Orders:
    """What one compares at first: the order that is sent with the one that comes out best.

    Where the best one is sent already, the one as given stands beside it.
    """
    scores = orders_of(scenario, chosen_curve(scenario))
    names = [s.name for s in scores if s.recall.expected > scores[0].recall.expected - 1e-9]
    # Of several that score best, the one that is named after what it does.
    best = names[0] if names and USUAL not in names else USUAL
    return Orders(scenario.order if scenario.order != best else "as_given", best)


def chosen_orders(scenario: Scenario) -> Orders:
    """Orders A and B; they begin anew when another scenario was opened."""
    opened, known = (state.session().base, scenario.title), st.session_state.get("orders_of")
    if opened != known or "order_a" not in st.session_state:
        usual = usual_orders(scenario)
        st.session_state["orders_of"] = opened
        for key, order in zip(("order_a", "order_b"), usual, strict=True):
            # Those that the address named stand there before any scenario is known.
            if known is not None or key not in st.session_state:
                st.session_state[key] = order
    return Orders(st.session_state["order_a"], st.session_state["order_b"])


def look(scenario: Scenario) -> Shown | None:
    """All that the page shows of a scenario; None where nothing is sent."""
    try:
        sent = sent_in_orders(scenario)[scenario.order]
    except ContextOverflowError:
        return None
    curve = chosen_curve(scenario)
    overlays = tuple(one for one in chosen_overlays() if one.id != curve.id)
    a, b = chosen_orders(scenario)
    scores = orders_of(scenario, curve)
    strips = (blocks_of(scenario, curve, a), blocks_of(scenario, curve, b))
    effect = order_effect(scores, curve) if scores else None
    whole = {section.name: section.text for section in scenario.sections}
    cut = frozenset(section.name for section in sent if section.text != whole[section.name])
    return Shown(curve, overlays, a, b, scores, effect, strips, cut)


@lru_cache(maxsize=64)
def orders_of(scenario: Scenario, curve: PositionCurve) -> tuple[OrderScore, ...]:
    """Every order's score on a curve, best first; none while nothing is marked."""
    return scenario_orders(scenario, curve) if scenario.placement.must_find else ()


@lru_cache(maxsize=128)
def blocks_of(scenario: Scenario, curve: PositionCurve, order: str) -> tuple[PlacedBlock, ...]:
    """What is sent in one order, as blocks on the curve."""
    sections = sent_in_orders(scenario)[order]
    weights = scenario.placement.weights
    shares = normalised(weights) if weights else {}
    rows = {section.name: number for number, section in enumerate(scenario.sections, 1)}
    kinds = {section.name: section.kind for section in scenario.sections}
    return tuple(
        PlacedBlock(
            span.name,
            kinds[span.name],
            span.tokens,
            rows[span.name],
            shares.get(span.name, 0.0),
            span.accuracy,
        )
        for span in spans_on_curve(sections, curve, scenario.tokenizer)
    )


ORDER_NAMES = tuple(ORDERINGS)
