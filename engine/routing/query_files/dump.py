"""How is a set of queries written to a file from which it can be read again?

>>> from engine.routing.queries import Intent, LabelledQuery, QuerySet
>>> queries = QuerySet("mine", (LabelledQuery("stop, please", ("cancel",), "tune"),),
...                    (Intent("cancel", utterances=("stop my plan",)),))
>>> print(dump_queries(queries, "csv").replace("\\r", ""), end="")
query,intent,split
stop my plan,cancel,train
"stop, please",cancel,tune
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from engine.complaints import shown
from engine.errors import QueryFileError
from engine.routing.queries import OUT_OF_SCOPE, QuerySet
from engine.routing.query_files.rows import NO_INTENT, TRAIN

FORMATS = ("csv", "jsonl")

Row = tuple[str, tuple[str, ...], str | None]


def dump_queries(queries: QuerySet, format: str) -> str:
    """The set as CSV or JSON lines: query, intent and split, utterances as rows of "train".

    `load_queries` reads the same queries, intents and utterances from it; keywords, rules, and
    intents that no row names have no place in such a file. A name with `|` in it can stand in
    JSON lines only, where several intents are a list. Raises `QueryFileError` for what could not
    be read back: an empty query, a name that is empty, padded, or says "out of scope".

    >>> from engine.routing.queries import Intent
    >>> dump_queries(QuerySet("mine", (), (Intent("a|b", utterances=("hi",)),)), "csv")
    Traceback (most recent call last):
    ...
    engine.errors.QueryFileError: intent: expected a name without |, which joins intents in CSV; \
found "a|b". JSON lines can hold it.
    """
    why = refusal(queries, format)
    if why is not None:
        raise why
    return _csv(queries) if format == "csv" else _json_lines(queries)


def refusal(queries: QuerySet, format: str) -> QueryFileError | None:
    """Why `dump_queries` would not write the set; None where it would.

    >>> from engine.routing.queries import LabelledQuery
    >>> print(refusal(QuerySet("mine", (LabelledQuery(" "),)), "csv"))
    query: expected a text; found nothing
    """
    if format not in FORMATS:
        return QueryFileError(f"Unknown format {shown(format)}; the formats are csv, jsonl.")
    labels = {query.intents for query in queries.queries}
    labels.update((intent.name,) for intent in queries.intents if intent.utterances)
    for name in sorted({name for intents in labels for name in intents}):
        why = _refused_name(name, format)
        if why is not None:
            return why
    texts = (text for intent in queries.intents for text in intent.utterances)
    if all(query.text.strip() for query in queries.queries) and all(t.strip() for t in texts):
        return None
    return QueryFileError("query: expected a text; found nothing", field="query")


def rows_of(queries: QuerySet) -> Iterator[Row]:
    """The rows of the file: text, intents, split.

    Utterances come where their intent has its turn, and queries as soon as they must for an
    intent without utterances: so the intents appear in the order of the set.
    """
    waiting = iter(queries.queries)
    seen: set[str] = set()
    for intent in queries.intents:
        for text in intent.utterances:
            yield text, (intent.name,), TRAIN
        if intent.utterances:
            seen.add(intent.name)
        while intent.name not in seen:
            query = next(waiting, None)
            if query is None:
                break
            seen.update(query.intents)
            yield query.text, query.intents, query.split
    for query in waiting:
        yield query.text, query.intents, query.split


def _csv(queries: QuerySet) -> str:
    out = io.StringIO()
    writer = csv.writer(out)  # lines end as RFC 4180 has it, so that every line end is quoted
    writer.writerow(("query", "intent", "split"))
    for text, intents, split in rows_of(queries):
        writer.writerow((text, "|".join(intents) or OUT_OF_SCOPE, split or ""))
    return out.getvalue()


def _json_lines(queries: QuerySet) -> str:
    lines = []
    for text, intents, split in rows_of(queries):
        plain = len(intents) == 1 and "|" not in intents[0]
        label = OUT_OF_SCOPE if not intents else intents[0] if plain else list(intents)
        row = {"query": text, "intent": label} | ({"split": split} if split else {})
        lines.append(json.dumps(row, ensure_ascii=False) + "\n")
    return "".join(lines)


def _refused_name(name: str, format: str) -> QueryFileError | None:
    expected, hint = "", ""
    if name != name.strip() or name.lower() in NO_INTENT:
        expected = "the name of an intent"
    elif "|" in name and format == "csv":
        expected = "a name without |, which joins intents in CSV"
        hint = ". JSON lines can hold it."
    if not expected:
        return None
    return QueryFileError(f"intent: expected {expected}; found {shown(name)}{hint}", field="intent")
