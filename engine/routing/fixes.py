"""What would have put a query right that went wrong, and what else would that change?

>>> top, second = np.array([0.9, 0.49, 0.15]), np.array([0.1, 0.38, 0.0])
>>> judged = Judged(top, second, np.array([True, False, True]), np.array([True, False, True]),
...                 *np.zeros((2, 3), bool))
>>> for fix in find_fixes(judged, Gate(0.2, 0.1)):
...     print(fix.row, fix.problem, "|", fix.text, "|", fix.effect)
1 out_of_scope_routed | threshold 0.491 | fixes 1, breaks 0
2 needless_fallback | threshold 0.150 | fixes 1, breaks 0
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.routing.aims import Gate
from engine.routing.gates import MATCH, OUTCOMES, gate_outcomes
from engine.routing.judged import Floats, Ints, Judged
from engine.routing.sweep import sweep_judged

PROBLEMS = ("wrong_intent", "out_of_scope_routed", "needless_fallback")
# Gates are proposed in these steps: three decimals are what one ships and reads.
STEP = 0.001


@dataclass(frozen=True)
class Fix:
    """One query that goes wrong at a gate, and the least change that would have helped.

    `row` is its index among the queries, `outcome` what the router did, `problem` one of
    `PROBLEMS`. `action` says what to change: `"threshold"`, `"margin"`, `"both"`,
    `"utterances"` or `"rule"`. `gate` is the gate that would help this query, on the whole set
    it `fixes` so many and `breaks` so many; with `"utterances"` it is one that does the set no
    good, or None where no gate helps. A query whose best intent is not meant can be stopped by
    a gate, never routed right.
    """

    row: int
    outcome: str
    problem: str
    action: str
    gate: Gate | None = None
    fixes: int = 0
    breaks: int = 0

    @property
    def text(self) -> str:
        """The change in a few words."""
        if self.gate is None or self.action == "utterances":
            return self.action
        parts = (("threshold", self.gate.threshold), ("margin", self.gate.margin))
        return ", ".join(
            f"{name} {value:.3f}" for name, value in parts if self.action in (name, "both")
        )

    @property
    def effect(self) -> str:
        """What that gate does to the whole set."""
        if self.gate is None:
            return "no gate helps"
        return f"fixes {self.fixes:,}, breaks {self.breaks:,}"


def find_fixes(judged: Judged, gate: Gate, rows: Ints | None = None) -> tuple[Fix, ...]:
    """Every query that goes wrong at the gate, in order; collisions are left out.

    With `rows` only those of them: of a long log one looks at some.

    - Routed, and not meant: the smallest threshold above its score, or the smallest margin
      above its gap, whichever does the set more good. Where a rule answered: the rule.
    - Not routed, though its best intent is meant: the threshold down to its score, the margin
      down to its gap, or both.
    - No such gate does the set any good, or the best intent is not meant and nothing was
      routed: utterances (or keywords) for the intent that is meant.

    What a gate fixes and breaks is counted exactly over all queries, by sweeps.
    """
    codes = gate_outcomes(judged.top, judged.second, gate.threshold, gate.margin)
    routed, right = codes == MATCH, judged.correct & judged.in_scope
    wrong = ~judged.collision & ((routed & ~right) | (~routed & judged.in_scope))
    if rows is not None:
        wrong &= np.isin(np.arange(len(wrong)), rows)
    lost = ~routed & ~(right & (judged.top > 0))
    options = (
        _stopping(judged, gate, np.flatnonzero(wrong & routed & ~judged.ruled))
        | _letting_in(judged, gate, np.flatnonzero(wrong & ~routed & ~lost))
        | dict.fromkeys(np.flatnonzero(wrong & routed & judged.ruled), ("rule", None, 0, 0))
        | dict.fromkeys(np.flatnonzero(wrong & lost), ("utterances", None, 0, 0))
    )
    problem = np.where(routed, np.where(judged.in_scope, 0, 1), 2)
    return tuple(
        Fix(int(row), OUTCOMES[codes[row]], PROBLEMS[problem[row]], *options[row])
        for row in sorted(options)
    )


Option = tuple[str, Gate | None, int, int]


def _stopping(judged: Judged, gate: Gate, rows: Ints) -> dict[int, Option]:
    """A higher threshold or a higher margin for each row that is routed and should not be."""
    thresholds = _on_steps(judged.top[rows], up=True)
    margins = _on_steps(judged.gap[rows], up=True)
    by_threshold = _effects(judged, gate, thresholds, np.full(len(rows), gate.margin))
    by_margin = _effects(judged, gate, np.full(len(rows), gate.threshold), margins)
    can_tie = judged.second[rows] > 0
    found = {}
    for k, row in enumerate(rows.tolist()):
        (good, bad), (good_too, bad_too) = by_threshold[k], by_margin[k]
        option: Option = "threshold", Gate(float(thresholds[k]), gate.margin), good, bad
        if can_tie[k] and good_too - bad_too > good - bad:
            option = "margin", Gate(gate.threshold, float(margins[k])), good_too, bad_too
        found[row] = _worth_it(option)
    return found


def _letting_in(judged: Judged, gate: Gate, rows: Ints) -> dict[int, Option]:
    """A lower threshold, margin or both for each row that falls back and should be routed."""
    tied = (judged.second[rows] > 0) & (judged.gap[rows] < gate.margin)
    margins = np.where(tied, _on_steps(judged.gap[rows], up=False), gate.margin)
    low = judged.top[rows] < gate.threshold
    thresholds = np.where(low, _on_steps(judged.top[rows], up=False), gate.threshold)
    effects = _effects(judged, gate, thresholds, margins)
    found = {}
    for k, row in enumerate(rows.tolist()):
        action = "both" if low[k] and tied[k] else "threshold" if low[k] else "margin"
        new = Gate(float(thresholds[k]), float(margins[k]))
        found[row] = _worth_it((action, new, *effects[k]))
    return found


def _worth_it(option: Option) -> Option:
    action, gate, good, bad = option
    return (action if good > bad else "utterances", gate, good, bad)


def _effects(
    judged: Judged, gate: Gate, thresholds: Floats, margins: Floats
) -> list[tuple[int, int]]:
    """What each gate, in place of `gate`, puts right and puts wrong, over all queries.

    Each is stricter than `gate` in both numbers, or laxer in both: then what changes in the
    counts is what changes in the queries.
    """
    rows, at_row = np.unique(thresholds, return_inverse=True)
    columns, at_column = np.unique(margins, return_inverse=True)
    new, old = (
        sweep_judged(judged, *grid) for grid in ((rows, columns), ([gate.threshold], [gate.margin]))
    )
    right = (new.routed_right - old.routed_right)[at_row, at_column]
    wrong = sum(
        getattr(new, name) - getattr(old, name) for name in ("routed_wrong", "routed_out_of_scope")
    )[at_row, at_column]
    good, bad = (
        np.maximum(right, 0) + np.maximum(-wrong, 0),
        np.maximum(-right, 0) + np.maximum(wrong, 0),
    )
    return list(zip(good.tolist(), bad.tolist(), strict=True))


def _on_steps(values: Floats, up: bool) -> Floats:
    """The smallest multiple of a step above each value, or the largest that it reaches."""
    steps = np.floor(values / STEP) - 1
    # What rounding did to the quotient is made good by looking at the multiples around it.
    near = np.round((steps[:, None] + np.arange(4)) * STEP, 12)
    above = np.argmax(near > values[:, None], axis=1)
    rows = np.arange(len(values))
    found: Floats = near[rows, above if up else above - 1]
    return found
