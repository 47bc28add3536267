"""What can be shown below the picture, by the name on its switch?"""

from __future__ import annotations

from collections.abc import Callable

from ui.measure.about_view import about_view
from ui.measure.compare_view import compare_view
from ui.measure.held import OpenRun
from ui.measure.items_view import items_view
from ui.measure.plan_view import plan_view
from ui.measure.wrong_view import wrong_view
from ui.palette import Theme

# (the run, the theme, the width of the page in px, whether for a projector)
VIEWS: dict[str, Callable[[OpenRun | None, Theme, int, bool], None]] = {
    "Items": items_view,
    "Where wrong answers point": wrong_view,
    "Compare": compare_view,
    "Plan": plan_view,
    "About this": about_view,
}

# Those that show answers, and grow with them.
GROWING = ("Items", "Where wrong answers point", "Compare")
