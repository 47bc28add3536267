"""How is the open query set changed from a page, and what if the change is refused?"""

from __future__ import annotations

from collections.abc import Callable

from engine.routing import QuerySet
from ui import state
from ui.route.sets import open_set
from ui.route.shown import split_of


def edit(change: Callable[[QuerySet], QuerySet], step: str | None = None) -> bool:
    """Apply a change to the open set; where it is refused, say why and leave it as it was.

    The set is the one that is open now, not the one that was drawn: of two quick gestures the
    second must not take the first back. Every query of it has a split, so none changes sides.
    """
    try:
        changed = change(split_of(open_set()).queries)
    except ValueError as error:
        state.refuse("Nothing was changed.", sentence(error))
        return False
    state.change_queries(changed, step=step)
    return True


def sentence(error: ValueError) -> str:
    """What an error says, as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
