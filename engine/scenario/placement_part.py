"""How does a scenario file say what must be found, and on which curve?

>>> from engine.scenario.schema import PlacementPart
>>> part = PlacementPart(must_find={"doc 10": 1.0})
>>> write_placement(read_placement(part, ["doc 9", "doc 10"]))
{'must_find': {'doc 10': 1}, 'curve': 'liu-docs-gpt-3.5-turbo-0613-20'}
>>> write_placement(Placement()) is None
True
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from engine.errors import ScenarioError
from engine.placement import DEFAULT_CURVE, find_curve
from engine.scenario.model import Placement

if TYPE_CHECKING:
    from engine.scenario.schema import PlacementPart


def read_placement(part: PlacementPart, sections: Collection[str]) -> Placement:
    """The part as a value. Raises `ScenarioError` for an unknown curve or section.

    A name that no section has is taken for a mistyped one: the fact would never be found.

    >>> from engine.scenario.schema import PlacementPart
    >>> read_placement(PlacementPart(must_find={"doc 1": 1.0}), ["doc 10"])
    Traceback (most recent call last):
    ...
    engine.errors.ScenarioError: placement.must_find: no section is named 'doc 1'
    """
    try:
        if part.curve != DEFAULT_CURVE:  # known without reading the figures
            find_curve(part.curve)
    except ValueError as error:
        path = "placement.curve"
        raise ScenarioError(f"{path}: {error}", path=path) from None
    for name in part.must_find:
        if name not in sections:
            path = "placement.must_find"
            raise ScenarioError(f"{path}: no section is named {name!r}", path=path)
    return Placement(tuple(part.must_find.items()), part.curve)


def write_placement(placement: Placement) -> dict[str, Any] | None:
    """The part as it is written; None where nothing was chosen, so that nothing is written."""
    if placement == Placement():
        return None
    return {
        "must_find": {
            name: int(weight) if float(weight).is_integer() else float(weight)
            for name, weight in placement.must_find
        },
        "curve": placement.curve,
    }
