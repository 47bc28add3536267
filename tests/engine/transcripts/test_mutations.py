"""Whatever is broken in a file of any format: it is read or refused, nothing else is raised."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import TranscriptError
from engine.transcripts import TITLES, load_transcript, pair_calls, sections_from_transcript
from tests.engine.transcripts.shapes import SHAPES

ODD = st.sampled_from(
    [None, True, -1, 1e308, "", " ", "x", "{", "[]", '"\\"a\\""', [], {}, [[]], [None], {"a": [{}]},
     {"type": "text"}, {"type": []}, [{"role": "user"}], [{"key": 7, "value": 7}], "tool", "all"]
)  # fmt: skip


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all members, at any depth."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in members:
        yield (*path, key)
        if isinstance(child, (dict, list)):
            yield from places_in(child, (*path, key))


@st.composite
def broken(draw: st.DrawFn, shape: Any) -> Any:
    """The shape with some members replaced, removed, or put where another one was."""
    shape = copy.deepcopy(shape)
    for _ in range(draw(st.integers(1, 4))):
        places = list(places_in(shape))
        if not places:
            break
        *way, key = draw(st.sampled_from(places))
        inside = shape
        for step in way:
            inside = inside[step]
        what = draw(st.sampled_from(["odd", "gone", "moved", "text"]))
        if what == "gone":
            del inside[key]
        elif what == "odd":
            inside[key] = copy.deepcopy(draw(ODD))
        elif what == "text":
            inside[key] = json.dumps(inside[key])
        else:
            other: Any = shape
            for step in draw(st.sampled_from(places)):
                if not isinstance(other, (dict, list)):
                    break
                try:
                    other = other[step]
                except (KeyError, IndexError, TypeError):
                    break
            inside[key] = copy.deepcopy(other)
    return shape


@pytest.mark.parametrize("format", SHAPES)
def test_the_same_conversation_in_every_format(format: str) -> None:
    source = SHAPES[format]
    lines = "\n".join(map(json.dumps, source if isinstance(source, list) else [source]))
    for written in (source, json.dumps(source, indent=1), lines):
        transcript = load_transcript(written)
        assert transcript.format == format
        assert [(turn.role, turn.text) for turn in transcript.turns] == [
            ("user", "Where?"),
            ("assistant", 'find({"q":"A"})'),
            ("tool", "shelf 4"),
            ("assistant", "There."),
        ]
        assert pair_calls(transcript.turns).groups == ((0,), (1, 2), (3,))
        assert transcript.warnings == ()
        assert [section.text for section in sections_from_transcript(transcript)] == [
            "Where?",
            'find({"q":"A"})\n\nshelf 4',
            "There.",
        ]


def test_every_format_has_its_shape() -> None:
    assert set(SHAPES) == set(TITLES) - {"plain"}


@pytest.mark.parametrize("format", SHAPES)
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_broken_file_is_read_or_refused(format: str, data: st.DataObject) -> None:
    source = data.draw(broken(SHAPES[format]))
    before = json.dumps(source)
    for asked in (format, None):
        results = []
        for written in (source, before):
            try:
                transcript = load_transcript(written, asked)
            except TranscriptError as error:
                assert str(error)
                results.append(None)
                continue
            assert transcript.turns
            assert len({turn.id for turn in transcript.turns}) == len(transcript.turns)
            sections_from_transcript(transcript)
            results.append(transcript.turns)
        assert results[0] == results[1]
    assert json.dumps(source) == before


@pytest.mark.parametrize("format", SHAPES)
@given(other=st.sampled_from(list(SHAPES)))
@settings(deadline=None)
def test_a_file_of_another_format_is_read_or_refused(format: str, other: str) -> None:
    try:
        assert load_transcript(SHAPES[other], format).turns
    except TranscriptError as error:
        assert str(error)
