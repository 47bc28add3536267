"""The engine behind Context Playground: what gets into a language model's window, and why.

>>> from engine import ContextSection, assemble_context
>>> sections = [ContextSection("rules", "Be kind.", pinned=True), ContextSection("faq", "F" * 99)]
>>> assemble_context(sections, 20).dropped
('faq',)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.assembly import Assembly, Decision, assemble_context, budget_staircase
from engine.errors import (
    ContextOverflowError,
    PlacementError,
    ProbeError,
    QueryFileError,
    RouterConfigError,
    RunFileError,
    ScenarioError,
    TranscriptError,
)
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
from engine.routing import (
    GateSweep,
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
    load_queries,
    router_for,
    score_queries,
    sweep_gates,
    tune,
)
from engine.scenario import Scenario, assemble_scenario, dump_scenario, load_scenario
from engine.sections import ContextBudget, ContextSection, split_window
from engine.statistics import holm, mcnemar_exact, wilson_interval
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
    from engine.agent import AgentContext, build_agent_context
    from engine.compaction import (
        CompactedHistory,
        RungResult,
        TurnCounter,
        clear_tool_results,
        climb,
        compact_history,
        compress_telegraphic,
        middle_out,
        split_history,
    )
    from engine.memory import (
        MemoryContext,
        Policy,
        Snapshot,
        TieredMemory,
        fork,
        lifeline,
        replay,
    )
    from engine.models import (
        Completion,
        LocalServer,
        Model,
        ModelError,
        OpenAICompatibleModel,
        list_models,
        local_available,
        price_of,
    )
    from engine.probe import (
        KeyValueTask,
        NeedleTask,
        OwnTextTask,
        Plan,
        ProbeRun,
        ask,
        open_run,
        plan_for,
        record_run,
        run_probe,
    )

# Rooms that are entered when first asked for, so that `import engine` stays quick.
_ENTERED_LATER = {
    name: room
    for room, names in {
        "engine.agent": "AgentContext build_agent_context",
        "engine.compaction": "CompactedHistory RungResult TurnCounter clear_tool_results climb "
        "compact_history compress_telegraphic middle_out split_history",
        "engine.memory": "MemoryContext Policy Snapshot TieredMemory fork lifeline replay",
        "engine.probe": "KeyValueTask NeedleTask OwnTextTask Plan ProbeRun ask open_run plan_for "
        "record_run run_probe",
        "engine.models": "Completion LocalServer Model ModelError OpenAICompatibleModel "
        "list_models local_available price_of",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:
    if name not in _ENTERED_LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ENTERED_LATER[name]), name)


__all__ = [
    "ORDERINGS",
    "AgentContext",
    "Assembly",
    "CompactedHistory",
    "Completion",
    "ContextBudget",
    "ContextOverflowError",
    "ContextSection",
    "Decision",
    "GateSweep",
    "Intent",
    "IntentRouter",
    "KeyValueTask",
    "LabelledQuery",
    "LocalServer",
    "MemoryContext",
    "Model",
    "ModelError",
    "NeedleTask",
    "OpenAICompatibleModel",
    "OwnTextTask",
    "PlacementError",
    "Plan",
    "Policy",
    "PositionCurve",
    "ProbeError",
    "ProbeRun",
    "QueryFileError",
    "QuerySet",
    "RouteDecision",
    "RouterConfigError",
    "Rule",
    "RunFileError",
    "RungResult",
    "Scenario",
    "ScenarioError",
    "Snapshot",
    "TieredMemory",
    "Tokenizer",
    "Transcript",
    "TranscriptError",
    "Turn",
    "TurnCounter",
    "ask",
    "assemble_context",
    "assemble_scenario",
    "attention_flattening",
    "bag_of_words",
    "budget_staircase",
    "build_agent_context",
    "clear_tool_results",
    "climb",
    "compact_history",
    "compare_orders",
    "compress_telegraphic",
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
    "fork",
    "get_tokenizer",
    "holm",
    "judge",
    "label_section",
    "lifeline",
    "list_models",
    "load_curves",
    "load_own_curve",
    "load_queries",
    "load_scenario",
    "load_transcript",
    "local_available",
    "mcnemar_exact",
    "middle_out",
    "open_run",
    "order_for_pipeline",
    "order_for_recall",
    "plan_for",
    "price_of",
    "record_run",
    "render_labelled",
    "replay",
    "router_for",
    "run_probe",
    "score_queries",
    "sections_from_transcript",
    "split_history",
    "split_window",
    "sweep_gates",
    "to_anthropic_request",
    "to_openai_messages",
    "truncate_to_tokens",
    "tune",
    "watermark_zone",
    "weakest_recall",
    "wilson_interval",
]
