"""Does assembly keep its promises for every input, and agree with the plain way to say the rule?"""

from __future__ import annotations

import math
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ContextOverflowError, assemble_context, budget_staircase, label_section
from engine.sections import TIERS
from engine.tokens import get_tokenizer, truncate_to_tokens
from tests.engine.strategies import Dearer, Letters, any_text, sections, tier_limits, words

COUNTERS = ["chars/4", "o200k_base", "cl100k_base"]
seam_text = st.text(alphabet="ax| ", max_size=8)


def backwards(candidates):
    return list(candidates)[::-1]


arrangements = st.sampled_from([None, backwards])


@given(
    sections(),
    st.integers(0, 60),
    st.sampled_from(COUNTERS),
    st.booleans(),
    tier_limits,
    arrangements,
)
@settings(max_examples=150, deadline=None)
def test_what_is_always_true(candidates, budget, counter, labelled, limits, arrange):
    tokenizer = get_tokenizer(counter)
    wrap = label_section if labelled else None
    budget *= 4 if labelled else 1
    write = wrap or (lambda section: section.text)
    try:
        assembly = assemble_context(
            candidates, budget, counter, wrap=wrap, arrange=arrange, tier_limits=limits
        )
    except ContextOverflowError as error:
        assert error.required > error.budget
        assert set(error.names) <= {s.name for s in candidates if s.pinned}
        return
    assert assembly.token_count == tokenizer.count(assembly.text) <= budget
    assert assembly.text == "\n\n".join(write(section) for section in assembly.sections)
    everyone = (*assembly.included, *assembly.truncated, *assembly.dropped)
    assert sorted(everyone) == sorted(s.name for s in candidates)
    assert len(set(everyone)) == len(everyone)
    after = sum(d.tokens_after for d in assembly.decisions)
    assert after + assembly.join_tokens == assembly.token_count
    placed = {s.name: s for s in assembly.sections}
    for section, decision in zip(candidates, assembly.decisions, strict=True):
        assert decision.name == section.name
        if section.pinned and section.text:
            assert placed[section.name] == section
        if decision.outcome == "truncated":
            assert decision.tokens_after == tokenizer.count(write(placed[section.name]))
            assert decision.tokens_after > 0
        if decision.outcome == "dropped":
            assert decision.tokens_after == 0
            assert section.name not in placed
    prompt = arrange(candidates) if arrange else candidates
    assert [s.name for s in assembly.sections] == [s.name for s in prompt if s.name in placed]


@given(sections(), st.integers(0, 30), tier_limits, st.randoms())
@settings(max_examples=150, deadline=None)
def test_an_arrangement_decides_where_and_not_whether(candidates, budget, limits, random):
    """With joins that cost nothing: the same decisions, the same advice, the same total."""
    shuffled = list(candidates)
    random.shuffle(shuffled)
    now = settled(candidates, budget, Letters(), tier_limits=limits)
    then = settled(candidates, budget, Letters(), tier_limits=limits, arrange=lambda _: shuffled)
    assert (now is None) == (then is None)
    if now is None:
        return
    assert then.decisions == now.decisions
    assert then.token_count == now.token_count
    assert [d.priority_needed for d in then.decisions] == [d.priority_needed for d in now.decisions]
    assert {s.name: s for s in then.sections} == {s.name: s for s in now.sections}


def plain_fill(candidates, budget, tokenizer, separator, limits, fill):
    """The filling rule said the plain way, one section after the other; recounts aside."""
    cost, used, tier_used, placed = {}, 0, dict.fromkeys(TIERS, 0), 0
    result = {s.name: "included" for s in candidates if not s.text}

    def price(section, text):
        return tokenizer.count(text) + (tokenizer.count(separator) if placed else 0)

    for s in candidates:
        if s.pinned and s.text:
            cost = price(s, s.text)
            used, placed = used + cost, placed + 1
            tier_used[s.tier] += cost
            result[s.name] = "pinned"
    ranked = sorted((s for s in candidates if not s.pinned and s.text), key=lambda s: -s.priority)
    newest = [s for s in reversed(candidates) if s in ranked and s.tier == "history"]
    ended, ended_tiers = False, set()
    for s in ranked:
        if limits is not None and s.tier == "history":
            s = newest.pop(0)
        room = fill - used
        tier_room = (limits or {}).get(s.tier, math.inf) - tier_used[s.tier]
        cost, text, what = price(s, s.text), s.text, "included"
        if ended or s.tier in ended_tiers:
            result[s.name] = "dropped"
            continue
        if cost > min(room, tier_room):
            left = min(room, tier_room) - price(s, "")
            text = truncate_to_tokens(s.text, left, tokenizer) if s.truncatable and left > 0 else ""
            what = "truncated" if text else "dropped"
            if text and room <= tier_room:
                ended = True
            if limits is not None and (text or s.tier == "history"):
                ended_tiers.add(s.tier)
        result[s.name] = what
        if what != "dropped":
            cost = price(s, text)
            used, placed = used + cost, placed + 1
            tier_used[s.tier] += cost
    return result


@given(
    sections(), st.integers(0, 80), st.integers(0, 80), tier_limits, st.sampled_from(["", "\n\n"])
)
@settings(max_examples=300, deadline=None)
def test_it_agrees_with_the_rule_said_plainly(candidates, a, b, limits, separator):
    fill, budget = sorted((a, b))
    tokenizer = Letters()  # joins cost nothing here, so nothing is given back
    try:
        assembly = assemble_context(
            candidates, budget, tokenizer, separator=separator, tier_limits=limits, fill_limit=fill
        )
    except ContextOverflowError:
        return
    plain = plain_fill(candidates, budget, tokenizer, separator, limits, fill)
    assert {
        d.name: "included" if d.reason == "empty" else d.outcome for d in assembly.decisions
    } == plain


def settled(candidates, budget, tokenizer, **limits):
    try:
        assembly = assemble_context(candidates, budget, tokenizer, separator="|", **limits)
    except ContextOverflowError:
        return None
    return assembly


def whole(assembly, name):
    return assembly is not None and any(
        d.name == name and d.outcome == "included" for d in assembly.decisions
    )


@given(
    sections(seam_text),
    st.integers(0, 30),
    st.integers(0, 30),
    tier_limits,
    st.booleans(),
    arrangements,
)
@settings(max_examples=200, deadline=None)
def test_the_budget_needed_is_the_smallest_that_helps(candidates, a, b, limits, dear, arrange):
    """Against trying every value in turn, with a counter whose joins add tokens, too."""
    settle = partial(settled, arrange=arrange)
    tokenizer = Dearer() if dear else Letters()
    fill, budget = sorted((a, b))
    now = settle(candidates, budget, tokenizer, tier_limits=limits, fill_limit=fill)
    if now is None:
        return
    most = 2 * len(candidates) + 1 + sum(tokenizer.count(s.text) for s in candidates)
    for section, decision in zip(candidates, now.decisions, strict=True):
        if decision.limit is None:
            assert decision.outcome in ("pinned", "included")
            assert decision.budget_needed is None
            continue
        assert decision.outcome in ("truncated", "dropped")

        def at(value, decision=decision, section=section):
            if decision.limit == "fill":
                return settle(candidates, budget, tokenizer, tier_limits=limits, fill_limit=value)
            if decision.limit == "tier":
                raised = {**limits, section.tier: value}
                return settle(candidates, budget, tokenizer, tier_limits=raised, fill_limit=fill)
            soft = fill if fill < budget else None
            return settle(candidates, value, tokenizer, tier_limits=limits, fill_limit=soft)

        start = {"fill": fill, "tier": (limits or {}).get(section.tier), "budget": budget}
        end = budget if decision.limit == "fill" else max(most, budget)
        values = range(start[decision.limit], end + 1)
        first = next((v for v in values if whole(at(v), section.name)), None)
        assert decision.budget_needed == first


@given(sections(seam_text), st.integers(0, 30), tier_limits, st.booleans(), arrangements)
@settings(max_examples=200, deadline=None)
def test_the_priority_needed_is_the_smallest_that_helps(candidates, budget, limits, dear, arrange):
    settle = partial(settled, arrange=arrange)
    tokenizer = Dearer() if dear else Letters()
    now = settle(candidates, budget, tokenizer, tier_limits=limits)
    if now is None:
        return
    for index, decision in enumerate(now.decisions):
        section = candidates[index]
        if decision.limit is None or (limits is not None and section.tier == "history"):
            assert decision.priority_needed is None
            continue
        first = None
        for priority in range(-6, 7):
            changed = list(candidates)
            changed[index] = type(section)(**{**section.__dict__, "priority": priority})
            if whole(settle(changed, budget, tokenizer, tier_limits=limits), section.name):
                first = priority
                break
        assert decision.priority_needed == first


@given(
    sections(words),
    st.lists(st.integers(0, 60), max_size=12),
    st.sampled_from(COUNTERS),
    arrangements,
)
@settings(max_examples=60, deadline=None)
def test_the_staircase_is_assembly_at_every_budget(candidates, budgets, counter, arrange):
    steps = budget_staircase(candidates, budgets, counter, arrange=arrange)
    for column, budget in enumerate(budgets):
        try:
            decisions = assemble_context(candidates, budget, counter, arrange=arrange).decisions
            expected = [d.outcome for d in decisions]
        except ContextOverflowError:
            expected = ["overflow"] * len(candidates)
        assert [steps[s.name][column] for s in candidates] == expected


@pytest.mark.parametrize("counter", COUNTERS)
@given(st.data())
@settings(max_examples=40, deadline=None)
def test_the_answers_hold_for_real_counters(counter, data):
    """Taking the advice gets the section in: the budget, and the priority."""
    candidates = data.draw(sections(any_text))
    budget = data.draw(st.integers(0, 40))
    try:
        now = assemble_context(candidates, budget, counter)
    except ContextOverflowError:
        return
    for index, decision in enumerate(now.decisions):
        if decision.budget_needed is not None:
            then = assemble_context(candidates, decision.budget_needed, counter)
            assert whole(then, decision.name)
        if decision.priority_needed is not None:
            changed = list(candidates)
            changed[index] = type(candidates[index])(
                **{**candidates[index].__dict__, "priority": decision.priority_needed}
            )
            assert whole(assemble_context(changed, budget, counter), decision.name)
