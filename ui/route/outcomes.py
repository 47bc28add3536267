"""What does a gate do with each query?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.routing import Judged
from engine.routing.aims import Gate
from engine.routing.gates import MATCH, Codes, gate_outcomes
from ui.palette import OUTCOMES

Ints = npt.NDArray[np.intp]
RIGHT, WRONG, MISSED, LOW, TIE = range(len(OUTCOMES))


@lru_cache(maxsize=64)
def codes_of(judged: Judged, gate: Gate) -> Codes:
    """What the gate does with each query, as places in `engine.routing.OUTCOMES`."""
    return gate_outcomes(judged.top, judged.second, gate.threshold, gate.margin)


@lru_cache(maxsize=64)
def outcomes_of(judged: Judged, gate: Gate) -> Ints:
    """What becomes of each query, as places in `ui.palette.OUTCOMES`."""
    codes = codes_of(judged, gate)
    routed = np.where(judged.in_scope, np.where(judged.correct, RIGHT, WRONG), MISSED)
    return np.where(codes == MATCH, routed, codes + LOW - 1)
