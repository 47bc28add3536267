"""Judged queries for tests: drawn by hypothesis, or many of a kind by a seed."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from engine.routing.judged import Judged

hundredths = st.integers(0, 30).map(lambda n: n / 30)
judged_rows = st.tuples(hundredths, hundredths, st.booleans(), st.booleans(), st.booleans())


def as_judged(rows, ruled=()) -> Judged:
    """Rows of (score, second, correct, in scope, collision); the second is never the larger."""
    top = np.array([max(row[:2]) for row in rows], dtype=float)
    second = np.array([min(row[:2]) for row in rows], dtype=float)
    correct, in_scope, collision = (
        np.array([row[k] for row in rows], dtype=bool) for k in (2, 3, 4)
    )
    in_scope |= collision
    mask = np.zeros(len(rows), dtype=bool)
    mask[list(ruled)] = True
    top[mask], second[mask] = np.inf, 0
    return Judged(top, second, correct & in_scope, in_scope, collision, mask)


judged_sets = st.lists(judged_rows, max_size=25).map(as_judged)


def many(n: int, seed: int = 0, collisions: float = 0.0) -> Judged:
    """Scores that say something: the higher, the likelier the best intent is meant."""
    rng = np.random.default_rng(seed)
    in_scope = rng.random(n) < 0.8
    top = np.where(in_scope, rng.beta(5, 3, n), rng.beta(3, 5, n))
    second = top * (1 - rng.beta(1, 3, n))
    correct = in_scope & (rng.random(n) < 0.4 + 0.6 * top)
    collision = in_scope & (rng.random(n) < collisions)
    return Judged(top, second, correct, in_scope, collision, np.zeros(n, dtype=bool))
