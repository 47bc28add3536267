"""What becomes of each of many scored queries at one gate?

The comparison of both gates, for arrays; `sweep` counts by the same one at every gate at once.

>>> codes = outcomes(np.array([0.9, 0.7, 0.1]), np.array([0.2, 0.6, 0.0]), 0.2, 0.1)
>>> [OUTCOMES[code] for code in codes]
['match', 'ambiguous_tie', 'low_confidence']
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.routing.judged import Bools, Floats

OUTCOMES = ("match", "low_confidence", "ambiguous_tie")
MATCH, LOW_CONFIDENCE, AMBIGUOUS_TIE = range(3)
Codes = npt.NDArray[np.int8]


def outcomes(top: Floats, second: Floats, threshold: float, margin: float) -> Codes:
    """For each query the index of its outcome in `OUTCOMES`.

    score ≤ 0 or score < threshold → low_confidence; else second > 0 and score − second <
    margin → ambiguous_tie; else match. All in float64.
    """
    low: Bools = (top <= 0) | (top < threshold)
    tie: Bools = (second > 0) & (top - second < margin)
    return np.where(low, LOW_CONFIDENCE, np.where(tie, AMBIGUOUS_TIE, MATCH)).astype(np.int8)
