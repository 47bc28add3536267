"""What does a model read for one query: route → gather → order → assemble?

>>> from engine.memory import TieredMemory
>>> from engine.routing.router import IntentRouter
>>> router = IntentRouter()
>>> router.register("billing", ["refund", "charge", "invoice"])
>>> memory = TieredMemory(8)
>>> memory.add_turn("user", "My order is A-1."); memory.remember("Refunds go to the card.")
>>> sections = [ContextSection("rules", "Be brief.", 9, pinned=True, kind="instructions"),
...             ContextSection("policy", "A refund takes 5 days.", 5, kind="evidence")]
>>> context = build_agent_context("Where is my refund?", router, memory, sections, 60)
>>> context.route.intent, [section.name for section in context.assembly.sections]
('billing', ['rules', 'policy', 'turn 1 user', 'query'])
>>> for step in context.trace:
...     print(step.stage, "|", step.sentence)
route | billing: score 0.29, match
gather | 2 sections of the scenario, 1 of memory, the query
order | edges_first
assemble | 4 in, 0 cut, 0 left out: 18 of 60 tokens
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.assembly import Assembly, assemble_context
from engine.assembly.pool import Wrap
from engine.memory import MemoryContext
from engine.placement import order_for_pipeline
from engine.routing.router import IntentRouter, RouteDecision
from engine.sections import ContextBudget, ContextSection
from engine.tokens import Tokenizer

QUERY = "query"
FACTS = 3


@dataclass(frozen=True)
class TraceStep:
    """One stage of a turn: what it did in a sentence, and the names of the sections after it."""

    stage: str
    sentence: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class AgentContext:
    """Where the query went, what is sent, and how it came to that.

    `gathered` are the candidates, before any order.
    """

    route: RouteDecision
    assembly: Assembly
    trace: tuple[TraceStep, ...]
    gathered: tuple[ContextSection, ...]


class Remembers(Protocol):
    """A memory to ask: one to talk to (`TieredMemory`), or a run's at a turn (`MemoryAt`)."""

    def context(self, query: str, k: int) -> MemoryContext:
        """What it gives for a query, of the facts the best `k` at most."""
        ...


def build_agent_context(
    query: str,
    router: IntentRouter,
    memory: Remembers,
    sections: Sequence[ContextSection],
    budget: int | ContextBudget,
    tokenizer: str | Tokenizer = "chars/4",
    *,
    recipes: Mapping[str, Sequence[str]] | None = None,
    order: str = "edges_first",
    facts: int = FACTS,
    wrap: Wrap | None = None,
    tier_limits: Mapping[str, int] | None = None,
    fill_limit: int | None = None,
) -> AgentContext:
    """One turn from the query to what is sent.

    * route: the router's decision. Where `recipes` name sections for the intent, only those and
      the pinned ones take part; on a fallback, or without a recipe, all do.
    * gather: the scenario's sections, then the memory's summary, the `facts` best facts and the
      recent turns, and the query last, pinned, as the task in the place of the scenario's own.
      A last turn that is the query itself is not sent twice. Where a name stands twice, the
      memory's gets a number.
    * order and assemble: `order_for_pipeline`, `assemble_context`.

    Neither memory nor sections are changed. Raises what the rooms raise: `ContextOverflowError`
    where the pinned sections do not fit, `ValueError` for a limit or an order that is wrong.
    """
    route = router.route(query)
    recipe = (recipes or {}).get(route.intent or "")
    scenario = [
        section
        for section in sections
        if section.kind != "task" and (recipe is None or section.pinned or section.name in recipe)
    ]
    task = ContextSection(QUERY, query, pinned=True, kind="task", source="user")
    recalled = memory.context(query, facts)
    if recalled.turns and (recalled.turns[-1].role, recalled.turns[-1].text) == ("user", query):
        recalled = replace(recalled, turns=recalled.turns[:-1])
    candidates = _differing([task, *scenario], recalled.as_sections())
    gathered = [*scenario, *candidates, task]
    assembly = assemble_context(
        gathered,
        budget,
        tokenizer,
        wrap=wrap,
        arrange=lambda placed: order_for_pipeline(placed, order),
        tier_limits=tier_limits,
        fill_limit=fill_limit,
    )
    parts = f"{len(scenario)} sections of the scenario, {len(candidates)} of memory, the query"
    placed = (len(assembly.included), len(assembly.truncated), len(assembly.dropped))
    trace = (
        TraceStep("route", _route_sentence(route)),
        TraceStep("gather", parts, tuple(section.name for section in gathered)),
        TraceStep("order", order, tuple(s.name for s in order_for_pipeline(gathered, order))),
        TraceStep(
            "assemble",
            "{} in, {} cut, {} left out: ".format(*placed)
            + f"{assembly.token_count:,} of {assembly.budget:,} tokens",
            tuple(section.name for section in assembly.sections),
        ),
    )
    return AgentContext(route, assembly, trace, tuple(gathered))


def _route_sentence(route: RouteDecision) -> str:
    if route.intent is not None:
        return f"{route.intent}: score {route.score:.2f}, {route.reason}"
    would = f", would have been {route.best_intent}" if route.best_intent else ""
    return f"no intent{would}: score {route.score:.2f}, {route.reason}"


def _differing(
    taken: Sequence[ContextSection], added: Sequence[ContextSection]
) -> list[ContextSection]:
    """The added sections under names that no other has."""
    names = {section.name for section in taken}
    done = []
    for section in added:
        name, copy = section.name, 1
        while name in names:
            copy += 1
            name = f"{section.name} ({copy})"
        names.add(name)
        done.append(replace(section, name=name))
    return done
