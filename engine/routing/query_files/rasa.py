"""How is a Rasa nlu.yml read: intents with a block of examples, and markup in them?

The format: Rasa 3, "NLU Training Data".

>>> rows = Rows()
>>> read("nlu:\\n- intent: book\\n  examples: |\\n    - fly to [Rome](city)\\n    - \\n", rows)
>>> rows.utterances, rows.problems
({'book': ['fly to Rome']}, [RowProblem(line=5, field='query', reason='expected a text; \
found nothing')])
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.errors import QueryFileError
from engine.routing.query_files.rows import TRAIN, Rows

# [text](city), [text](city:BER), [text]{"entity": …} and [text][{"entity": …}, …]
_ENTITY = re.compile(r"\[([^\[\]]+)\](?:\([^()]*\)|\{[^{}]*\}|\[\s*\{[^\[\]]*\}\s*\])")
_PASSED_OVER = ("synonym", "regex", "lookup")


def without_entities(text: str) -> str:
    """An example as it was said, without the marks of its entities.

    >>> without_entities('from [Berlin]{"entity": "city", "role": "from"} [now](time)')
    'from Berlin now'
    """
    return _ENTITY.sub(r"\1", text)


def read(text: str, rows: Rows) -> None:
    """Read the entries with an intent as utterances; a retrieval intent keeps its name, faq/x.

    Synonyms, regular expressions and lookup tables are counted in a note. Raises
    `QueryFileError` where the text is no YAML, or has no list under `nlu`.
    """
    entries = _entries(text)
    passed: Counter[str] = Counter()
    for number, entry in enumerate(entries):
        rows.progress(number / len(entries))
        line = entry.start_mark.line + 1
        fields = _fields(entry)
        kind = next((kind for kind in _PASSED_OVER if kind in fields), None)
        if kind is not None:
            passed[kind] += 1
        elif "intent" not in fields or not str(fields["intent"].value).strip():
            rows.skip(line, "intent", "expected the name of an intent; found nothing")
        elif "examples" not in fields:
            rows.skip(line, "examples", "expected examples; found nothing")
        else:
            name = fields["intent"].value
            for at, example in _examples(fields["examples"]):
                if example is None:
                    rows.skip(at, "examples", 'expected a line that begins with "- "')
                else:
                    # A list, because a bar in a name is part of it.
                    rows.add(at, without_entities(example), [name], TRAIN)
    if passed:
        counted = ", ".join(f"{number} × {kind}" for kind, number in passed.items())
        rows.notes.append(f"Passed over, a router has no place for them: {counted}.")


def _entries(text: str) -> list[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        whole = yaml.compose(text, Loader=loader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else None
        where = f"Line {line:,}: " if line else ""
        reason = getattr(error, "problem", None) or getattr(error, "reason", "nested too deeply")
        raise QueryFileError(f"{where}not YAML ({reason}).", line=line) from None
    nlu = _fields(whole).get("nlu")
    if nlu is None or nlu.id != "sequence":
        line = whole.start_mark.line + 1 if whole is not None else 1
        raise QueryFileError(f"Line {line}, nlu: expected a list.", line=line, field="nlu")
    return list(nlu.value)


def _fields(node: Any) -> dict[str, Any]:
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def _examples(node: Any) -> Iterator[tuple[int, str | None]]:
    """Each example with its line, None where a line is not one."""
    line = node.start_mark.line + 1
    if node.id == "sequence":
        for item in node.value:
            text = _fields(item).get("text") if item.id == "mapping" else item
            written = text.value.strip() if text is not None and text.id == "scalar" else None
            yield item.start_mark.line + 1, written
        return
    # The lines of a block scalar begin on the line below its `|`.
    first = line + 1 if node.style in ("|", ">") else line
    for offset, written in enumerate(str(node.value).splitlines()):
        if written.strip():
            begins = written.startswith("-")
            yield first + offset, written[1:].strip() if begins else None
