"""Is nothing of a run lost or asked twice when the program is killed, and is a bad line named?"""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    KeyValueTask,
    ModelError,
    OpenAICompatibleModel,
    PlacementError,
    Plan,
    RunFileError,
    ask,
    load_own_curve,
    open_run,
    record_run,
)
from engine.probe import RunWriter, run_csv, settings_of
from engine.run_files import Row, read_run, scrubbed
from tests.engine.probe.readers import Failing, Reader, edges_only, out_of_time

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
PLAN = Plan(KeyValueTask(5), FIVE, n=4, controls=2, order="prefix")
SETTINGS = settings_of(
    PLAN,
    Reader(),
    started="2026-11-30T18:20:00+00:00",
    versions={"python": "3.11"},
    note="On a “busy” machine.",
)
ROWS = tuple(ask(Reader(edges_only), PLAN))
LINES = [SETTINGS.line(), *(row.line() for row in ROWS)]
WHOLE = "".join(LINES)


def test_a_file_is_read_as_it_was_written():
    run = open_run(WHOLE)
    assert run.settings == SETTINGS
    assert run.plan == PLAN
    assert run.all_rows == ROWS
    assert (run.note, run.finished) == ("", True)


any_text = st.text(st.characters(codec=None), max_size=30)


@given(
    any_text,
    st.sampled_from(["stop", "length", "", "content_filter"]),
    st.one_of(st.none(), st.integers(0, 10**6)),
    st.floats(0, 10**6),
    st.booleans(),
)
def test_any_answer_fits_on_a_line(answer, finish_reason, tokens, seconds, correct):
    row = Row(0, 0.5, correct, answer, finish_reason, tokens, seconds, tokens, tokens, tokens)
    line = row.line()
    assert len(line.splitlines()) == 1
    line.encode()
    (read,) = read_run(LINES[0] + line).rows
    whole = answer.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    assert read == replace(row, answer=whole)


def test_a_file_cut_at_any_byte_goes_on_without_a_loss(tmp_path):
    data = WHOLE.encode()
    ends = [len("".join(LINES[: n + 1]).encode()) for n in range(len(LINES))]
    path = tmp_path / "run.jsonl"
    # Every byte of the last lines; of the others every 37th.
    for cut in [*range(ends[0], ends[-3], 37), *range(ends[-3], len(data) + 1)]:
        path.write_bytes(data[:cut])
        reader = Reader(edges_only)
        run = record_run(reader, path, SETTINGS)
        assert run.all_rows == ROWS, cut
        whole_lines = sum(end <= cut or end - 1 == cut for end in ends[1:])
        assert len(reader.sent) == len(ROWS) - whole_lines, cut
        assert path.read_bytes() == data, cut
        assert bool(run.note) == (cut not in ends and cut + 1 not in ends), cut


def test_settings_that_were_not_written_to_their_end_are_no_run():
    for cut in (0, 1, 40, len(LINES[0]) - 2):
        with pytest.raises(RunFileError, match="line 1") as caught:
            read_run(LINES[0][:cut])
        assert caught.value.line == 1
    assert read_run(LINES[0][:-1]).rows == ()


def test_a_run_that_a_failure_stopped_goes_on_in_its_file(tmp_path):
    path = tmp_path / "run.jsonl"
    first = Failing(Reader(edges_only), 11, out_of_time(), name="reader")
    with pytest.raises(ModelError):
        record_run(first, path, SETTINGS)
    assert len(open_run(path).all_rows) == 11
    seen: list[Row] = []
    second = Reader(edges_only)
    run = record_run(second, path, SETTINGS, seen.append)
    assert [*open_run(path).all_rows] == [*run.all_rows] == [*ROWS]
    assert tuple(seen) == ROWS[11:]
    unused = Reader()
    assert record_run(unused, path, SETTINGS).all_rows == ROWS
    assert unused.sent == []


def test_every_row_is_on_the_disk_before_the_next_is_asked(tmp_path, monkeypatch):
    synced: list[int] = []
    path = tmp_path / "run.jsonl"
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(path.stat().st_size))
    with RunWriter.create(path, SETTINGS) as writer:
        for number, row in enumerate(ROWS, 2):
            writer.append(row)
            assert path.read_text("utf-8") == "".join(LINES[:number])
    assert synced == [len("".join(LINES[:n]).encode()) for n in range(1, len(LINES) + 1)]


def test_a_file_that_stands_there_is_not_written_over(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text("mine")
    with pytest.raises(RunFileError, match=r"Cannot write run\.jsonl: File exists"):
        RunWriter.create(path, SETTINGS)
    with pytest.raises(RunFileError, match="line 1: not JSON"):
        record_run(Reader(), path, SETTINGS)
    assert path.read_text() == "mine"
    with pytest.raises(RunFileError, match=r"Cannot read none\.jsonl: No such file"):
        open_run(tmp_path / "none.jsonl")


def test_a_file_of_another_run_is_not_mixed_with_this_one(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(WHOLE, "utf-8")
    for change in ({"n": 5}, {"model": "another"}, {"seed": 1}, {"order": "interleaved"}):
        with pytest.raises(RunFileError, match=r"run\.jsonl holds another run: reader · 5 key"):
            record_run(Reader(), path, replace(SETTINGS, **change))
    assert path.read_text("utf-8") == WHOLE


def changed(number, **fields):
    """The file with some fields of one line (from 1) changed; None takes a field out."""
    values = json.loads(LINES[number - 1])
    values = {k: v for k, v in {**values, **fields}.items() if v != "gone"}
    lines = [*LINES[: number - 1], json.dumps(values) + "\n", *LINES[number:]]
    return "".join(lines)


@pytest.mark.parametrize(
    ("text", "line", "field", "words"),
    [
        (changed(1, format="gone"), 1, "format", "format: expected"),
        (changed(1, format=3), 1, "format", 'expected "context-playground/run"; found 3'),
        (changed(1, version=2), 1, "version", "version: expected 1; found 2"),
        (changed(1, version=True), 1, "version", "version: expected 1; found true"),
        (changed(1, n=0), 1, "n", "n: expected a number, 1 or more; found 0"),
        (changed(1, n="4"), 1, "n", 'n: expected a whole number; found "4"'),
        (changed(1, key="sk-1"), 1, "key", "key: expected no such field"),
        (changed(1, model="gone"), 1, "model", "model: expected this field; found nothing"),
        (changed(1, positions=[0.5, 0.0]), 1, "positions", "from start to end"),
        (changed(1, positions=[0.5, 2]), 1, "positions[1]", "found 2"),
        (changed(1, positions=[]), 1, "positions", "from start to end"),
        (changed(1, order="random"), 1, "order", "'interleaved' or 'prefix'"),
        (changed(9, position=0.3), 9, "position", "one of 0.0, 0.25, 0.5, 0.75, 1.0; found 0.3"),
        (changed(9, position=None), 9, "position", "found null"),
        (changed(9, item_seed=4), 9, "item_seed", "an item from 0 to 3; found 4"),
        (changed(9, correct="yes"), 9, "correct", 'expected true or false; found "yes"'),
        (changed(9, correct=1), 9, "correct", "expected true or false; found 1"),
        (changed(9, answer="gone"), 9, "answer", "expected this field"),
        (changed(9, seconds=-1), 9, "seconds", "found -1"),
        (changed(9, control="psychic"), 9, "control", "'oracle' or 'closed_book'"),
        (changed(2, position=0.5), 2, "position", "expected null; found 0.5"),
        (changed(2, item_seed=2), 2, "item_seed", "an item from 0 to 1; found 2"),
        (WHOLE + LINES[8], 26, "item_seed", "item 0 has an answer already for position"),
        (WHOLE + LINES[1], 26, "item_seed", "has an answer already for oracle"),
        (WHOLE.replace(LINES[8], "[]\n"), 9, None, "expected an object; found a list"),
        (WHOLE.replace(LINES[8], "{\n"), 9, None, "line 9: not JSON"),
        (WHOLE.replace(LINES[8], '{"seconds": NaN}\n'), 9, "item_seed", "expected this field"),
        (changed(9).replace('"seconds": 0.25', '"seconds": NaN', 9), 2, "seconds", "finite"),
        (WHOLE.encode().replace(b"know", b"kn\xffow"), 4, None, "line 4: not UTF-8 text"),
        ("[" * 100_000, 1, None, "line 1: not JSON: nested too deeply"),
        ("position,correct,total\n0,1,2\n", 1, None, "line 1: not JSON"),
        ("", 1, None, "expected the settings of a run; found nothing"),
    ],
)
def test_a_wrong_line_is_named_with_its_field(text, line, field, words):
    with pytest.raises(RunFileError) as caught:
        read_run(text)
    assert (caught.value.line, caught.value.field) == (line, field), caught.value
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "task",
    [{}, {"kind": "magic"}, {"kind": "key-value", "pairs": 0}, {"kind": "key-value", "x": 1}],
)
def test_a_task_that_is_none_of_ours_is_named(task):
    with pytest.raises(RunFileError, match="line 1, task: ") as caught:
        open_run(changed(1, task=task))
    assert (caught.value.line, caught.value.field) == (1, "task")


@given(st.integers(0, len(WHOLE.encode()) - 1), st.integers(0, 255))
def test_a_damaged_byte_is_read_or_named_but_never_anything_else(at, byte):
    data = bytearray(WHOLE.encode())
    data[at] = byte
    try:
        open_run(bytes(data))
    except RunFileError as error:
        assert error.line is not None


def test_line_ends_and_marks_of_other_systems_are_read():
    data = b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode() + b"\r\n"
    assert read_run(data).rows == ROWS


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://ada:sk-secret@example.org/v1", "https://example.org/v1"),
        ("https://example.org/v1?api-key=sk-secret#sk-secret", "https://example.org/v1"),
        ("http://sk-secret@[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1/"),
        ("sk-secret", ""),
        ("http://host:notaport/sk-secret", ""),
        ("", ""),
    ],
)
def test_of_an_address_only_what_is_no_secret_is_kept(url, kept):
    assert scrubbed(url) == kept
    assert replace(SETTINGS, base_url=url).base_url == kept


def test_a_run_file_never_holds_the_key(tmp_path):
    model = OpenAICompatibleModel("https://example.org/v1", "small", "sk-very-secret-key-1234")
    settings = settings_of(PLAN, model)
    assert settings.base_url == "https://example.org/v1"
    assert "secret" not in settings.line()
    given_by_hand = replace(settings, base_url="https://u:sk-very-secret@example.org/v1?k=secret")
    assert "secret" not in given_by_hand.line()


def test_a_run_file_opens_as_a_curve_of_ones_own(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(WHOLE, "utf-8")
    for source in (WHOLE, WHOLE.encode(), b"\xef\xbb\xbf" + WHOLE.encode(), path):
        curve = load_own_curve(source, "a label for tables")
        assert curve == open_run(source).curve()
    assert curve.label == "reader · 5 key-value pairs · 2026-11-30"
    assert (curve.kind, curve.status, curve.n, curve.at(0.0), curve.at(0.5)) == (
        "measured", "own", 4, 1.0, 0.0
    )  # fmt: skip
    assert (curve.oracle, curve.closed_book, curve.year) == (1.0, 0.0, 2026)
    assert curve.note == "On a “busy” machine."
    assert curve.paired is not None
    assert tuple(curve.paired) == (0.125, 0.125)  # four items at the end alone: 2 / 2⁴


def test_a_run_file_that_is_no_curve_is_refused_as_a_table_is():
    with pytest.raises(PlacementError, match="line 9, position: expected one of") as caught:
        load_own_curve(changed(9, position=0.3))
    assert (caught.value.line, caught.value.field) == (9, "position")
    with pytest.raises(PlacementError, match="two different positions; found 1"):
        load_own_curve("".join(LINES[:6]))


def test_a_table_of_the_answers_is_read_as_the_same_curve():
    rows = [replace(ROWS[-1], answer='He said: "4,821;\n7310"'), *ROWS[:-1]]
    run = replace(open_run(WHOLE), rows=tuple(row for row in rows if not row.control))
    table = run_csv(run)
    assert len(table.splitlines()) == 1 + 20
    curve = load_own_curve(table)
    assert curve.points == run.curve().points
