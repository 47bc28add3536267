"""Is every ordering the one the contract names, for every count, and in the pipeline's way?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ORDERINGS, ContextSection, order_for_pipeline, order_for_recall
from engine.placement import may_move
from engine.sections import KINDS
from tests.engine.strategies import sections

# Ranks by place, for 0 to 8 sections, written out by hand.
EDGES = [
    [],
    [1],
    [1, 2],
    [1, 3, 2],
    [1, 3, 4, 2],
    [1, 3, 5, 4, 2],
    [1, 3, 5, 6, 4, 2],
    [1, 3, 5, 7, 6, 4, 2],
    [1, 3, 5, 7, 8, 6, 4, 2],
]
LANGCHAIN = [
    [],
    [1],
    [2, 1],
    [1, 3, 2],
    [2, 4, 3, 1],
    [1, 3, 5, 4, 2],
    [2, 4, 6, 5, 3, 1],
    [1, 3, 5, 7, 6, 4, 2],
    [2, 4, 6, 8, 7, 5, 3, 1],
]
MIDDLE = [
    [],
    [1],
    [2, 1],
    [3, 1, 2],
    [4, 2, 1, 3],
    [5, 3, 1, 2, 4],
    [6, 4, 2, 1, 3, 5],
    [7, 5, 3, 1, 2, 4, 6],
    [8, 6, 4, 2, 1, 3, 5, 7],
]
EXPECTED = {
    "edges_first": EDGES,
    "best_last": [ranks[::-1] for ranks in EDGES],
    "by_priority": [list(range(1, count + 1)) for count in range(9)],
    "best_in_the_middle": MIDDLE,
    "langchain_reorder": LANGCHAIN,
}


def ranked(count: int) -> list[ContextSection]:
    """So many sections by rank, given in an order that is neither up nor down."""
    best_first = [ContextSection(str(rank), "", priority=-rank) for rank in range(1, count + 1)]
    return best_first[1::2] + best_first[::2][::-1]


def names(ordered) -> list[str]:
    return [section.name for section in ordered]


@pytest.mark.parametrize("count", range(9))
@pytest.mark.parametrize("name", EXPECTED)
def test_every_ordering_for_none_to_eight_sections(name, count):
    ordered = ORDERINGS[name](ranked(count))
    assert [int(section.name) for section in ordered] == EXPECTED[name][count]


def test_all_the_names_of_the_contract_are_there():
    assert list(ORDERINGS) == ["as_given", *sorted(EXPECTED, key=list(ORDERINGS).index)]
    assert ORDERINGS["edges_first"] is order_for_recall


def naive_edges(ranks: list) -> list:
    """The rule in words: the next best goes to the free place at the front, then at the back."""
    placed = [None] * len(ranks)
    front, back = 0, len(ranks) - 1
    for turn, one in enumerate(ranks):
        if turn % 2 == 0:
            placed[front], front = one, front + 1
        else:
            placed[back], back = one, back - 1
    return placed


def naive_langchain(documents: list) -> list:
    """LangChain's `_litm_reordering`, as published: reversed, then in front and behind."""
    result: list = []
    for turn, value in enumerate(reversed(documents)):
        if turn % 2 == 1:
            result.append(value)
        else:
            result.insert(0, value)
    return result


@given(sections())
@settings(max_examples=200, deadline=None)
def test_against_a_naive_reference_with_ties_in_input_order(given_sections):
    best_first = sorted(
        enumerate(given_sections), key=lambda numbered: (-numbered[1].priority, numbered[0])
    )
    ranks = [section for _, section in best_first]
    assert ORDERINGS["as_given"](given_sections) == list(given_sections)
    assert ORDERINGS["by_priority"](given_sections) == ranks
    assert ORDERINGS["edges_first"](given_sections) == naive_edges(ranks)
    assert ORDERINGS["best_last"](given_sections) == naive_edges(ranks)[::-1]
    assert ORDERINGS["best_in_the_middle"](given_sections) == naive_edges(ranks[::-1])
    assert ORDERINGS["langchain_reorder"](given_sections) == naive_langchain(ranks)


@given(sections(), st.sampled_from(list(ORDERINGS)))
@settings(max_examples=200, deadline=None)
def test_an_ordering_is_a_permutation_and_leaves_its_input_alone(given_sections, name):
    untouched = list(given_sections)
    ordered = ORDERINGS[name](untouched)
    assert isinstance(ordered, list)
    assert ordered is not untouched
    assert untouched == list(given_sections)
    assert sorted(names(ordered)) == sorted(names(given_sections))


def test_equal_priorities_are_ranked_as_they_came():
    equal = [ContextSection(name, "") for name in "abcd"]
    assert names(ORDERINGS["by_priority"](equal)) == list("abcd")
    assert names(ORDERINGS["edges_first"](equal)) == list("acdb")
    assert names(ORDERINGS["best_last"](equal)) == list("bdca")


def test_best_last_puts_the_strongest_next_to_the_question_and_the_second_first():
    ordered = ORDERINGS["best_last"](ranked(7))
    assert (ordered[-1].name, ordered[0].name) == ("1", "2")


@given(sections(), st.sampled_from(list(ORDERINGS)))
@settings(max_examples=200, deadline=None)
def test_in_the_pipeline_only_what_may_move_moves(given_sections, name):
    ordered = order_for_pipeline(given_sections, name)
    assert sorted(names(ordered)) == sorted(names(given_sections))
    for before, after in zip(given_sections, ordered, strict=True):
        assert may_move(before) == may_move(after)
        if not may_move(before):
            assert before is after
    moved = [section for section in given_sections if may_move(section)]
    assert [section for section in ordered if may_move(section)] == ORDERINGS[name](moved)


def test_instructions_stay_first_and_the_task_last():
    prompt = [
        ContextSection("rules", "", 0, kind="instructions"),
        ContextSection("tools", "", 0, kind="tools"),
        *(ContextSection(f"doc {rank}", "", -rank, kind="evidence") for rank in (3, 1, 2)),
        ContextSection("task", "", 99, kind="task"),
    ]
    for name in ORDERINGS:
        ordered = names(order_for_pipeline(prompt, name))
        assert ordered[:2] == ["rules", "tools"]
        assert ordered[-1] == "task"
    assert names(order_for_pipeline(prompt))[2:5] == ["doc 1", "doc 3", "doc 2"]


def test_a_conversation_keeps_its_order_and_its_place():
    turns = [
        ContextSection("turn 1 user", "", 1, kind="history", source="user"),
        ContextSection("turn 2 tool find", "", 9, kind="scratch", source="tool"),
        ContextSection("turn 3 note", "", 5, kind="evidence", tier="history"),
        ContextSection("turn 4 assistant", "", 3, kind="history", source="assistant"),
    ]
    weak, strong = (ContextSection(n, "", p, kind="evidence") for n, p in (("weak", 1), ("s", 2)))
    ordered = order_for_pipeline([weak, *turns, strong], "by_priority")
    assert ordered == [strong, *turns, weak]


def test_of_the_kinds_four_stay():
    stays = {kind for kind in KINDS if not may_move(ContextSection("a", "", kind=kind))}
    assert stays == {"instructions", "tools", "task", "history"}
    assert may_move(ContextSection("pinned", "", pinned=True, kind="evidence"))


def test_an_unknown_order_is_named_with_the_known_ones():
    with pytest.raises(ValueError, match=r"'edges'.*as_given.*edges_first"):
        order_for_pipeline([], "edges")
