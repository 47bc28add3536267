"""Would each proposed gate have helped, is it the least such one, and is its effect true?"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.routing.aims import Gate
from engine.routing.fixes import STEP, find_fixes
from engine.routing.gates import MATCH, OUTCOMES, gate_outcomes
from tests.engine.routing.sets import as_judged, hundredths, judged_sets, many


def codes_at(judged, gate):
    return gate_outcomes(judged.top, judged.second, gate.threshold, gate.margin)


def goes_wrong(judged, gate):
    routed = codes_at(judged, gate) == MATCH
    good = judged.correct & judged.in_scope
    return np.where(routed, ~good, judged.in_scope) & ~judged.collision


def right_or_stopped(judged, gate, row):
    routed = codes_at(judged, gate)[row] == MATCH
    return routed == bool(judged.correct[row] and judged.in_scope[row])


@given(judged_sets, hundredths, hundredths)
@settings(max_examples=200, deadline=None)
def test_each_gate_helps_its_query_and_does_what_it_says(judged, threshold, margin):
    gate = Gate(threshold, margin)
    fixes = find_fixes(judged, gate)
    assert [fix.row for fix in fixes] == np.flatnonzero(goes_wrong(judged, gate)).tolist()
    codes = codes_at(judged, gate)
    for fix in fixes:
        assert fix.outcome == OUTCOMES[codes[fix.row]]
        if fix.gate is None:
            assert fix.text == "utterances"
            assert not judged.correct[fix.row] or judged.top[fix.row] <= 0
            continue
        assert right_or_stopped(judged, fix.gate, fix.row)
        before, after = (codes_at(judged, g) == MATCH for g in (gate, fix.gate))
        rows = ~judged.collision & (before != after)
        good = judged.correct & judged.in_scope
        assert fix.fixes == (rows & (after == good)).sum()
        assert fix.breaks == (rows & (after != good)).sum()
        assert (fix.action == "utterances") == (fix.fixes <= fix.breaks)
        assert_least(judged, gate, fix)


def assert_least(judged, gate, fix):
    """One step less, in what was changed, no longer helps."""
    for name in ("threshold", "margin"):
        old, new = getattr(gate, name), getattr(fix.gate, name)
        if old != new:
            other = {"threshold": fix.gate.threshold, "margin": fix.gate.margin}
            other[name] = new - STEP if new > old else new + STEP
            assert not right_or_stopped(judged, Gate(**other), fix.row)


def test_the_words():
    judged = as_judged(
        [
            (0.9, 0.1, True, True, False),
            (0.3, 0.1, False, False, False),  # stopped by a threshold
            (0.15, 0.0, True, True, False),  # let in by one
            (0.8, 0.75, True, True, False),  # let in by a margin
            (0.18, 0.17, True, True, False),  # by both
            (0.0, 0.0, False, True, False),  # knows no word of it
            (0.5, 0.48, False, True, False),  # fell back, but was not going to be right
            (0.0, 0.0, False, False, False),  # caught: nothing to fix
            (0.5, 0.0, False, True, False),  # a rule's
        ],
        ruled=[8],
    )
    found = {fix.row: (fix.problem, fix.text) for fix in find_fixes(judged, Gate(0.2, 0.1))}
    assert found == {
        1: ("out_of_scope_routed", "threshold 0.301"),
        2: ("needless_fallback", "threshold 0.150"),
        3: ("needless_fallback", "margin 0.050"),
        4: ("needless_fallback", "threshold 0.180, margin 0.009"),
        5: ("needless_fallback", "utterances"),
        6: ("needless_fallback", "utterances"),
        8: ("wrong_intent", "rule"),
    }


def test_the_better_of_two_gates_is_proposed():
    """A threshold above 0.8 would stop nine right ones; a margin above 0.12 stops this alone."""
    rows = [(0.7, 0.1, True, True, False)] * 9 + [(0.8, 0.68, False, True, False)]
    (fix,) = find_fixes(as_judged(rows), Gate(0.2, 0.1))
    assert (fix.action, fix.text, fix.effect) == ("margin", "margin 0.121", "fixes 1, breaks 0")
    rows = [(0.9, 0.05, True, True, False), (0.95, 0.9, True, True, False)]
    assert find_fixes(as_judged(rows), Gate(0.2, 0.0)) == ()


@pytest.mark.parametrize("value", [0.1, 0.3, 0.29, 0.57, 0.001, 0.7 - 0.6, 0.123456, 1.0])
@given(st.integers(-2, 2))
@settings(max_examples=5, deadline=None)
def test_steps_at_float_boundaries(value, steps):
    """The number written in three decimals is the number that is counted."""
    for _ in range(abs(steps)):
        value = float(np.nextafter(value, np.inf * steps))
    judged = as_judged([(value, 0.0, False, False, False)])
    (fix,) = find_fixes(judged, Gate(0.0, 0.0))
    assert fix.gate.threshold == float(f"{fix.gate.threshold:.3f}") > value
    assert fix.gate.threshold - value < STEP * 1.000001
    assert right_or_stopped(judged, fix.gate, 0)


def test_nothing_wrong_and_nothing_at_all():
    assert find_fixes(as_judged([]), Gate(0.2, 0.1)) == ()
    assert len(find_fixes(many(300, collisions=0.2), Gate(0.2, 0.1))) > 20


def test_of_some_rows_the_same_fixes_are_found_as_of_all():
    judged, gate = many(200, collisions=0.1), Gate(0.2, 0.1)
    every, rows = find_fixes(judged, gate), np.arange(0, 200, 3)
    assert find_fixes(judged, gate, rows) == tuple(fix for fix in every if fix.row % 3 == 0)
    assert find_fixes(judged, gate, np.array([], dtype=np.intp)) == ()
