"""Older turns as text: lines, extracted facts, changed values, and what is cut of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compaction import (
    assignments,
    compact_history,
    extractive,
    find_facts,
    first_120,
    mark_superseded,
    message_line,
    shorten_summary,
    split_history,
    supersedes,
)
from engine.transcripts import Turn, pair_calls
from tests.engine.strategies import Letters, any_text
from tests.engine.talks import talks

MARK = re.compile(r" \(superseded[^)]*\)")

# Splitting


@given(talks(), st.integers(0, 16))
def test_a_split_keeps_groups_whole_and_loses_nothing(turns, keep):
    older, recent = split_history(turns, keep)
    assert older + recent == turns
    assert len(recent) >= min(keep, len(turns))
    cut = len(older)
    groups = pair_calls(turns).groups
    assert not any(group[0] < cut <= group[-1] for group in groups)
    # And no later cut does that, up to the one that was asked for.
    for later in range(cut + 1, max(0, len(turns) - keep) + 1):
        assert any(group[0] < later <= group[-1] for group in groups)


@given(st.lists(any_text, max_size=9), st.integers(0, 12))
def test_plain_messages_split_exactly(texts, keep):
    messages = [{"role": "user", "content": text} for text in texts]
    older, recent = split_history(messages, keep)
    assert len(recent) == min(keep, len(texts))
    assert older + recent == messages


@pytest.mark.parametrize("bad", [-1, True, 1.0, "2", None])
def test_keep_last_is_a_whole_number(bad):
    with pytest.raises(ValueError, match="keep_last"):
        split_history([], bad)


# One line a message


@given(st.lists(any_text | st.text(min_size=100, max_size=300), max_size=6), st.integers(0, 3))
@settings(deadline=None)
def test_a_message_is_a_line_of_at_most_120_characters_with_its_role(texts, keep):
    turns = [Turn("user", text, str(n)) for n, text in enumerate(texts)]
    compact = compact_history(turns, keep)
    older = turns[: max(0, len(turns) - keep)]
    assert compact.source_message_ids == tuple(turn.id for turn in older)
    lines = compact.summary.split("\n") if compact.summary else []
    assert len(lines) == sum(bool(turn.text.strip()) for turn in older)
    assert all(len(line) <= 120 and line.startswith("user:") for line in lines)
    assert all(" ".join(line.split()) == line for line in lines)


def test_messages_of_chat_apis_are_read_whatever_their_content():
    messages = [
        {"role": "user", "content": "Hi  there", "id": 7},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c", "function": {"name": "f"}}],
        },
        {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "ok"}]},
        {"role": "user", "content": {"odd": []}},
        {"role": "user"},
        {"role": "user", "text": "bye"},
    ]
    compact = compact_history(messages, 0)
    assert compact.source_message_ids == (7, "t2", "t3", "t4", "t5", "t6")
    assert compact.summary.splitlines() == [
        "user: Hi there", "assistant: f()", "tool: ok", 'user: {"odd":[]}', "user: bye",
    ]  # fmt: skip
    assert split_history(messages, 4)[1] == messages[1:]  # the call comes with its result
    with pytest.raises(TypeError, match="role and content"):
        compact_history(["Hi"], 0)
    with pytest.raises(ValueError, match="role"):
        compact_history([{"role": "nobody", "content": "x"}], 0)


def test_a_line_is_never_cut_inside_a_figure():
    turn = Turn("user", "The total for everything is 41,207.55 EUR, all told")
    for limit in range(12, 60):
        line = message_line(turn, limit)
        assert "41,207.55" in line or "41" not in line
        assert len(line) <= limit


# A summary cut down


@given(st.lists(st.text(alphabet="ab c,41.5", max_size=90), max_size=9), st.integers(0, 300))
@settings(deadline=None)
def test_a_shortened_summary_fits_and_keeps_the_newest_lines(lines, limit):
    summary = "\n".join(f"[{n}] user: {line}" for n, line in enumerate(lines))
    short = shorten_summary(summary, limit, Letters())
    assert len(short) <= limit
    kept = [line.split("]")[0] for line in short.splitlines()]
    all_of_them = [line.split("]")[0] for line in summary.splitlines()]
    assert kept == all_of_them[len(all_of_them) - len(kept) :]
    if len(summary) <= limit:
        assert short == summary


# The two summarizers


@given(talks())
@settings(deadline=None)
def test_every_turn_is_cited_once_and_earlier_lines_pass_through(turns):
    lines = first_120(turns).splitlines()
    own = [turn for turn in turns if turn.kind != "summary" and turn.text.strip()]
    for turn in own:
        assert sum(line.startswith(f"[{turn.id}] ") for line in lines) == 1
    earlier = [line for turn in turns if turn.kind == "summary" for line in turn.text.split("\n")]
    assert [line for line in lines if line.startswith("[0]")] == [
        line for line in earlier if line.startswith("[0]")
    ]


@given(talks(), st.lists(st.text(alphabet="ab .,;{}1\nX-", max_size=400), max_size=3))
@settings(deadline=None, max_examples=200)
def test_an_extract_is_never_longer_than_its_source_but_for_its_marks(turns, texts):
    turns = [*turns, *(Turn("user", text, f"x{n}") for n, text in enumerate(texts))]
    summary = extractive(turns)
    marks = sum(len(mark) for mark in MARK.findall(summary))
    written = [
        turn.text if turn.kind == "summary" else f"[{turn.id}] {turn.role}: {turn.text}"
        for turn in turns
    ]
    assert len(summary) - marks <= len("\n".join(written))
    assert extractive(turns) == summary


def test_an_extract_keeps_what_matters_word_for_word():
    said = (
        "Hello there! Nice weather today. The total is 41,207.55 EUR.\n"
        "Don't delete it. We decided to wait. I prefer trains. See src/app.py by 14 March."
    )
    assert extractive([Turn("user", said, "4")]) == (
        "[4] user: The total is 41,207.55 EUR. Don't delete it. We decided to wait. "
        "I prefer trains. See src/app.py by 14 March."
    )
    assert extractive([Turn("assistant", "Sure, sounds lovely.", "5")]) == ""


def test_of_json_the_pieces_with_facts_are_left():
    rows = ", ".join(f'{{"name": "idle", "words": "and so on", "id": "A-{n}"}}' for n in range(5))
    summary = extractive([Turn("tool", f"[{rows}]", "6")])
    assert summary.startswith("[6] tool: ")
    assert all(f'"id": "A-{n}"' in summary for n in range(5))
    assert "and so on" not in summary
    long = extractive([Turn("tool", ", ".join(f"A-{n}" for n in range(400)), "7")])
    assert len(long) <= len("[7] tool: ") + 300


# Changed values


def test_a_changed_value_is_said_cited_and_the_old_one_marked():
    turns = [Turn("user", "budget 500", "1"), Turn("user", "budget is now 700", "4")]
    assert extractive(turns) == (
        "[1] user: budget 500 (superseded by 700 [4])\n[4] user: budget is now 700"
    )
    # The same over two rounds, the first summary among the turns; and once more changes nothing.
    first = Turn("user", extractive(turns[:1]), "s", kind="summary")
    assert extractive([first, turns[1]]) == extractive(turns)
    again = Turn("user", extractive(turns), "s", kind="summary")
    assert extractive([again]) == again.text
    later = extractive([again, Turn("user", "Make that a budget of 900 instead.", "9")])
    assert later.splitlines() == [
        "[1] user: budget 500 (superseded by 700 [4])",
        "[4] user: budget is now 700 (superseded by 900 [9])",
        "[9] user: Make that a budget of 900 instead.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "replaced"),
    [
        ("budget 500", "budget is now 700", True),
        ("Our travel budget is 500 EUR.", "We raised the budget from 500 to 700 EUR.", True),
        ("The deadline is 12 May.", "The deadline moved to 14 May.", True),
        ("budget: 500", "budget: 700", True),
        ("budget 500", "budget is now 500", False),  # a paraphrase
        ("budget 1,000", "budget is now 1000", False),
        ("travel budget 500", "food budget is now 700", False),
        ("budget 500 EUR", "budget is now 20 %", False),
        ("order 4711 is late", "order 4712 arrived", False),
        ("budget 500", "The price is now 700", False),
        ("step 3", "step is 4", False),
    ],
)
def test_which_statement_replaces_which(old, new, replaced):
    lines = mark_superseded([f"[1] user: {old}", f"[2] user: {new}"])
    assert bool(MARK.search(lines[0])) == replaced
    assert lines[1] == f"[2] user: {new}"
    assert MARK.sub("", lines[0]) == f"[1] user: {old}"


@given(st.text(alphabet="budget is now 570:.\n%€", max_size=60))
@settings(deadline=None)
def test_a_statement_never_replaces_itself(text):
    for one in assignments(text):
        assert text[one.start : one.end] == one.value
        assert not supersedes(one, one)


# Facts


@given(st.text(max_size=80) | st.text(alphabet="aA1-_/.@:`# €%\n'", max_size=80))
@settings(deadline=None, max_examples=300)
def test_a_fact_stands_where_it_says(text):
    facts = find_facts(text)
    assert all(text[fact.start : fact.end] == fact.text != "" for fact in facts)
    assert [fact.start for fact in facts] == sorted(fact.start for fact in facts)
    # Every digit belongs to a literal: no figure is overlooked.
    literal = {
        place
        for fact in facts
        if fact.kind in ("identifier", "figure", "date")
        for place in range(fact.start, fact.end)
    }
    assert all(place in literal for place, letter in enumerate(text) if letter in "0123456789")


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("ask ada@example.org now", "identifier", "ada@example.org"),
        ("see https://a.org/x?y=1.", "identifier", "https://a.org/x?y=1"),
        ("in ~/notes/a.md today", "identifier", "~/notes/a.md"),
        ("open src/app.py please", "identifier", "src/app.py"),
        ("run `rm the file` now", "identifier", "`rm the file`"),
        ("call get_order first", "identifier", "get_order"),
        ("call getOrder first", "identifier", "getOrder"),
        ("order A-17 came", "identifier", "A-17"),
        ("commit a1b2c3d broke", "identifier", "a1b2c3d"),
        ("issue #12 is open", "identifier", "#12"),
        ("update to v1.2.3 soon", "identifier", "v1.2.3"),
        ("it costs €149.90 net", "figure", "€149.90"),
        ("a total of 41,207.55 EUR", "figure", "41,207.55 EUR"),
        ("minus -5 °C outside", "figure", "-5 °C"),
        ("some 20 % off", "figure", "20 %"),
        ("on 2026-11-30T10:30:00Z it", "date", "2026-11-30T10:30:00Z"),
        ("on 14 March 2026 we", "date", "14 March 2026"),
        ("on March 14, 2026 we", "date", "March 14, 2026"),
        ("by Friday at noon", "date", "Friday"),
        ("at 10:30 pm sharp", "date", "10:30 pm"),
        ("I won't go", "negation", "won't"),
        ("You must never. Go!", "rule", "You must never."),
        ("Hm. I prefer tea. Ok", "preference", "I prefer tea."),
        ("Ok. We decided on tea", "decision", "We decided on tea"),
        ("Hi. We want to win.", "goal", "We want to win."),
    ],
)
def test_kinds_of_facts(text, kind, found):
    assert (kind, found) in [(fact.kind, fact.text) for fact in find_facts(text)]
