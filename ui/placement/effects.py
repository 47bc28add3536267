"""For which models is an effect of position real?"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import streamlit as st

from engine.placement import PositionCurve, position_effect

DETECTABLE = {True: "detectable", False: "none detectable", None: "cannot be told"}


def effects(curves: tuple[PositionCurve, ...]) -> None:
    """For which models position matters, with n, status and source of each curve."""
    rows, count = effect_table(curves), Counter(position_effect(c).detectable for c in curves)
    st.write(
        f"**For which models is it real?** Of {len(curves)} curves position has an effect that "
        f"can be told from chance on **{count[True]}**, none that could be detected on "
        f"**{count[False]}**" + (f"; of {count[None]} it cannot be told." if count[None] else ".")
    )
    st.dataframe(list(rows), hide_index=True, width="stretch", height=320)


@lru_cache(maxsize=8)
def effect_table(curves: tuple[PositionCurve, ...]) -> tuple[dict[str, object], ...]:
    """A row for each curve; start − middle is in points, of the values as they are shown."""
    return tuple(
        {
            "curve": curve.label,
            "start − middle, points": round(
                round(100 * curve.at(0), 1) - round(100 * curve.at(0.5), 1), 1
            ),
            "effect": DETECTABLE[position_effect(curve).detectable],
            "n a point": curve.n,
            "status": status(curve),
            "how": position_effect(curve).how,
            "model": curve.model,
            "year": curve.year,
            "source": curve.source,
        }
        for curve in curves
    )


def status(curve: PositionCurve) -> str:
    """What is known of where the curve is from."""
    return curve.status if curve.kind == "measured" else f"{curve.kind}, {curve.status}"
