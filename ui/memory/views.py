"""What can be shown below the controls, by the name on its switch?"""

from __future__ import annotations

from collections.abc import Callable

from ui.memory.ask_view import ask_view
from ui.memory.diff_view import diff_view
from ui.memory.edit_view import edit_view
from ui.memory.faceoff_view import faceoff_view
from ui.memory.run_pane import run_pane
from ui.memory.shown import Shown
from ui.palette import Theme

# (what is shown, the theme, the width of the page in px, whether for a projector)
VIEWS: dict[str, Callable[[Shown, Theme, int, bool], None]] = {
    "This run": run_pane,
    "Face-off": faceoff_view,
    "Before and after": diff_view,
    "Ask": ask_view,
    "Edit": edit_view,
}
