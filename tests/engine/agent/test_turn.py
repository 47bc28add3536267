"""Is one turn what its rooms make of it, in their order?"""

from __future__ import annotations

import pytest

from engine import ContextOverflowError, ContextSection, assemble_context
from engine.agent import build_agent_context
from engine.memory import TieredMemory
from engine.routing.router import IntentRouter

SECTIONS = (
    ContextSection("rules", "Be brief.", 9, pinned=True, kind="instructions"),
    ContextSection("policy", "A refund takes 5 days.", 5, kind="evidence"),
    ContextSection("prices", "The red lamp costs 30 euros.", 4, kind="evidence"),
    ContextSection("turn 2 user", "An example question", 1, kind="other"),
    ContextSection("question", "the scenario's own", 9, pinned=True, kind="task"),
)


@pytest.fixture
def router():
    router = IntentRouter()
    router.register("billing", ["refund", "charge", "invoice"])
    router.register("prices", ["price", "cost"])
    return router


@pytest.fixture
def memory():
    memory = TieredMemory(2, summarizer=lambda turns: "Bought a lamp.")
    for text in ("I bought a lamp.", "It came broken.", "Hello?"):
        memory.add_turn("user", text)
    memory.remember("Refunds go to the card, a refund never in cash.")
    return memory


def test_the_query_is_the_task_and_comes_last(router, memory):
    context = build_agent_context("Where is my refund?", router, memory, SECTIONS, 200)
    assert context.route.intent == "billing"
    names = [section.name for section in context.assembly.sections]
    assert (names[0], names[-1]) == ("rules", "query")
    assert "question" not in names
    assert {"summary", "memory m1", "turn 3 user", "turn 2 user (2)"} <= set(names)
    assert [step.stage for step in context.trace] == ["route", "gather", "order", "assemble"]
    assert context.trace[-1].names == tuple(names)


def test_it_is_assembled_as_the_rooms_assemble(router, memory):
    context = build_agent_context("refund?", router, memory, SECTIONS, 30, order="as_given")
    task = ContextSection("query", "refund?", pinned=True, kind="task", source="user")
    by_name = {section.name: section for section in (*SECTIONS, task)}
    gathered = context.trace[1].names
    assert set(context.assembly.included) | set(context.assembly.dropped) | set(
        context.assembly.truncated
    ) == set(gathered)
    again = assemble_context([by_name[n] for n in gathered if n in by_name], 30)
    assert context.assembly.token_count <= 30
    assert again.sections[-1] == context.assembly.sections[-1] == task


def test_a_recipe_says_what_an_intent_needs(router, memory):
    recipes = {"billing": ["policy"]}
    context = build_agent_context("refund", router, memory, SECTIONS, 200, recipes=recipes)
    assert "prices" not in context.trace[1].names
    fallback = build_agent_context("weather", router, memory, SECTIONS, 200, recipes=recipes)
    assert fallback.route.intent is None
    assert {"policy", "prices"} <= set(fallback.trace[1].names)
    assert fallback.trace[0].sentence.startswith("no intent, would have been billing")


def test_a_query_that_is_the_last_turn_is_sent_once(router, memory):
    context = build_agent_context("Hello?", router, memory, SECTIONS, 200)
    assert context.assembly.text.count("Hello?") == 1


def test_nothing_is_changed(router, memory):
    before = memory.turns, memory.summary, memory.store
    build_agent_context("refund", router, memory, SECTIONS, 200)
    assert (memory.turns, memory.summary, memory.store) == before


def test_pinned_sections_that_do_not_fit_raise(router, memory):
    with pytest.raises(ContextOverflowError, match="query"):
        build_agent_context("refund " * 20, router, memory, SECTIONS, 20)
