"""Does assembly keep the contract's rules, one worked example each?"""

from __future__ import annotations

import math

import pytest

from engine import (
    ContextBudget,
    ContextOverflowError,
    ContextSection,
    assemble_context,
    budget_staircase,
    count_tokens,
    get_tokenizer,
    label_section,
)
from tests.engine.strategies import Dearer, Letters

ONE = Letters()


def text(tokens: int, letter: str = "w") -> str:
    """A text of so many tokens under the one-letter counter, in words of nine letters."""
    return "".join(" " if i % 10 == 9 and i != tokens - 1 else letter for i in range(tokens))


def outcome(assembly, name: str) -> tuple[str, str]:
    decision = next(d for d in assembly.decisions if d.name == name)
    return decision.outcome, decision.reason


def test_nothing_in_a_budget_of_nothing():
    assembly = assemble_context([], 0)
    assert (assembly.text, assembly.token_count, assembly.decisions) == ("", 0, ())


@pytest.mark.parametrize("budget", [-1, True, math.nan, "100", None, 3.5])
def test_a_budget_that_is_no_whole_number_is_named(budget):
    with pytest.raises(ValueError, match=repr(budget).replace("'", "'")):
        assemble_context([], budget)
    with pytest.raises(ValueError, match=str(budget)):
        ContextBudget(budget)


def test_pinned_overflow_names_total_budget_and_sections():
    pinned = [ContextSection(n, text(60), pinned=True) for n in ("rules", "tools")]
    with pytest.raises(ContextOverflowError) as caught:
        assemble_context(pinned, 100, ONE, separator="")
    error = caught.value
    assert (error.required, error.budget, error.names) == (120, 100, ("rules", "tools"))
    assert all(word in str(error) for word in ("120", "100", "rules", "tools"))


def test_pinned_exactly_equal_to_the_budget_leaves_the_rest_out():
    sections = [
        ContextSection("pin", text(60), priority=-9, pinned=True),
        ContextSection("rest", text(5), priority=9),
    ]
    assembly = assemble_context(sections, 60, ONE)
    assert assembly.included == ("pin",)
    assert assembly.dropped == ("rest",)
    assert outcome(assembly, "rest") == ("dropped", "larger_than_budget")


def test_equal_priorities_go_by_input_order_and_negative_ones_come_last():
    sections = [
        ContextSection(n, text(10), priority=p) for n, p in zip("abc", (-3, 0, 2), strict=True)
    ]
    assert assemble_context(sections, 22, ONE).included == ("b", "c")
    ties = [ContextSection(n, text(10), priority=1) for n in "abc"]
    assert assemble_context(ties, 22, ONE).included == ("a", "b")


def test_a_cut_ends_the_filling_and_a_misfit_that_cannot_be_cut_does_not():
    small = ContextSection("small", text(30), priority=1)
    big = ContextSection("big", text(80), priority=9, truncatable=True)
    cut = assemble_context([big, small], 50, ONE)
    assert outcome(cut, "big") == ("truncated", "shortened_to_fit")
    assert outcome(cut, "small") == ("dropped", "crowded_out")
    whole = ContextSection("big", text(80), priority=9)
    skipped = assemble_context([whole, small], 50, ONE)
    assert outcome(skipped, "big") == ("dropped", "larger_than_budget")
    assert outcome(skipped, "small") == ("included", "fits")


def test_duplicate_names_and_priorities_that_are_not_finite_are_named():
    with pytest.raises(ValueError, match="twice"):
        assemble_context([ContextSection("twice", "a"), ContextSection("twice", "b")], 9)
    for bad in (math.nan, math.inf):
        with pytest.raises(ValueError, match="odd"):
            assemble_context([ContextSection("odd", "a", priority=bad)], 9)


def test_equal_texts_are_both_kept():
    turns = [ContextSection(f"{n} user", "yes", kind="history") for n in (1, 2)]
    assert assemble_context(turns, 20).text == "yes\n\nyes"


def test_an_empty_section_is_included_and_not_placed():
    assembly = assemble_context([ContextSection("none", ""), ContextSection("one", "x")], 1)
    assert outcome(assembly, "none") == ("included", "empty")
    assert assembly.text == "x"
    assert assembly.included == ("none", "one")


def test_the_total_is_a_recount_of_the_text_that_is_sent():
    pieces = [ContextSection("a", "foo"), ContextSection("b", "bar")]
    exact = get_tokenizer("o200k_base")
    assembly = assemble_context(pieces, 10, exact, separator="")
    assert [d.tokens_after for d in assembly.decisions] == [1, 1]
    assert assembly.token_count == 1
    assert assembly.join_tokens == -1


def test_where_joining_adds_tokens_the_last_one_taken_is_given_back():
    sections = [
        ContextSection("low", "ax", priority=1),
        ContextSection("high", "bx", priority=3),
        ContextSection("mid", "cx", priority=2),
    ]
    assembly = assemble_context(sections, 9, Dearer(), separator="|")
    # Apart they cost 2 + 3 + 3 = 8, joined 8 + 2 seams = 10.
    assert assembly.included == ("high", "mid")
    assert outcome(assembly, "low") == ("dropped", "crowded_out")
    assert assembly.token_count == 6
    assert assembly.decisions[0].budget_needed == 10
    with pytest.raises(ContextOverflowError):
        pinned = [ContextSection(n, "ax", pinned=True) for n in "ab"]
        assemble_context(pinned, 5, Dearer(), separator="|")


def test_an_arrangement_writes_the_same_sections_in_another_order():
    sections = [ContextSection(n, text(5, n), priority=p) for n, p in (("a", 1), ("b", 2))]
    assembly = assemble_context(sections, 20, ONE, separator="|", arrange=lambda s: s[::-1])
    assert assembly.text == "bbbbb|aaaaa"
    assert [s.name for s in assembly.sections] == ["b", "a"]
    assert [d.name for d in assembly.decisions] == ["a", "b"]
    assert assembly.included == ("a", "b")


def test_an_arrangement_has_no_say_in_ties():
    sections = [ContextSection(n, text(5, n)) for n in "ab"]
    assembly = assemble_context(sections, 5, ONE, arrange=lambda s: s[::-1])
    assert (assembly.included, assembly.dropped) == (("a",), ("b",))


def test_an_arrangement_that_loses_or_adds_a_section_is_refused():
    sections = [ContextSection(n, n) for n in "ab"]
    for wrong in (sections[:1], sections * 2, [*sections[:1], ContextSection("c", "c")]):
        with pytest.raises(ValueError, match="exactly once"):
            assemble_context(sections, 99, arrange=lambda s, wrong=wrong: wrong)
    with pytest.raises(ValueError, match="exactly once"):
        assemble_context(sections, 99, arrange=lambda s: [s[0], s[0]])


def test_optional_sections_stop_at_the_soft_limit_and_pinned_ones_may_pass_it():
    pin = ContextSection("pin", text(60), pinned=True)
    a, b = (ContextSection(n, text(20), priority=p) for n, p in (("a", 2), ("b", 1)))
    assembly = assemble_context([pin, a, b], 100, ONE, separator="", fill_limit=85)
    assert assembly.included == ("pin", "a")
    assert assembly.decisions[2].limit == "fill"
    assert assembly.decisions[2].budget_needed == 100
    assert assemble_context([pin, a], 100, ONE, separator="", fill_limit=50).included == ("pin",)
    with pytest.raises(ValueError, match="fill_limit"):
        assemble_context([], 10, fill_limit=11)


def test_tiers_hold_their_limits_and_history_keeps_no_hole():
    turns = [
        ContextSection(f"t{n}", text(size), kind="history")
        for n, size in enumerate((5, 30, 10, 10))
    ]
    sections = [*turns, ContextSection("doc", text(30), kind="evidence")]
    assembly = assemble_context(
        sections, 100, ONE, separator="", tier_limits={"history": 28, "retrieved": 30}
    )
    assert assembly.included == ("t2", "t3", "doc")
    assert outcome(assembly, "t1") == ("dropped", "tier_full")
    assert outcome(assembly, "t0") == ("dropped", "tier_full")  # it would fit; there is no hole
    needed = {d.name: (d.budget_needed, d.priority_needed) for d in assembly.decisions}
    assert needed["t1"] == (50, None)
    assert needed["t0"] == (55, None)


def test_pinned_sections_over_their_tier_raise_with_its_limit():
    rules = ContextSection("rules", text(20), pinned=True, kind="instructions")
    with pytest.raises(ContextOverflowError) as caught:
        assemble_context([rules], 100, ONE, tier_limits={"static": 15})
    assert (caught.value.required, caught.value.budget, caught.value.tier) == (20, 15, "static")


def test_what_would_get_a_section_in():
    sections = [
        ContextSection("rules", text(20), pinned=True),
        ContextSection("big", text(50), priority=5),
        ContextSection("small", text(30), priority=2),
    ]
    assembly = assemble_context(sections, 60, ONE, separator="")
    rules, big, small = assembly.decisions
    assert (rules.limit, rules.budget_needed, rules.priority_needed) == (None, None, None)
    assert (big.outcome, big.reason, big.limit) == ("dropped", "larger_than_budget", "budget")
    assert big.budget_needed == 70
    assert small.outcome == "included"
    tighter = assemble_context(sections, 75, ONE, separator="")
    assert tighter.included == ("rules", "big")
    assert tighter.decisions[2].budget_needed == 100
    assert tighter.decisions[2].priority_needed == 6


def test_more_budget_can_push_a_section_out():
    sections = [
        ContextSection("big", text(50), priority=5),
        ContextSection("small", text(30), priority=2),
    ]
    steps = budget_staircase(sections, [29, 30, 49, 50, 79, 80], ONE, separator="")
    assert steps["small"] == ["dropped", "included", "included", "dropped", "dropped", "included"]


def test_every_section_is_written_by_wrap_and_counted_as_written():
    section = ContextSection("policy", "Within thirty days of the purchase. " * 8, truncatable=True)
    full = count_tokens(label_section(section), "o200k_base")
    assembly = assemble_context([section], full - 10, "o200k_base", wrap=label_section)
    (decision,) = assembly.decisions
    assert decision.tokens_before == full
    assert decision.tokens_after == assembly.token_count <= full - 10
    assert assembly.text.endswith("</context>")


@pytest.mark.parametrize("hostile", ["{x}", "$math$", "<script>", "</context>", "[…]", "%s \\1"])
def test_hostile_text_is_literal(hostile):
    assert assemble_context([ContextSection("h", hostile)], 50).text == hostile


def test_the_input_is_untouched_and_the_output_repeats_itself():
    sections = [
        ContextSection(f"s{n}", text(n * 7), priority=n % 3, truncatable=True) for n in range(9)
    ]
    copy = list(sections)
    first, second = (assemble_context(sections, 100, ONE) for _ in range(2))
    assert sections == copy
    assert first == second
