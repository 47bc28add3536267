"""Which text does a model read in the content of a message, whatever its shape?

>>> from engine.transcripts.document import Document
>>> text_of([{"type": "text", "text": "See"}, {"type": "image"}], Report(Document("text")))
'See\\n[image]'
"""

from __future__ import annotations

from typing import Any

from engine.transcripts.report import Report
from engine.transcripts.values import canonical_json

_TEXT_FIELD = {
    "text": "text",
    "input_text": "text",
    "output_text": "text",
    "refusal": "refusal",
    "compaction": "content",
}
_MEDIA = {
    "image": "image",
    "image_url": "image",
    "input_image": "image",
    "audio": "audio",
    "input_audio": "audio",
    "video": "video",
    "video_url": "video",
    "document": "document",
    "file": "document",
    "input_file": "document",
    "computer_screenshot": "image",
}


def text_of(content: Any, report: Report) -> str:
    """The text of a content: nothing for null, its own for a text, part by part for a list.

    >>> from engine.transcripts.document import Document
    >>> report = Report(Document("text"))
    >>> [text_of(content, report) for content in (None, "", [], {"ok": True}, ["a", "b"], 7)]
    ['', '', '', '{"ok":true}', 'a\\nb', '7']
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = (text_of(part, report) for part in content)
        return "\n".join(text for text in texts if text)
    if isinstance(content, dict):
        return _text_of_block(content, report)
    return canonical_json(content)


def blocks_of(content: Any) -> list[Any]:
    """A content as a list of blocks.

    >>> blocks_of("Hi"), blocks_of(None)
    (['Hi'], [])
    """
    if isinstance(content, list):
        return content
    return [] if content is None else [content]


def block_type(block: Any) -> str:
    """The type a block states, "" when it states none."""
    kind = block.get("type") if isinstance(block, dict) else None
    return kind if isinstance(kind, str) else ""


def is_call(block: Any) -> bool:
    """Whether a block calls a tool: `tool_use`, and the server's and MCP's own.

    >>> is_call({"type": "server_tool_use"})
    True
    """
    return block_type(block).endswith("tool_use")


def is_result(block: Any) -> bool:
    """Whether a block answers a call: any type that ends in `tool_result`.

    >>> is_result({"type": "web_search_tool_result"})
    True
    """
    return block_type(block).endswith("tool_result")


def is_compaction(block: Any) -> bool:
    """Whether a block is a summary that the provider wrote in place of older messages."""
    return block_type(block) == "compaction"


def media_block(kind: Any) -> dict[str, Any]:
    """A block for what is no text, by its MIME type or its sort.

    >>> media_block("image/png"), media_block("application/pdf"), media_block(None)
    ({'type': 'image'}, {'type': 'document'}, {'type': 'document'})
    """
    sort = kind.split("/")[0].strip().lower() if isinstance(kind, str) else ""
    return {"type": sort if sort in ("image", "audio", "video") else "document"}


def thinking_text(thought: Any, report: Report) -> str:
    """Thinking, marked so that nobody takes it for something said."""
    if not isinstance(thought, str) or not thought:
        return ""
    report.thinking += 1
    return f"<thinking>\n{thought}\n</thinking>"


def _text_of_block(block: dict[str, Any], report: Report) -> str:
    kind = block_type(block)
    if kind == "thinking":
        return thinking_text(block.get("thinking"), report)
    if kind == "redacted_thinking":  # encrypted: only the provider can tell its length
        report.media["redacted thought"] += 1
        return "[redacted thought]"
    if is_compaction(block) and block.get("content") is None and "encrypted_content" in block:
        report.media["encrypted summary"] += 1
        return "[encrypted summary]"
    if kind in _TEXT_FIELD:
        return text_of(block.get(_TEXT_FIELD[kind]), report)
    if set(block) == {"text"}:
        return text_of(block["text"], report)
    if kind in _MEDIA:
        return _text_of_media(kind, block, report)
    if kind:
        report.unknown[kind] += 1
    return canonical_json(block)


def _text_of_media(kind: str, block: dict[str, Any], report: Report) -> str:
    source = block.get("source")
    if isinstance(source, dict):
        if source.get("type") == "text" and isinstance(source.get("data"), str):
            return str(source["data"])
        if source.get("type") == "content":
            return text_of(source.get("content"), report)
    report.media[_MEDIA[kind]] += 1
    return f"[{_MEDIA[kind]}]"
