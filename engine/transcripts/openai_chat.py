"""How does OpenAI's chat interface write a conversation down?

As `{messages, tools?}` (data sets also write `{conversations}`), as the bare list of
messages, as JSON lines of either or of the messages themselves, and as a response:
`choices[].message`. Calls stand beside the content in `tool_calls`, each result is a
message of role `"tool"`.

>>> from engine.transcripts.document import from_value
>>> document = from_value({"choices": [{"message": {"role": "assistant", "content": "Four."}}]})
>>> read(document, 0, Report(document)).turns[0].text
'Four.'
"""

from __future__ import annotations

from engine.transcripts.document import Document
from engine.transcripts.envelopes import Envelope, conversations_of, schemas_of, turns_of
from engine.transcripts.model import Transcript
from engine.transcripts.report import Report

_ENVELOPE = Envelope(lists=("messages", "conversations", "conversation"))


def read(document: Document, index: int, report: Report) -> Transcript:
    """The conversation at `index`; several choices of one response count as several."""
    conversation = report.pick(conversations_of(document, report, _ENVELOPE), index)
    around = conversation.around
    return Transcript(
        turns_of(conversation, report),
        "openai_chat",
        tools=schemas_of(around.get("tools"), around.get("functions")),
        title=conversation.title,
    )
