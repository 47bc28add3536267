"""Which texts are fresh and yet like those people send, so that no cache has seen them?

Sentences are a chain of the words of the shipped scenarios, so that words come as often as
they do in use. About one word in twenty is a number or a name made of syllables, and one
paragraph in five is a line of JSON or of code. The same seed gives the same text.

>>> from random import Random
>>> fresh_text(Random(1), 200) == fresh_text(Random(1), 200) != fresh_text(Random(2), 200)
True
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine import ContextSection, load_scenario

SCENARIOS = Path(__file__).parent.parent / "sample_data" / "scenarios"
SYLLABLES = (
    "al an ar be ber bra ca cor da del do el en er fa fen ga gor hal hu il is ja ka kel la lin "
    "lo ma mer mi na nor o pa per qui ra rin ro sa sel so ta tor tu u va ven vo wen xi yo za"
).split()
LONGEST_WORD = 20
CHARACTERS = 1_200  # of one section: about 285 tokens

KINDS = ("memory", "evidence", "history", "scratch", "summary", "other", "history", "evidence")


@cache
def successors() -> dict[str, list[str]]:
    """What follows each word of the shipped texts, as often as it follows."""
    after: dict[str, list[str]] = defaultdict(list)
    for file in sorted(SCENARIOS.glob("*.json")):
        for section in load_scenario(file.read_bytes()).sections:
            words = [word for word in section.text.split() if len(word) <= LONGEST_WORD]
            for word, following in zip(words, words[1:], strict=False):
                after[word].append(following)
    return dict(after)


def fresh_text(random: Random, characters: int = CHARACTERS) -> str:
    """Paragraphs of prose, JSON and code, of about so many characters."""
    paragraphs: list[str] = []
    length = 0
    while length < characters:
        make = random.choices((_prose, _json, _code), (8, 1, 1))[0]
        paragraphs.append(make(random))
        length += len(paragraphs[-1]) + 1
    return "\n".join(paragraphs)[:characters].rstrip()


def fresh_sections(count: int, seed: int) -> tuple[ContextSection, ...]:
    """So many sections of every tier: the first one pinned, every other one may be cut."""
    random = Random(f"{count} sections, {seed}")
    rules = ContextSection("rules", fresh_text(random), 9, pinned=True, kind="instructions")
    return (
        rules,
        *(
            ContextSection(
                f"section {number}",
                fresh_text(random, round(CHARACTERS * random.uniform(0.6, 1.4))),
                priority=random.randint(-20, 100),
                truncatable=number % 2 == 0,
                kind=random.choice(KINDS),
            )
            for number in range(1, count)
        ),
    )


def claude_code_session(size: int, seed: int = 1) -> bytes:
    """A Claude Code session of about so many bytes: questions, answers, calls, results."""
    random, rows, length, parent = Random(seed), [], 0, None
    for number, (role, content) in enumerate(_conversation(random)):
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        row = {
            "type": role,
            "uuid": f"row-{number}",
            "parentUuid": parent,
            "sessionId": "benchmark",
            "timestamp": f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z",
            "message": {"role": role, "content": blocks},
        }
        parent = row["uuid"]
        rows.append(json.dumps(row, ensure_ascii=False))
        length += len(rows[-1].encode()) + 1
        if length >= size:
            return "\n".join(rows).encode()
    raise AssertionError("a conversation has no end")


def openai_chat(size: int, seed: int = 2) -> bytes:
    """An OpenAI chat of about so many bytes, as one JSON object."""
    random, length = Random(seed), 0
    messages: list[dict[str, Any]] = [{"role": "system", "content": fresh_text(random)}]
    for role, content in _conversation(random):
        messages += (
            [_openai(role, block) for block in content]
            if isinstance(content, list)
            else [{"role": role, "content": content}]
        )
        length += len(json.dumps(messages[-1], ensure_ascii=False).encode()) + 2
        if length >= size:
            return json.dumps({"messages": messages}, ensure_ascii=False).encode()
    raise AssertionError("a conversation has no end")


def _conversation(random: Random) -> Iterator[tuple[str, Any]]:
    """Role and content without end: a question, a call, its result, an answer."""
    number = 0
    while True:
        number += 1
        call = f"call_{number}"
        tool = {
            "type": "tool_use",
            "id": call,
            "name": "read_file",
            "input": {"path": _name(random)},
        }
        result = fresh_text(random, random.randint(500, 4_000))
        yield "user", fresh_text(random, random.randint(40, 400))
        yield "assistant", [tool]
        yield "user", [{"type": "tool_result", "tool_use_id": call, "content": result}]
        yield "assistant", fresh_text(random, random.randint(200, 1_500))


def _openai(role: str, block: dict[str, Any]) -> dict[str, Any]:
    if block["type"] == "tool_result":
        return {"role": "tool", "tool_call_id": block["tool_use_id"], "content": block["content"]}
    function = {"name": block["name"], "arguments": json.dumps(block["input"])}
    call = {"id": block["id"], "type": "function", "function": function}
    return {"role": role, "content": None, "tool_calls": [call]}


def _prose(random: Random) -> str:
    chain, words = successors(), []
    word = random.choice(list(chain))
    for _ in range(random.randint(12, 45)):
        words.append(_rare(random) if random.random() < 0.05 else word)
        word = random.choice(chain.get(word) or list(chain))
    return " ".join(words) + random.choice(".:!?")


def _rare(random: Random) -> str:
    return random.choice((_name, _number, _identifier))(random)


def _name(random: Random) -> str:
    return "".join(random.choices(SYLLABLES, k=random.randint(2, 4))).capitalize()


def _number(random: Random) -> str:
    return random.choice(
        (
            f"{random.randint(1, 99)}",
            f"{random.random() * 10_000:,.2f}",
            f"{random.randint(0, 10**6)}",
        )
    )


def _identifier(random: Random) -> str:
    return f"{_name(random).lower()}_{_name(random).lower()}({random.randint(0, 999)})"


def _json(random: Random) -> str:
    value = {
        _name(random).lower(): random.choice((_name(random), random.randint(0, 10**5), True))
        for _ in range(5)
    }
    return json.dumps({"id": f"{random.getrandbits(48):x}", **value})


def _code(random: Random) -> str:
    a, b = _name(random).lower(), _name(random).lower()
    return random.choice(
        (
            f'def {a}_{b}({a}: int) -> str:\n    return f"{{{a}}} {_name(random)}"',
            f'for {a} in {b}.items():\n    if {a}[{random.randint(0, 9)}] != "{_name(random)}":\n        continue',
            f"SELECT {a}, count(*) FROM {b} WHERE {a} > {_number(random)} GROUP BY {a};",
        )
    )
