"""One conversation, "Where? – find(A) – shelf 4 – There.", as each tool writes it."""

from __future__ import annotations

import json
from typing import Any

CALL = {"name": "find", "arguments": '{"q": "A"}'}
ARGS = {"q": "A"}
SHAPES: dict[str, Any] = {
    "claude_code": [
        {"type": "user", "uuid": "1", "message": {"role": "user", "content": "Where?"}},
        {"type": "assistant", "uuid": "2", "parentUuid": "1", "message": {"id": "m", "content": [
            {"type": "tool_use", "id": "c", "name": "find", "input": ARGS}]}},
        {"type": "user", "uuid": "3", "parentUuid": "2", "message": {"content": [
            {"type": "tool_result", "tool_use_id": "c", "content": "shelf 4"}]}},
        {"type": "assistant", "uuid": "4", "parentUuid": "3", "message": {"content": "There."}},
    ],
    "chatgpt_export": [{"title": "t", "current_node": "4", "mapping": {
        "0": {"message": None, "parent": None, "children": ["1"]},
        "1": {"parent": "0", "message": {"author": {"role": "user"}, "metadata": {},
              "content": {"content_type": "text", "parts": ["Where?"]}, "create_time": 1.0}},
        "2": {"parent": "1", "message": {"author": {"role": "assistant"}, "recipient": "find",
              "content": {"content_type": "code", "text": '{"q": "A"}'}}},
        "3": {"parent": "2", "message": {"author": {"role": "tool", "name": "find"},
              "content": {"content_type": "execution_output", "text": "shelf 4"}}},
        "4": {"parent": "3", "message": {"author": {"role": "assistant"}, "recipient": "all",
              "content": {"content_type": "multimodal_text", "parts": [None, "There."]}}}}}],
    "anthropic": {"system": [], "messages": [
        {"role": "user", "content": "Where?"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "c", "name": "find", "input": ARGS}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c", "content": "shelf 4"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "There."}]}]},
    "openai_responses": {"instructions": None, "usage": {"input_tokens": 1}, "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "Where?"}]},
        {"type": "function_call", "id": "i", "call_id": "c", **CALL},
        {"type": "function_call_output", "call_id": "c", "output": "shelf 4"},
        {"type": "reasoning", "summary": []},
        {"type": "message", "role": "assistant", "content": [
            {"type": "output_text", "text": "There."}]}]},
    "openai_chat": {"messages": [
        {"role": "user", "content": "Where?"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": CALL}]},
        {"role": "tool", "tool_call_id": "c", "content": "shelf 4"},
        {"role": "assistant", "content": "There."}]},
    "langchain": [
        {"type": "human", "data": {"content": "Where?"}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "AIMessage"], "kwargs": {
            "content": [], "tool_calls": [{"name": "find", "args": ARGS, "id": "c"}],
            "additional_kwargs": {}, "usage_metadata": {"input_tokens": 1}}},
        {"type": "tool", "data": {"content": "shelf 4", "tool_call_id": "c"}},
        {"type": "ai", "data": {"content": "There."}}],
    "gemini": {"contents": [
        {"role": "user", "parts": [{"text": "Where?"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "find", "args": ARGS}}]},
        {"role": "user", "parts": [
            {"functionResponse": {"name": "find", "response": "shelf 4"}}]},
        {"role": "model", "parts": [{"text": "There."}]}]},
    "sharegpt": [{"tools": "[]", "conversations": [
        {"from": "human", "value": "Where?"},
        {"from": "function_call", "value": json.dumps(CALL)},
        {"from": "observation", "value": "shelf 4"},
        {"from": "gpt", "value": "There."}]}],
    "otel": {"resourceSpans": [{"scopeSpans": [{"spans": [{"attributes": [
        {"key": "gen_ai.input.messages", "value": {"arrayValue": {"values": [
            {"kvlistValue": {"values": [
                {"key": "role", "value": {"stringValue": "user"}},
                {"key": "parts", "value": {"stringValue":
                    '[{"type": "text", "content": "Where?"}]'}}]}}]}}},
        {"key": "gen_ai.output.messages", "value": {"stringValue": json.dumps([
            {"role": "assistant", "parts": [
                {"type": "tool_call", "id": "c", "name": "find", "arguments": ARGS},
                {"type": "tool_call_response", "id": "c", "response": "shelf 4"},
                {"type": "text", "content": "There."}]}])}},
        {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "9"}}]}]}]}]},
    "vercel": {"messages": [
        {"id": "1", "role": "user", "parts": [{"type": "text", "text": "Where?"}]},
        {"id": "2", "role": "assistant", "parts": [
            {"type": "tool-find", "toolCallId": "c", "state": "output-available",
             "input": ARGS, "output": "shelf 4", "approval": {"reason": "x"}},
            {"type": "text", "text": "There."}]}]},
}  # fmt: skip
