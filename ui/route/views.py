"""What can be shown below the maps, by the name on its switch?"""

from __future__ import annotations

from collections.abc import Callable

from ui.palette import Theme
from ui.route.compare_view import compare_view
from ui.route.confusion_view import confusion_view
from ui.route.curves_view import curves_view
from ui.route.intents_view import intents_view
from ui.route.queries_view import queries_view
from ui.route.query_view import query_view
from ui.route.shown import Shown

# (what is shown, the theme, the width of the page in px, whether for a projector)
VIEWS: dict[str, Callable[[Shown, Theme, int, bool], None]] = {
    "Queries": queries_view,
    "One query": query_view,
    "Curves": curves_view,
    "Confusion": confusion_view,
    "Compare": compare_view,
    "Intents": intents_view,
}
