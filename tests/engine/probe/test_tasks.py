"""Does a moved fact leave everything else as it was, and is an answer judged by what it names?"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import KeyValueTask, NeedleTask, OwnTextTask, Plan
from engine.probe import VARIANTS, at_length, task_of, task_values
from engine.probe.checking import first_named, names_expected, numbers_in
from engine.probe.filler import filler
from engine.probe.needle import KINDS
from engine.probe.words import COMMON, WIDER
from tests.engine.probe.readers import LINE

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
positions = st.floats(0, 1, allow_nan=False)
seeds = st.integers(0, 10**10)
TEXT = "\n\n".join(f"Paragraph {n} is about ship {n}. It sailed." for n in range(1, 13))
OWN = OwnTextTask(TEXT, "The lamp was lit by Ada Byron.", "Who lit the lamp?", "Ada Byron")
TASKS = [
    KeyValueTask(),
    KeyValueTask(2, "chat"),
    KeyValueTask(500, "line", 9),
    NeedleTask(200),
    OWN,
]


def text_of(messages):
    assert messages[0]["role"] == "user"
    return messages[0]["content"]


@given(seeds, positions, st.integers(2, 60))
def test_a_moved_pair_stands_where_asked_and_the_others_keep_their_order(seed, position, pairs):
    task = KeyValueTask(pairs)
    item = task.item(seed)
    listed = LINE.findall(text_of(task.messages(item, position)))
    index = round(position * (pairs - 1))
    assert listed[index] == (item.key, item.value)
    assert listed[:index] + listed[index + 1 :] == list(item.pairs[1:])
    assert len({key for key, _ in listed}) == len({value for _, value in listed}) == pairs
    assert listed[task.named(item, position, f"It is {item.value}.")] == (item.key, item.value)


def test_lines_and_indices_are_those_that_were_agreed():
    task = KeyValueTask(pairs=25)
    assert [task.index(x) for x in FIVE] == [0, 6, 12, 18, 24]
    lines = text_of(task.messages(task.item(5), 0.0)).splitlines()
    assert all(re.fullmatch(r"key: [a-z]+ -> value: \d{4}", line) for line in lines[:25])
    assert task.item(5).key in lines[-1]


@pytest.mark.parametrize("task", TASKS)
def test_the_same_seed_is_the_same_item_and_another_seed_another(task):
    assert task.item(4) == task.item(4)
    assert task.messages(task.item(4), 0.5) == task.messages(task.item(4), 0.5)
    assert task.messages(task.item(4), 0.5) != task.messages(task.item(5), 0.5)


@pytest.mark.parametrize("task", TASKS)
def test_controls_hold_the_fact_alone_and_nothing(task):
    item = task.item(3)
    fact = {"key-value": "-> value: ", "needle": getattr(item, "fact", ""), "own-text": OWN.fact}
    whole, alone, nothing = (
        text_of(messages)
        for messages in (task.messages(item, 0.5), task.oracle(item), task.closed_book(item))
    )
    assert whole.count(fact[task.kind]) >= alone.count(fact[task.kind]) == 1
    assert fact[task.kind] not in nothing
    assert nothing in alone
    assert nothing in whole
    assert len(nothing) > 9


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_answer_is_begun_only_where_it_is_asked_for(variant):
    task = KeyValueTask(variant=variant)
    item = task.item(0)
    begun = task.messages(item, 0.5, prefill=True)
    assert [message["role"] for message in task.messages(item, 0.5)] == ["user"]
    assert begun[:1] == task.messages(item, 0.5)
    assert [message["role"] for message in begun[1:]] == ["assistant"] * (variant != "chat")
    assert not numbers_in("".join(message["content"] for message in begun[1:]))


def test_no_key_is_within_another_or_in_a_question():
    questions = " ".join(variant.question for variant in VARIANTS.values())
    assert len(set(WIDER)) == len(WIDER)
    for word in WIDER:
        assert re.fullmatch("[a-z]{4,}", word)
        assert sum(word in other for other in WIDER) == 1
        assert word not in questions.lower()


def keys_of(pairs):
    keys = [key for key, _ in KeyValueTask(pairs).item(1).pairs]
    assert len(set(keys)) == pairs
    return keys


def test_short_lists_have_common_words_for_keys_and_long_ones_pairs_of_words():
    assert set(keys_of(60)) == set(COMMON)
    assert set(COMMON) < set(WIDER)
    assert set(keys_of(381)) == set(WIDER)
    for key in keys_of(3_000):
        first, second = key.split("-")
        assert first != second
        assert {first, second} <= set(WIDER)


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("4821", 0),
        ("The value of the key cedar is 4821.", 0),
        ("**4,821**", 0),
        ("4 821", None),  # an ordinary space: two numbers
        ("4\u202f821", 0),
        ("４８２１", 0),
        ("cedar: 4821, maple: 7310", 0),
        ("7310 or 4821", 1),
        ("key: maple -> value: 7310\nkey: cedar -> value: 4821", 1),
        ("9999, no: 4821", 0),  # not of the list
        ("14821", None),
        ("48210", None),
        ("482", None),
        ("4821.0", 0),
        ("-4821", 0),
        ("1,4821", 0),
        ("", None),
        ("I do not know.", None),
    ],
)
def test_the_first_listed_value_counts(answer, place):
    assert first_named(answer, ["4821", "7310"]) == place


@given(
    st.integers(0, 99), st.floats(0, 1), st.text(alphabet=st.characters(exclude_categories=["N"]))
)
def test_reciting_the_list_is_no_answer_unless_the_fact_comes_first(seed, position, before):
    task = KeyValueTask(10)
    item = task.item(seed)
    recited = before + text_of(task.messages(item, position))
    assert task.is_correct(item, recited) == (task.index(position) == 0)
    assert task.named(item, position, recited) == 0


@pytest.mark.parametrize(
    ("answer", "expected", "others", "right"),
    [
        ("pier 9", "pier 9", (), True),
        ("It leaves from PIER   9!", "pier 9", (), True),
        ("pier 90", "pier 9", (), False),
        ("pier 3, or pier 9", "pier 9", ("pier 3",), False),
        ("pier 9, not pier 3", "pier 9", ("pier 3",), True),
        ("Café Müller", "cafe\u0301 mu\u0308ller", (), True),
        ("答えは第3章です。", "第3章", (), True),
        ("答えは第31章です。", "第3章", (), False),
        ("ada byron's lamp", "Ada Byron", (), True),
        ("", "pier 9", (), False),
        ("anything", "…", (), False),
    ],
)
def test_a_name_counts_as_whole_words_before_any_alternative(answer, expected, others, right):
    assert names_expected(answer, expected, others) is right


@given(st.integers(0, 500), st.floats(0, 1))
def test_a_needle_moves_between_whole_sentences(seed, position):
    task = NeedleTask(60)
    item = task.item(seed)
    text = text_of(task.messages(item, position))
    assert text.count(item.fact) == 1
    rest = text.replace(item.fact, "").split("\n\n")[0].split()
    assert rest == " ".join(item.sentences).split()
    assert task.is_correct(item, item.fact)
    assert not task.is_correct(item, f"{item.alternatives[0]}, {item.answer}")


def test_filler_is_varied_as_long_as_asked_and_names_no_answer():
    from random import Random

    sentences = filler(Random(9), 40_000)
    text = " ".join(sentences)
    assert len(set(sentences)) == len(sentences)
    assert 40_000 <= len(text) + 1 < 40_300
    for kind in KINDS:
        assert not any(names_expected(text, answer) for answer in kind.answers)


@given(positions, st.integers(0, 40))
def test_a_fact_of_ones_own_moves_through_the_whole_text(position, seed):
    item = OWN.item(seed)
    parts = text_of(OWN.messages(item, position)).split("\n\n")
    assert parts.pop() == OWN.question
    assert parts.pop(round(position * 12)) == OWN.fact
    assert sorted(parts) == sorted(OWN.pieces)
    start = parts.index(OWN.pieces[0])
    assert tuple(parts[start:] + parts[:start]) == OWN.pieces  # the order goes round


def test_a_text_that_holds_the_fact_already_holds_it_once():
    task = OwnTextTask(f"{OWN.fact} {TEXT}", OWN.fact, OWN.question, OWN.answer)
    assert text_of(task.messages(task.item(0), 1.0)).count(OWN.fact) == 1
    assert task.answer_elsewhere == 0
    twice = OwnTextTask(f"{TEXT} Ada Byron wrote.", OWN.fact, OWN.question, OWN.answer)
    assert twice.answer_elsewhere == 1


def test_sentences_where_there_are_few_paragraphs():
    text = "He said “No.” Then left! 雨が降った。風が吹いた。\n\nThe end"
    task = OwnTextTask(text, "It was 9.", "When?", "9")
    assert task.pieces == ("He said “No.”", "Then left!", "雨が降った。", "風が吹いた。", "The end")


def test_one_text_gives_as_many_items_as_pieces():
    assert OWN.distinct == 12
    prompts = {text_of(OWN.messages(OWN.item(seed), 0.5)) for seed in range(100)}
    assert len(prompts) == 12
    Plan(OWN, n=12)
    with pytest.raises(ValueError, match="12 different items; n = 13"):
        Plan(OWN, n=13)


@pytest.mark.parametrize("task", TASKS)
def test_a_task_is_read_as_it_was_written(task):
    assert task_of(task_values(task)) == task


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "kind must be one of key-value"),
        ({"kind": ["needle"]}, "kind must be one of"),
        ({"kind": "key-value", "pairs": 1}, "pairs must be a whole number from 2.*found 1"),
        ({"kind": "key-value", "pairs": True}, "pairs must be.*True"),
        ({"kind": "key-value", "variant": "shout"}, "variant must be one of continue.*shout"),
        ({"kind": "key-value", "tokens": 9}, "key-value task has no tokens"),
        ({"kind": "needle", "tokens": 2.5}, "tokens must be.*2.5"),
        ({"kind": "own-text", "text": "A. B."}, "needs fact"),
        ({**task_values(OWN), "alternatives": "Bob"}, "alternatives must be a list"),
        ({**task_values(OWN), "alternatives": [3]}, "alternatives must be a list"),
        ({**task_values(OWN), "answer": "Bob"}, "the fact must name the answer 'Bob'"),
        ({**task_values(OWN), "text": "One sentence."}, "two sentences"),
        ({**task_values(OWN), "question": " "}, "question must hold words"),
    ],
)
def test_a_wrong_task_is_refused_with_what_was_found(values, words):
    with pytest.raises(ValueError, match=words):
        task_of(values)


@pytest.mark.parametrize("position", [-0.1, 1.1, float("nan"), True, "0.5", None])
@pytest.mark.parametrize("task", [TASKS[0], *TASKS[3:]])
def test_a_position_lies_in_the_text(task, position):
    with pytest.raises(ValueError, match="position lies from 0"):
        task.messages(task.item(0), position)


def test_another_length_is_another_task():
    assert at_length(Plan(KeyValueTask()), 75).task == KeyValueTask(75)
    assert at_length(Plan(NeedleTask()), 9_000).task == NeedleTask(9_000)
    with pytest.raises(ValueError, match="one length"):
        at_length(Plan(OWN, n=3), 75)
