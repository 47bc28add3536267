"""The engine behind Context Playground: what gets into a language model's window, and why.

>>> from engine import ContextSection, assemble_context
>>> sections = [ContextSection("rules", "Be kind.", pinned=True), ContextSection("faq", "F" * 99)]
>>> assemble_context(sections, 20).dropped
('faq',)
"""

from engine.assembly import Assembly, Decision, assemble_context, budget_staircase
from engine.errors import ContextOverflowError, ScenarioError, TranscriptError
from engine.rendering import (
    count_openai_messages,
    label_section,
    render_labelled,
    to_anthropic_request,
    to_openai_messages,
)
from engine.scenario import Scenario, assemble_scenario, dump_scenario, load_scenario
from engine.sections import ContextBudget, ContextSection, split_window
from engine.tokens import Tokenizer, count_tokens, get_tokenizer, truncate_to_tokens
from engine.transcripts import Transcript, Turn, load_transcript, sections_from_transcript
from engine.watermarks import watermark_zone

__all__ = [
    "Assembly",
    "ContextBudget",
    "ContextOverflowError",
    "ContextSection",
    "Decision",
    "Scenario",
    "ScenarioError",
    "Tokenizer",
    "Transcript",
    "TranscriptError",
    "Turn",
    "assemble_context",
    "assemble_scenario",
    "budget_staircase",
    "count_openai_messages",
    "count_tokens",
    "dump_scenario",
    "get_tokenizer",
    "label_section",
    "load_scenario",
    "load_transcript",
    "render_labelled",
    "sections_from_transcript",
    "split_window",
    "to_anthropic_request",
    "to_openai_messages",
    "truncate_to_tokens",
    "watermark_zone",
]
