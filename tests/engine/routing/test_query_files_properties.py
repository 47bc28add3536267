"""Does what is written come back: any queries, any names, every format that can hold them?"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import QueryFileError
from engine.routing import Intent, LabelledQuery, QuerySet
from engine.routing.query_files import dump_queries, load_queries
from engine.routing.query_files.json_walk import walk
from engine.routing.query_files.rows import NO_INTENT

ODD = st.text(
    st.one_of(
        st.sampled_from(",;\t\"'|\r\n {}[]:-#\\\0\u2028\u0085é🙂"), st.characters(codec="utf-8")
    )
)
TEXTS = ODD.filter(str.strip)
NAMES = ODD.map(str.strip).filter(lambda name: name.lower() not in NO_INTENT)
BARLESS = NAMES.map(lambda name: name.replace("|", "/"))


@st.composite
def rows(draw, names):
    """Rows as a file may hold them: text, intents, split."""
    some = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    intents = st.lists(st.sampled_from(some), max_size=3, unique=True).map(tuple)
    row = st.tuples(TEXTS, intents, st.sampled_from([None, "tune", "test", "train"]))
    return draw(st.lists(row, min_size=1, max_size=12))


def set_of(rows_):
    """The naive reference: what such rows mean."""
    utterances: dict[str, list[str]] = {}
    queries = []
    for text, intents, split in rows_:
        for intent in intents:
            utterances.setdefault(intent, [])
        if split == "train":
            for intent in intents:
                utterances[intent].append(text)
        else:
            queries.append(LabelledQuery(text, intents, split))
    return QuerySet(
        "mine",
        tuple(queries),
        tuple(Intent(name, (), tuple(texts)) for name, texts in utterances.items()),
    )


def content(queries):
    """What is compared: everything but the lines, which are the file's."""
    return [replace(query, line=None) for query in queries.queries], queries.intents


def check_round_trip(queries, format):
    text = dump_queries(queries, format)
    if not content(queries)[0] and not any(intent.utterances for intent in queries.intents):
        return
    for source in (text, text.encode()):
        loaded = load_queries(source)
        assert loaded.problems == ()
        assert loaded.format == format
        assert content(loaded.queries) == content(queries)
    assert dump_queries(loaded.queries, format) == text


@settings(max_examples=150, deadline=None)
@given(rows(BARLESS))
def test_csv_comes_back(rows_):
    check_round_trip(set_of(rows_), "csv")


@settings(max_examples=150, deadline=None)
@given(rows(NAMES))
def test_json_lines_come_back(rows_):
    check_round_trip(set_of(rows_), "jsonl")


@settings(max_examples=100, deadline=None)
@given(rows(BARLESS), st.sampled_from(",;\t"))
def test_a_table_of_another_writer_is_read_alike(rows_, delimiter):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow(["split", "label", "text"])
    for text, intents, split in rows_:
        writer.writerow([split or "", "|".join(intents), text])
    expected = set_of(rows_)
    if not expected.queries and not any(intent.utterances for intent in expected.intents):
        return
    assert content(load_queries(out.getvalue()).queries) == content(expected)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(TEXTS, st.booleans()), min_size=1, max_size=12))
def test_every_row_is_read_or_listed_on_its_own_line(rows_):
    out = io.StringIO()
    out.write("query,intent,split\r\n")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    lines = []
    for text, good in rows_:
        written = out.getvalue()
        lines.append(len(list(io.StringIO(written, newline=""))) + 1)
        writer.writerow([text, "greet", "tune" if good else "no such split"])
    if not any(good for _, good in rows_):
        return
    loaded = load_queries(out.getvalue())
    assert loaded.total_rows == len(rows_)
    read = {query.line: query.text for query in loaded.queries.queries}
    bad = [problem.line for problem in loaded.problems]
    assert read == {n: text for n, (text, good) in zip(lines, rows_, strict=True) if good}
    assert bad == [n for n, (_, good) in zip(lines, rows_, strict=True) if not good]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='ab,;\t"|\r\n{}[]:-', max_size=60))
def test_any_text_is_read_or_refused_with_a_word(text):
    try:
        loaded = load_queries(text)
    except QueryFileError as error:
        assert str(error)
        return
    kept = len(loaded.queries.queries) + sum(len(i.utterances) for i in loaded.queries.intents)
    assert kept == loaded.total_rows - len(loaded.problems)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(
    st.one_of(
        st.lists(JSON, max_size=5),
        st.dictionaries(st.text(max_size=4), st.lists(JSON, max_size=3), max_size=4),
    ),
    st.sampled_from([None, 0, 2]),
)
def test_the_walk_finds_what_json_holds(value, indent):
    text = json.dumps(value, indent=indent)
    whole = {"": value} if isinstance(value, list) else value
    found = list(walk(text))
    assert [(item.key, item.value) for item in found] == [
        (key, item) for key, items in whole.items() for item in items
    ]
    for item in found:
        begins = json.dumps(item.value)[:1]
        assert begins in text.split("\n")[item.line - 1]


@pytest.mark.parametrize("name", ["", " padded", "OOS", "none", "out of scope"])
@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_a_name_that_would_not_come_back_is_refused(name, format):
    queries = QuerySet("mine", (LabelledQuery("hi", (name,)),))
    with pytest.raises(QueryFileError, match="expected the name of an intent"):
        dump_queries(queries, format)


def test_a_bar_in_a_name_needs_json_lines():
    queries = QuerySet("mine", (LabelledQuery("hi", ("a|b",)),))
    with pytest.raises(QueryFileError, match="JSON lines can hold it"):
        dump_queries(queries, "csv")
    assert load_queries(dump_queries(queries, "jsonl")).queries.intent_names == ("a|b",)


def test_an_empty_query_and_an_unknown_format_are_refused():
    with pytest.raises(QueryFileError, match="expected a text"):
        dump_queries(QuerySet("mine", (LabelledQuery(" "),)), "csv")
    with pytest.raises(QueryFileError, match="the formats are csv, jsonl"):
        dump_queries(QuerySet("mine"), "xls")
