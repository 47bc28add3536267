"""How does Anthropic's messages interface write a conversation down?

As `{system, messages, tools}`, as the bare list of messages, as JSON lines of either, and
as a response: one message. A content is a list of blocks; calls are blocks of it, results
stand in the next user message, those of the provider's own tools in the assistant's.

>>> from engine.transcripts.document import from_value
>>> document = from_value({"system": "Be brief.", "messages": [{"role": "user", "content": "Hi"}]})
>>> [(turn.role, turn.text) for turn in read(document, 0, Report(document)).turns]
[('system', 'Be brief.'), ('user', 'Hi')]
"""

from __future__ import annotations

from engine.transcripts.content import text_of
from engine.transcripts.document import Document
from engine.transcripts.envelopes import conversations_of, schemas_of, turns_of
from engine.transcripts.model import Transcript, Turn
from engine.transcripts.report import Report


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`, its system text as the first turn."""
    conversation = report.pick(conversations_of(document, report), index)
    system = text_of(conversation.around.get("system"), report)
    return Transcript(
        (*([Turn("system", system)] if system else []), *turns_of(conversation, report)),
        "anthropic",
        tools=schemas_of(conversation.around.get("tools")),
        title=conversation.title,
    )
