"""How does ChatGPT's export write conversations down?

As a list of `{title, current_node, mapping}`, the mapping a tree of nodes with a message
each. A call is a message of the assistant to a recipient other than "all"; its result is
the message of the tool of that name that follows.

>>> from engine.transcripts.document import from_value
>>> document = from_value([{"current_node": "a", "mapping": {"a": {"message": {
...     "author": {"role": "user"}, "content": {"parts": ["Hi", None, ""]}}}}}])
>>> read(document, 0, Report(document)).turns[0].text
'Hi'
"""

from __future__ import annotations

from typing import Any

from engine.transcripts.chatgpt_thread import leaves, message_of, thread_to
from engine.transcripts.content import blocks_of, text_of
from engine.transcripts.document import Document, Item
from engine.transcripts.messages import EXPECTED_ROLE, role_of, turns_of_message
from engine.transcripts.model import Transcript, Turn
from engine.transcripts.report import Report
from engine.transcripts.values import clean_id, clean_name
from engine.wording import times

# Where the sorts of content keep their text; a list of parts comes before all of them.
_TEXTS = ("text", "result", "content", "user_profile", "user_instructions", "model_set_context")


def read(document: Document, index: int, report: Report) -> Transcript:
    """The thread of the conversation at `index` that ends at its current node.

    Messages hidden from the conversation are passed over, not the end of it. They and the
    branches that were given up are counted in the warnings.
    """
    conversation = report.pick(_conversations(document, report), index)
    nodes = conversation.value["mapping"]
    last = conversation.value.get("current_node")
    if not isinstance(last, str) or last not in nodes:
        ends = leaves(nodes)
        if len(ends) > 1:
            report.note("current_node names no node: the branch with the newest message is read.")
        last = ends[-1] if ends else None
    thread = thread_to(nodes, last) if last is not None else []
    _report_holes(conversation, thread, report)
    shown = [id for id in thread if _shows(nodes[id])]
    spoken = sum(message_of(nodes[id]) is not None for id in thread)
    left = sum(message_of(node) is not None for node in nodes.values()) - spoken
    if left:
        report.note(f"Left out: {times(left, 'message')} on branches that were given up.")
    if spoken > len(shown):
        hidden = times(spoken - len(shown), "message")
        report.note(f"Left out: {hidden} hidden from the conversation.")
    mapping = conversation.child("mapping")
    turns: list[Turn] = []
    calls: dict[str, str] = {}
    for done, id in enumerate(shown, 1):
        turns += _turns(mapping.child(id).child("message"), id, calls, report)
        report.progress(done / len(shown))
    title = clean_name(conversation.value.get("title"))
    return Transcript(tuple(turns), "chatgpt_export", title=title)


def _conversations(document: Document, report: Report) -> list[Item]:
    found: list[Item] = []
    for item in document.items:
        for candidate in item.children("conversations") or [item]:
            value = candidate.value
            if isinstance(value, dict) and isinstance(value.get("mapping"), dict):
                found.append(candidate)
            else:
                report.skip(candidate, None, "a conversation with a mapping of nodes")
    return found


def _report_holes(conversation: Item, thread: list[str], report: Report) -> None:
    """Report nodes that are none, and a thread that begins in the middle."""
    mapping = conversation.child("mapping")
    for id, node in mapping.value.items():
        if not isinstance(node, dict):
            report.skip(mapping.child(id), None, "a node with message and parent")
        elif node.get("message") is not None and message_of(node) is None:
            report.skip(mapping.child(id), "message", "an object")
    first = mapping.value[thread[0]] if thread else None
    parent = clean_id(first.get("parent")) if isinstance(first, dict) else ""
    if parent and parent not in mapping.value:
        report.note(f"The thread begins at node {thread[0]}: its parent {parent} is not in it.")


def _shows(node: Any) -> bool:
    """Whether a node's message is part of the conversation as the person saw it."""
    message = message_of(node)
    if message is None:
        return False
    metadata, content = message.get("metadata"), message.get("content")
    hidden = isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation")
    recap = isinstance(content, dict) and content.get("content_type") == "reasoning_recap"
    return not hidden and not recap  # a recap says only how long the model thought


def _turns(item: Item, node: str, calls: dict[str, str], report: Report) -> list[Turn]:
    message = item.value
    author = message.get("author")
    author = author if isinstance(author, dict) else {}
    role = role_of(author.get("role"))
    if role is None:
        inside = item.child("author") if author else item
        report.skip(inside, "role" if author else "author", EXPECTED_ROLE)
        return []
    name, recipient = clean_name(author.get("name")), clean_name(message.get("recipient"))
    content: Any = _blocks(message.get("content"))
    if role == "assistant" and recipient is not None and recipient != "all":
        calls |= {_family(recipient): node, recipient: node}
        said = text_of(content, report)
        content = [{"type": "tool_use", "id": node, "name": recipient, "input": said}]
    elif role == "tool":
        call = _call_before(calls, name or "")
        content = [{"type": "tool_result", "tool_use_id": call, "name": name, "content": content}]
    said_by = {"role": role, "name": name, "timestamp": message.get("create_time")}
    read = Item({**said_by, "content": content}, item.line, item.path)
    return turns_of_message(read, report, id=clean_id(message.get("id")) or node)


def _call_before(calls: dict[str, str], name: str) -> str | None:
    """The id of the last call of a tool: of that name, else of the same family (`web.run`)."""
    return calls.get(name) or calls.get(_family(name))


def _family(name: str) -> str:
    return name.split(".")[0] + ".*"


def _blocks(content: Any) -> list[Any]:
    """A content as blocks, whatever its sort."""
    if not isinstance(content, dict):
        return blocks_of(content)
    if isinstance(content.get("parts"), list):
        return [_part(part) for part in content["parts"]]
    if isinstance(content.get("thoughts"), list):
        thoughts = [t for t in content["thoughts"] if isinstance(t, dict)]
        return [{"type": "thinking", "thinking": t.get("content")} for t in thoughts]
    texts = [content[key] for key in _TEXTS if isinstance(content.get(key), str)]
    return texts or [_unknown(content)]


def _part(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    if isinstance(part.get("text"), str):  # a transcription of what was spoken, for one
        return part["text"]
    kind = part.get("content_type")
    if isinstance(kind, str) and kind.endswith("_pointer"):
        return {"type": next((m for m in ("image", "video", "audio") if m in kind), "document")}
    return _unknown(part)


def _unknown(content: dict[str, Any]) -> dict[str, Any]:
    kind = content.get("content_type")
    return {"type": kind, **content} if isinstance(kind, str) and kind else content
