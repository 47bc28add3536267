"""What would a model read if this were asked at this turn, of memory, route and scenario?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from engine import ContextOverflowError, Scenario
from engine.agent import AgentContext, build_agent_context
from engine.memory import MemoryStore, Ranked, Weights
from engine.memory.at_turn import FACTS, MemoryAt, turns_that_left
from engine.memory.conversation import asks
from engine.memory.traces import Trace
from engine.rendering import label_section
from engine.routing import IntentRouter
from ui import state
from ui.memory.kept import Kept, Same
from ui.memory.shown import Shown
from ui.memory.talks import shipped_facts
from ui.route.scores import router_of
from ui.route.sets import open_set

TEXT, OF = "ask_text", "ask_of"
WEIGHTS, SOURCE, WITH_SCENARIO = "ask_weights", "ask_source", "ask_with_scenario"
KEPT, LEFT = "what the run kept", "all turns that left"
MOST_EXAMPLES = 8
GATHERED = "What was gathered for:"  # begins the description of a turn that became a scenario
PARTS = ("recency", "importance", "relevance")

_left, _contexts = Kept(32), Kept(32)


@dataclass(frozen=True, eq=False)
class Asked:
    """One question at one turn: the memory it is put to, all facts ranked, the turn it makes.

    `context` is None where the pinned sections do not fit; `problem` says so.
    """

    query: str
    memory: MemoryAt
    ranked: list[Ranked]
    scenario: Scenario
    router: IntentRouter
    context: AgentContext | None
    problem: str = ""

    @property
    def recalled(self) -> set[str]:
        """The ids of the facts that take part: of the best those that share words with it."""
        return {ranked.memory.id for ranked in self.ranked[:FACTS] if ranked.cosine > 0}


def asked(shown: Shown) -> Asked:
    """The question that is put now, with all that follows from it."""
    scenario = state.session().scenario
    if not with_scenario(scenario):
        scenario = replace(scenario, sections=())
    query, weights, source = question(shown), weights_now(), source_now(shown)
    routing = scenario.routing
    router = router_of(open_set(), routing.scorer, routing.aggregate)
    key = (Same(shown.run), shown.at, query, weights, source, scenario, Same(router))

    def find() -> Asked:
        store = None if source == KEPT else _turns_that_left(shown)
        memory = MemoryAt(shown.snapshot, weights, store)
        gated = router.with_gates(routing.threshold, routing.margin)
        context, problem = None, ""
        try:
            context = build_agent_context(
                query, gated, memory, scenario.sections, scenario.budget, scenario.tokenizer,
                order=scenario.order,
                wrap=label_section if scenario.rendering == "labelled" else None,
                tier_limits=scenario.tiers.limits(scenario.usable),
                fill_limit=scenario.fill_tokens,
            )  # fmt: skip
        except ContextOverflowError as error:
            problem = str(error)
        return Asked(query, memory, memory.ranked(query), scenario, gated, context, problem)

    found: Asked = _contexts.get(key, find)
    return found


def question(shown: Shown) -> str:
    """What is asked: what was typed, else an example that belongs to this conversation."""
    before = st.session_state.get(OF)
    if before != shown.talk.name:
        st.session_state[OF] = shown.talk.name
        if before is not None:  # at first it is what the draft holds
            st.session_state[TEXT] = ""
    typed = str(st.session_state.setdefault(TEXT, "")).strip()
    found = [typed] if typed else [text for _, text in examples(shown)]
    return found[0] if found else "What did we agree on?"


def examples(shown: Shown) -> list[tuple[str, str]]:
    """(why, question): of the fact that is searched for, of others, and what users said last."""
    facts = shipped_facts().get(shown.talk.base or "", [])
    facts = sorted(facts, key=lambda fact: fact["phrase"] != shown.phrase)
    found = [(str(fact["phrase"]), str(fact["question"])) for fact in facts]
    turns = shown.conversation.turns
    said = [index for index in shown.conversation.asked if index <= shown.at and asks(turns[index])]
    found += [(f"turn {index + 1}", turns[index].text) for index in reversed(said[-2:])]
    return found[:MOST_EXAMPLES]


def weights_now() -> Weights:
    """How much each part of a score counts."""
    found: Weights = st.session_state.setdefault(WEIGHTS, Weights())
    return found


def source_now(shown: Shown) -> str:
    """Where facts are recalled from; what the run kept where it kept anything."""
    chosen = st.session_state.get(SOURCE)
    return chosen or (KEPT if shown.snapshot.store.current else LEFT)


def with_scenario(scenario: Scenario) -> bool:
    """Whether the scenario's sections are gathered too; those of a turn are not gathered again."""
    return bool(st.session_state.get(WITH_SCENARIO, False)) and not is_turn(scenario)


def is_turn(scenario: Scenario) -> bool:
    """Whether the scenario was itself gathered by a turn."""
    return scenario.description.startswith(GATHERED)


def read_facts(shown: Shown, context: AgentContext) -> list[tuple[str, str | None]]:
    """Of each fact that was said by now, the section in which the model reads it, if in any."""
    found = []
    for phrase, line in shown.lines.items():
        if line.states[shown.at] is not None:
            trace = Trace.of(phrase)
            names = (s.name for s in context.assembly.sections if trace.said_in(s.text))
            found.append((phrase, next(names, None)))
    return found


def as_scenario(shown: Shown, found: Asked) -> Scenario:
    """What was gathered as a scenario of its own: it assembles to the same."""
    assert found.context is not None
    return replace(
        found.scenario,
        title=f"{shown.talk.name}, turn {shown.at + 1}",
        description=f"{GATHERED} {found.query}",
        sections=found.context.gathered,
        placement=replace(found.scenario.placement, must_find=()),
    )


def _turns_that_left(shown: Shown) -> MemoryStore:
    """The store at this turn, its texts embedded once for the whole conversation."""
    vectors = _left.get(Same(shown.talk.turns), dict)
    return replace(turns_that_left(shown.snapshot), vectors=vectors)
