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
from datetime import datetime, timedelta
from functools import cache
from itertools import count, pairwise
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
RARE = 0.05
CHARACTERS = 1_000  # of one section: about 285 tokens

Message = dict[str, Any]

KINDS = ("memory", "evidence", "history", "scratch", "summary", "other", "history", "evidence")


@cache
def successors() -> dict[str, list[str]]:
    """What follows each word of the shipped texts, as often as it follows."""
    after: dict[str, list[str]] = defaultdict(list)
    for file in sorted(SCENARIOS.glob("*.json")):
        for section in load_scenario(file.read_bytes()).sections:
            words = [word for word in section.text.split() if len(word) <= LONGEST_WORD]
            for word, following in pairwise(words):
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


def fresh_sections(number: int, seed: int) -> tuple[ContextSection, ...]:
    """So many sections of every tier: the first one pinned, every other one may be cut."""
    random = Random(f"{number} sections, {seed}")
    rules = ContextSection("rules", fresh_text(random), 9, pinned=True, kind="instructions")
    return (
        rules,
        *(
            ContextSection(
                f"section {place}",
                fresh_text(random, round(CHARACTERS * random.uniform(0.6, 1.4))),
                priority=random.randint(-20, 100),
                truncatable=place % 2 == 0,
                kind=random.choice(KINDS),
            )
            for place in range(1, number)
        ),
    )


def claude_code_session(size: int, seed: int = 1) -> bytes:
    """A Claude Code session of about so many bytes, one JSON object a line."""
    rows: list[str] = []
    begin = datetime(2026, 1, 1)
    for number, message in enumerate(_conversation(Random(seed))):
        row = {
            "type": message["role"],
            "uuid": f"row-{number}",
            "parentUuid": f"row-{number - 1}" if number else None,
            "sessionId": "benchmark",
            "timestamp": f"{(begin + timedelta(seconds=number)).isoformat()}Z",
            "message": message,
        }
        rows.append(json.dumps(row, ensure_ascii=False))
        size -= len(rows[-1].encode()) + 1
        if size <= 0:
            break
    return "\n".join(rows).encode()


def openai_chat(size: int, seed: int = 2) -> bytes:
    """An OpenAI chat of about so many bytes, one JSON object."""
    random = Random(seed)
    messages: list[Message] = [{"role": "system", "content": fresh_text(random)}]
    for message in _conversation(random):
        messages.append(_as_openai(message))
        size -= len(json.dumps(messages[-1], ensure_ascii=False).encode()) + 2
        if size <= 0:
            break
    return json.dumps({"messages": messages}, ensure_ascii=False).encode()


def _conversation(random: Random) -> Iterator[Message]:
    """Without end: a question, a call, its result, an answer, as Anthropic's messages."""
    for number in count(1):
        call = {"id": f"call_{number}", "name": "read_file", "input": {"path": _name(random)}}
        result = {"tool_use_id": call["id"], "content": _some_text(random, 500, 4_000)}
        yield {"role": "user", "content": _some_text(random, 40, 400)}
        yield {"role": "assistant", "content": [{"type": "tool_use", **call}]}
        yield {"role": "user", "content": [{"type": "tool_result", **result}]}
        answer = {"type": "text", "text": _some_text(random, 200, 1_500)}
        yield {"role": "assistant", "content": [answer]}


def _as_openai(message: Message) -> Message:
    content = message["content"]
    if isinstance(content, str):
        return message
    block = content[0]
    if block["type"] == "text":
        return {"role": message["role"], "content": block["text"]}
    if block["type"] == "tool_result":
        return {"role": "tool", "tool_call_id": block["tool_use_id"], "content": block["content"]}
    function = {"name": block["name"], "arguments": json.dumps(block["input"])}
    call = {"id": block["id"], "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def _some_text(random: Random, least: int, most: int) -> str:
    return fresh_text(random, random.randint(least, most))


def _prose(random: Random) -> str:
    chain, words = successors(), []
    word = random.choice(list(chain))
    for _ in range(random.randint(12, 45)):
        rare = random.random() < RARE
        words.append(random.choice((_name, _number, _call))(random) if rare else word)
        word = random.choice(chain.get(word) or list(chain))
    return " ".join(words) + random.choice(".:!?")


def _name(random: Random) -> str:
    return "".join(random.choices(SYLLABLES, k=random.randint(2, 4)))


def _number(random: Random) -> str:
    small, price, large = random.randint(1, 99), random.random() * 10_000, random.randint(0, 10**6)
    return random.choice((f"{small}", f"{price:,.2f}", f"{large}"))


def _call(random: Random) -> str:
    return f"{_name(random)}_{_name(random)}({random.randint(0, 999)})"


def _json(random: Random) -> str:
    fields = {_name(random): random.choice((_name(random), 0.5, True)) for _ in range(5)}
    return json.dumps({"id": f"{random.getrandbits(48):x}", **fields})


def _code(random: Random) -> str:
    a, b = _name(random), _name(random)
    lines = (
        f"def {a}_{b}({a}: int) -> str:\n    return {b}[{a}] + {_number(random)}",
        f"for {a} in {b}.items():\n    if {a} != {_name(random)!r}:\n        continue",
        f"SELECT {a}, count(*) FROM {b} WHERE {a} > {_number(random)} GROUP BY {a};",
    )
    return random.choice(lines)
