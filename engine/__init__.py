"""The engine behind Context Playground: what gets into a language model's window, and why.

>>> from engine import ContextSection, assemble_context
>>> sections = [ContextSection("rules", "Be kind.", pinned=True), ContextSection("faq", "F" * 99)]
>>> assemble_context(sections, 20).dropped
('faq',)
"""

from typing import TYPE_CHECKING, Any

from engine.assembly import Assembly, Decision, assemble_context, budget_staircase
from engine.errors import ContextOverflowError, PlacementError, ScenarioError, TranscriptError
from engine.placement import (
    ORDERINGS,
    PositionCurve,
    attention_flattening,
    compare_orders,
    effective_window,
    expected_recall,
    find_curve,
    load_curves,
    load_own_curve,
    order_for_pipeline,
    order_for_recall,
    weakest_recall,
)
from engine.rendering import (
    count_openai_messages,
    label_section,
    render_labelled,
    to_anthropic_request,
    to_openai_messages,
)
from engine.scenario import Scenario, assemble_scenario, dump_scenario, load_scenario
from engine.sections import ContextBudget, ContextSection, split_window
from engine.statistics import wilson_interval
from engine.tokens import Tokenizer, count_tokens, get_tokenizer, truncate_to_tokens
from engine.transcripts import (
    Transcript,
    Turn,
    dump_transcript,
    load_transcript,
    sections_from_transcript,
)
from engine.watermarks import watermark_zone

if TYPE_CHECKING:
    from engine.routing import (
        Intent,
        IntentRouter,
        LabelledQuery,
        QuerySet,
        RouteDecision,
        Rule,
        bag_of_words,
        cosine_dense,
        cosine_sparse,
        embed,
        explain,
        judge,
        router_for,
        score_queries,
    )

__all__ = [
    "ORDERINGS",
    "Assembly",
    "ContextBudget",
    "ContextOverflowError",
    "ContextSection",
    "Decision",
    "Intent",
    "IntentRouter",
    "LabelledQuery",
    "PlacementError",
    "PositionCurve",
    "QuerySet",
    "RouteDecision",
    "Rule",
    "Scenario",
    "ScenarioError",
    "Tokenizer",
    "Transcript",
    "TranscriptError",
    "Turn",
    "assemble_context",
    "assemble_scenario",
    "attention_flattening",
    "bag_of_words",
    "budget_staircase",
    "compare_orders",
    "cosine_dense",
    "cosine_sparse",
    "count_openai_messages",
    "count_tokens",
    "dump_scenario",
    "dump_transcript",
    "effective_window",
    "embed",
    "expected_recall",
    "explain",
    "find_curve",
    "get_tokenizer",
    "judge",
    "label_section",
    "load_curves",
    "load_own_curve",
    "load_scenario",
    "load_transcript",
    "order_for_pipeline",
    "order_for_recall",
    "render_labelled",
    "router_for",
    "score_queries",
    "sections_from_transcript",
    "split_window",
    "to_anthropic_request",
    "to_openai_messages",
    "truncate_to_tokens",
    "watermark_zone",
    "weakest_recall",
    "wilson_interval",
]


def __getattr__(name: str) -> Any:
    """What routes comes in at its first use: it needs numpy, and the rest does not."""
    if name in __all__:
        from engine import routing

        return getattr(routing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
