"""How do tests open the Memory page, without a browser?"""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.pages.opened import figures, html_of, run
from ui.memory.shown import STANDS_FOR, TURN
from ui.memory.talks import shipped_talks
from ui.samples import FIRST, shipped
from ui.state import KEY, Session
from ui.talk import Talk

PAGE = str(Path(__file__).parents[2] / "pages" / "memory.py")


def open_memory(view: str, talk: Talk | str = "support_chat", turn: int | None = None) -> AppTest:
    """The page with this view, on a shipped conversation or one's own; at the first loss."""
    at = AppTest.from_file(PAGE, default_timeout=60)
    talk = shipped_talks()[talk] if isinstance(talk, str) else talk
    at.session_state[KEY] = Session(shipped()[FIRST], FIRST, talk=talk)
    at.session_state["memory_view"] = view
    if turn is not None:
        at.session_state[STANDS_FOR] = (talk.base, talk.name)
        at.session_state["phrase"] = ""
        at.session_state[TURN] = turn
    return run(at)


__all__ = ["figures", "html_of", "open_memory", "run"]
