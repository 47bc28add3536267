"""Is each format of query files read right, and is a bad row named while the rest is kept?"""

from __future__ import annotations

import json

import pytest

from engine.errors import QueryFileError
from engine.routing import LabelledQuery
from engine.routing.query_files import TITLES, RowProblem, load_queries

ROWS = [
    ("cancel my plan", ("cancel",), None, 2),
    ("stop, and refund me", ("cancel", "billing"), None, 3),
    ("why is the sky blue?", (), None, 4),
]
CSV = 'query,intent\ncancel my plan,cancel\n"stop, and refund me",cancel|billing\n'
CSV += "why is the sky blue?,oos\n"


def rows_of(source, **options):
    queries = load_queries(source, **options).queries.queries
    return [(query.text, query.intents, query.split, query.line) for query in queries]


def problems_of(source):
    return [(p.line, p.field, p.reason) for p in load_queries(source).problems]


@pytest.mark.parametrize(
    "source",
    [
        CSV,
        CSV.replace("\n", "\r\n"),
        CSV.replace("\n", "\r"),
        "\ufeff" + CSV,
        CSV.encode(),
        ("\ufeff" + CSV).encode(),
        CSV.encode("utf-16"),
        CSV.encode("utf-32"),
        CSV.rstrip(),
        CSV.replace("query,intent", " Text , CATEGORY "),
        CSV.replace("query,intent", "utterance,label"),
        CSV.replace("query,intent", "sentence,intents"),
        CSV.replace(",oos", ", Out of Scope "),
        CSV.replace(",oos", ",out_of_scope"),
        CSV.replace(",oos", ",NONE"),
        CSV.replace(",oos", ","),
        CSV.replace("cancel|billing", " cancel | billing |"),
        'query\tintent\ncancel my plan\tcancel\n"stop, and refund me"\tcancel|billing\n'
        "why is the sky blue?\t\n",
        "intent;id;query\ncancel;1;cancel my plan\ncancel|billing;2;stop, and refund me\n"
        ";3;why is the sky blue?\n",
    ],
)
def test_the_same_queries_however_the_table_is_written(source, tmp_path):
    assert rows_of(source) == ROWS
    assert load_queries(source).queries.intent_names == ("cancel", "billing")
    file = tmp_path / "support log.csv"
    file.write_bytes(source if isinstance(source, bytes) else source.encode())
    assert rows_of(file) == ROWS
    assert load_queries(file).queries.name == "support log"
    assert load_queries(file, name="mine").queries.name == "mine"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_without_a_head_has_two_columns(delimiter):
    text = CSV.split("\n", 1)[1].replace('refund me",', f'refund me"{delimiter}')
    text = text.replace("plan,", f"plan{delimiter}").replace("?,", f"?{delimiter}")
    assert rows_of(text) == [(*row[:3], row[3] - 1) for row in ROWS]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Text,n,Label\nhi,1,greet\n", 'Taken as the query: "Text"; as the intent: "Label".'),
        ('{"utterance": "hi", "intent": "greet"}\n' * 2,
         'Taken as the query: "utterance"; as the intent: "intent".'),
        ("hi,greet\nbye,leave\n",
         "No head: the first column was taken as the query, the second as the intent."),
    ],
)  # fmt: skip
def test_what_was_taken_as_query_and_intent_is_said(text, note):
    assert load_queries(text).notes == (note,)


def test_nothing_is_said_of_the_usual_names():
    assert load_queries("split,Query,Intent\ntest,hi,greet\n").notes == ()


def test_commas_in_queries_between_tabs_need_no_quotes():
    text = "I want, please, help\tbilling\nno, thanks; bye\tbye\n"
    assert [row[:2] for row in rows_of(text)] == [
        ("I want, please, help", ("billing",)),
        ("no, thanks; bye", ("bye",)),
    ]


@pytest.mark.parametrize(
    ("word", "split"),
    [
        ("Val", "tune"),
        ("tune", "tune"),
        ("dev", "tune"),
        ("validation", "tune"),
        ("TEST", "test"),
        ("held-out", "test"),
        ("heldout", "test"),
        ("eval", "test"),
        ("", None),
        (" ", None),
    ],
)
def test_words_for_a_split(word, split):
    assert rows_of(f"query,intent,split\nhi,greet,{word}\n")[0][2] == split


def test_training_rows_are_utterances_and_one_out_of_scope_is_left_out_with_a_note():
    loaded = load_queries(
        "query,intent,split\nhi,greet,test\nstop,cancel,train\nhello,greet,Utterances\n"
        "stop and refund,cancel|billing,train\nsky?,oos,train\n"
    )
    assert [(i.name, i.utterances) for i in loaded.queries.intents] == [
        ("greet", ("hello",)),
        ("cancel", ("stop", "stop and refund")),
        ("billing", ("stop and refund",)),
    ]
    assert [query.text for query in loaded.queries.queries] == ["hi"]
    assert loaded.total_rows == 5
    assert loaded.notes == (
        "1 row of the training split without an intent left out: a router learns nothing "
        "from what is out of scope.",
    )


def test_bad_rows_are_listed_by_the_line_they_begin_on_and_the_rest_is_kept():
    text = (
        "query,intent,split\n"
        'two\nlines,"greet",\n'  # 2: one cell; 3: kept
        '"a quoted\n\ntext",greet,tune\n'  # 4 to 6
        " ,greet,tune\n"  # 7
        "hi,greet,never\n"  # 8
        "hi, you,greet,tune\n"  # 9
        "\n"
        '"hi" you,greet,tune\n'  # 11
        "hi,greet|oos,tune\n"  # 12
        '"hi,greet,tune\n'  # 13: never closed
        "last,greet,test\n"  # 14
    )
    expected = [
        (2, "intent", "expected 3 cells; found 1"),
        (7, "query", "expected a text; found nothing"),
        (8, "split", 'expected train, tune or test; found "never"'),
        (
            9,
            "",
            "expected 3 cells; found 4 (put a query in quotes where it holds a separator)",
        ),
        (
            11,
            "",
            "expected a separator behind a closing quote (inside quotes a quote is doubled)",
        ),
        (12, "intent", 'expected intents or oos; found both in "greet|oos"'),
        (13, "", "expected a closing quote; found none"),
    ]
    for written in (text, text.replace("\n", "\r\n")):
        assert problems_of(written) == expected
        assert [row[3] for row in rows_of(written)] == [3, 4, 14]
    assert load_queries(text).total_rows == 10


def test_the_same_text_with_different_labels_is_a_note():
    loaded = load_queries("query,intent\nhi,greet\nbye,bye\nhi,bye\nbye,bye\nhi,greet\n")
    assert len(loaded.queries.queries) == 5
    assert loaded.problems == ()
    assert loaded.notes == (
        '1 query text with different labels, the first on lines 2 and 4: "hi".',
    )


def test_a_cell_longer_than_any_query_is_a_bad_row():
    for start in ("", "query,intent\n"):
        for mark in ("", '"'):
            text = f"{start}{mark}{'long ' * 40_000},greet\nhi,greet\n"
            (problem,) = load_queries(text).problems
            assert problem.line == start.count("\n") + 1
            assert "at most 131,072 characters" in problem.reason
            assert len(rows_of(text)) == 1


def test_a_nul_is_a_character_like_another():
    assert rows_of("query,intent\na\0b,greet\n")[0][:2] == ("a\0b", ("greet",))


JSON_ROWS = [
    {"query": "cancel my plan", "intent": "cancel", "split": "val"},
    {"Text": "stop, and refund me", "intents": ["cancel", "a|b"], "split": None},
    {"utterance": "sky?", "label": None},
    {"sentence": "sky?", "category": []},
    {"query": "cancel my plan", "intent": "cancel|billing"},
]
JSON_READ = [
    ("cancel my plan", ("cancel",), "tune"),
    ("stop, and refund me", ("cancel", "a|b"), None),
    ("sky?", (), None),
    ("sky?", (), None),
    ("cancel my plan", ("cancel", "billing"), None),
]


@pytest.mark.parametrize(
    ("source", "format", "first"),
    [
        ("\n".join(map(json.dumps, JSON_ROWS)), "jsonl", 1),
        ("\r\n".join(map(json.dumps, JSON_ROWS)) + "\r\n", "jsonl", 1),
        (json.dumps(JSON_ROWS, indent=1).replace("},\n", "},"), "json", 2),
        (JSON_ROWS, "json", 1),
    ],
)
def test_json_in_its_forms(source, format, first):
    assert load_queries(source).format == format
    read = rows_of(source)
    assert [row[:3] for row in read] == JSON_READ
    assert read[0][3] == first


def test_bad_rows_of_json_lines():
    text = (
        '{"query": "hi", "intent": "greet"}\n{"query": "hi"\n\n{"intent": "greet"}\n'
        '{"query": 7, "intent": "greet"}\n{"query": "hi", "intent": 0}\n"hi"\n'
        '{"query": "hi", "intent": ["a", {}]}\n{"query": "hi", "intent": "a", "split": 1}\n'
    )
    named = "expected the name of an intent, or a list of names; found"
    assert problems_of(text) == [
        (2, "", "not JSON (expecting ',' delimiter, column 15)"),
        (4, "query", "expected query, text, utterance or sentence; found intent"),
        (5, "query", "expected a text; found 7"),
        (6, "intent", f"{named} 0"),
        (7, "", 'expected an object with a query and an intent; found "hi"'),
        (8, "intent", f"{named} a list"),
        (9, "split", "expected train, tune or test; found 1"),
    ]
    assert len(rows_of(text)) == 1


def test_bad_rows_of_a_json_list_stand_on_their_lines():
    text = '[\n {"query": "hi",\n  "intent": "greet"},\n\n {"query": ""},\n 7]'
    assert [line for line, *_ in problems_of(text)] == [5, 6]
    assert rows_of(text)[0][3] == 2


def test_half_characters_are_replaced():
    assert rows_of('{"query": "cut \\ud83d", "intent": "a\\udc00"}')[0][:2] == ("cut �", ("a�",))


CLINC = {
    "oos_val": [["sky?", "oos"]],
    "val": [["fly", "book"]],
    "train": [["fly to Rome", "book"], ["hi", "greet"], ["odd"]],
    "oos_train": [["moon?", "oos"]],
    "test": [["hello", "greet"]],
}


@pytest.mark.parametrize("source", [CLINC, json.dumps(CLINC), json.dumps(CLINC, indent=4)])
def test_clinc150(source):
    loaded = load_queries(source)
    assert loaded.format == "clinc150"
    assert [row[:3] for row in rows_of(source)] == [
        ("sky?", (), "tune"),
        ("fly", ("book",), "tune"),
        ("hello", ("greet",), "test"),
    ]
    assert [i.utterances for i in loaded.queries.intents] == [("fly to Rome",), ("hi",)]
    assert [problem.reason for problem in loaded.problems] == [
        "expected [text, intent]; found a list"
    ]
    assert "1 row of the training split without an intent" in loaded.notes[0]


RASA = """version: "3.1"
stories: []
nlu:
- intent: faq/ask hours
  examples: |
    - when do you open on [Monday](day)?
    - from [Berlin]{"entity": "city", "value": "BER"} to [Rome][{"entity": "a"}, {"entity": "b"}]
    not an example
    -

- lookup: city
  examples: |
    - Rome
- regex: zip
  examples: |
    - \\d{5}
- synonym: BER
  examples: |
    - Berlin
- intent: "greet|all"
  examples:
  - text: |
      hi
    metadata: {mood: good}
  - hello
- intent: out_of_scope
  examples: |
    - sky?
- examples: |
    - of nothing
- intent: empty
"""


def test_rasa():
    loaded = load_queries(RASA)
    assert loaded.format == "rasa"
    assert {i.name: i.utterances for i in loaded.queries.intents} == {
        "faq/ask hours": ("when do you open on Monday?", "from Berlin to Rome"),
        "greet|all": ("hi", "hello"),
    }
    assert loaded.queries.queries == ()
    assert loaded.problems == (
        RowProblem(8, "examples", 'expected a line that begins with "- "'),
        RowProblem(9, "query", "expected a text; found nothing"),
        RowProblem(29, "intent", "expected the name of an intent; found nothing"),
        RowProblem(31, "examples", "expected examples; found nothing"),
    )
    assert loaded.notes[0].endswith("1 × lookup, 1 × regex, 1 × synonym.")
    assert loaded.total_rows == 9
    assert load_queries(RASA.replace("\n", "\r\n")).problems == loaded.problems


@pytest.mark.parametrize(
    ("source", "line", "field", "words"),
    [
        ("", None, None, "the text is empty"),
        ("\ufeff \n", None, None, "the text is empty"),
        ("query,intent\n", None, None, "holds none"),
        ("query,other\nhi,there\n", 1, "intent", "found query, other"),
        ("\n\nintent,other\nhi,there\n", 3, "query", "expected a column named query, text"),
        ("query,query,intent\nhi,hi,there\n", 1, "query", "only one column"),
        ("hello\nworld\n", 1, "intent", "expected 2 cells; found 1 (1 more row"),
        ('[{"query": "hi",\n "intent" "greet"}]', 2, None, "column 11: not JSON"),
        ('[{"query": "hi", "intent": "greet"}', 1, None, "expecting , or ]"),
        ('[{"query": "hi", "intent": "greet"}] 7', 1, None, "extra data"),
        ('{"val": [["hi", "greet"]]', 1, None, "expecting , or }"),
        ("[" * 100_000, None, None, "nested too deeply"),
        ("nlu:\n- intent: [\n", 3, None, "not YAML"),
        ("nlu: 7\nnlu:\n", 1, "nlu", "expected a list"),
        (b"query,intent\ncaf\xe9,food\n", 2, None, "byte 0xe9 at position 16 is not UTF-8"),
        ([], None, None, "holds none"),
        (7, None, None, "Expected text, bytes"),
    ],
)
def test_a_file_of_which_nothing_can_be_read(source, line, field, words):
    with pytest.raises(QueryFileError) as caught:
        load_queries(source)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert words in str(caught.value)


def test_a_missing_file_and_an_unknown_format(tmp_path):
    with pytest.raises(QueryFileError, match="Cannot read no\\.csv"):
        load_queries(tmp_path / "no.csv")
    with pytest.raises(QueryFileError, match="the formats are csv, jsonl"):
        load_queries(CSV, format="xls")
    with pytest.raises(QueryFileError, match="found parsed JSON"):
        load_queries([], format="csv")


@pytest.mark.parametrize("format", TITLES)
def test_a_given_format_is_not_second_guessed(format):
    sources = {
        "csv": "{,greet\n",
        "jsonl": '{"train": [], "query": "hi", "intent": "greet"}',
        "json": '[{"text": "hi", "intents": ["greet"]}]',
        "nlupp": '[{"query": "hi", "intent": "greet"}]',
        "clinc150": '{"test": [["hi", "greet"]]}',
        "rasa": "nlu: [{intent: greet, examples: '- hi'}]",
    }
    assert load_queries(sources[format], format=format).format == format


def test_progress_runs_from_0_to_1_in_steps():
    text = "query,intent\n" + "".join(f"query {n},intent {n % 5}\n" for n in range(20_000))
    for source in (text, json.dumps([{"query": f"q{n}", "intent": "a"} for n in range(20_000)])):
        shares: list[float] = []
        loaded = load_queries(source, on_progress=shares.append)
        assert loaded.total_rows == 20_000
        assert (shares[0], shares[-1]) == (0, 1)
        assert shares == sorted(shares)
        assert 20 < len(shares) <= 101


def test_what_comes_out_are_labelled_queries():
    assert load_queries(CSV).queries.queries[0] == LabelledQuery(*ROWS[0])
