"""Which order would suit this scenario?

>>> from engine.sections import ContextBudget, ContextSection
>>> from engine.scenario.model import Placement
>>> sections = tuple(ContextSection(f"doc {n}", "x" * 400, priority=-n, kind="evidence")
...                  for n in (2, 3, 1, 4, 5))
>>> scenario = Scenario(sections=sections, budget=ContextBudget(900), tokenizer="chars/4",
...                     placement=Placement((("doc 1", 1),)))
>>> [(score.name, round(100 * score.recall.expected, 1)) for score in scenario_orders(scenario)]
[('by_priority', 67.0), ('edges_first', 67.0), ('langchain_reorder', 67.0), \
('best_last', 60.2), ('as_given', 54.2), ('best_in_the_middle', 54.2)]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engine.placement import (
    ORDERINGS,
    OrderScore,
    PositionCurve,
    Recall,
    find_curve,
    order_for_pipeline,
    recall_of,
    score_orders,
)
from engine.scenario.model import Scenario
from engine.scenario.run import assemble_scenario, limits_at, pool_of
from engine.sections import ContextSection


def scenario_recall(scenario: Scenario, curve: PositionCurve | None = None) -> Recall:
    """How often the must-find sections are found in what the scenario sends, as it is ordered.

    On the scenario's own curve unless another is given, such as one read from a user's
    file. Raises `ContextOverflowError` where nothing is sent, `ValueError` where nothing is
    marked as must-find.
    """
    curve = find_curve(scenario.placement.curve) if curve is None else curve
    sent = assemble_scenario(scenario).sections
    return recall_of(sent, curve, scenario.placement.weights, scenario.tokenizer)


def scenario_orders(
    scenario: Scenario, curve: PositionCurve | None = None
) -> tuple[OrderScore, ...]:
    """Every ordering on what this scenario sends in it, best expected recall first.

    The scores are of the sections as they are sent: what was left out counts 0, what was
    trimmed is as long as what is left of it. Raises as `scenario_recall` does.
    """
    curve = find_curve(scenario.placement.curve) if curve is None else curve
    sent = sent_in_orders(scenario)
    return score_orders(sent, curve, scenario.placement.weights, scenario.tokenizer)


@lru_cache(maxsize=32)
def sent_in_orders(scenario: Scenario) -> Mapping[str, tuple[ContextSection, ...]]:
    """What this scenario sends in each ordering, as `assemble_scenario` would, in that order.

    An order decides where a section stands; only where joining might add tokens may it have
    a say in what is sent, and then each order is assembled by itself. Raises
    `ContextOverflowError` where nothing is sent.
    """
    given = replace(scenario, order="as_given")
    pool = pool_of(given)
    settled = pool.settle(limits_at(given, given.usable))
    if not pool.joined_no_larger(settled):
        return {name: assemble_scenario(replace(given, order=name)).sections for name in ORDERINGS}
    sent = {section.name: section for section in pool.placed_sections(settled)}
    return {
        name: tuple(
            sent[section.name]
            for section in order_for_pipeline(given.sections, name)
            if section.name in sent
        )
        for name in ORDERINGS
    }
