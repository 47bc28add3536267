"""Which gate is best for the queries of a split, and how far can one trust that?

What was worked out is kept by the identity of what it follows from.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.routing import Judged
from engine.routing.aims import Aim, Gate, default_grid
from engine.routing.held_out import Comparison, compare_gates
from engine.routing.sweep import GateSweep, sweep_judged
from engine.routing.tune import Cloud, Tuned, bootstrap_cloud, tune
from engine.scenario.routing import Routing


def aim_of(routing: Routing, judged: Judged) -> Aim:
    """The aim as the set can serve it: without queries out of scope no share can be declared."""
    aim = routing.tuned_for
    both = 0 < own_share(judged) < 1
    return aim if both else Aim(aim.metric, None, aim.costs, aim.risk_ceiling)


@lru_cache(maxsize=32)
def own_share(judged: Judged) -> float:
    """The share of a split's queries that is out of scope; 0 where there are none."""
    in_scope = judged.single.in_scope
    return 1 - float(in_scope.mean()) if in_scope.size else 0.0


@lru_cache(maxsize=32)
def tuned_on(judged: Judged, aim: Aim) -> Tuned:
    """The best gate for an aim."""
    return tune(judged, aim, grid_of(judged))


@lru_cache(maxsize=16)
def grid_of(judged: Judged) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The gates of the map."""
    return default_grid(judged)


@lru_cache(maxsize=32)
def cloud_of(tuned: Tuned) -> Cloud:
    """Where the best gate lands on resamples."""
    return bootstrap_cloud(tuned)


@lru_cache(maxsize=32)
def swept(judged: Judged, tuned: Tuned) -> GateSweep:
    """Another split on the grid of a tuned one."""
    return sweep_judged(judged, tuned.sweep.thresholds, tuned.sweep.margins)


@lru_cache(maxsize=64)
def compared(judged: Judged, now: Gate, tuned: Gate, aim: Aim) -> Comparison:
    """Two gates on queries that neither was tuned on."""
    return compare_gates(judged, now, tuned, aim)
