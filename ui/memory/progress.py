"""How far has a long replay come? A bar that appears only when there is something to tell.

What takes long can be stopped: Streamlit gives up a run at its next word to the page, and the
bar speaks often enough for that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

import streamlit as st

PATIENCE = 0.4  # seconds that need no bar
APART = 0.1  # seconds from one word to the page to the next


class Bar:
    """Used with `with`; `tell` takes shares from 0 to 1.

    With `stop`, which is called before the page is drawn anew, there is a button beside it.
    """

    def __init__(self, words: str, stop: Callable[[], object] | None = None) -> None:
        self._words, self._begin, self._stop = words, time.monotonic(), stop
        self._told = 0.0
        self._place: st.delta_generator.DeltaGenerator | None = None
        self._bar: st.delta_generator.DeltaGenerator | None = None

    def tell(self, share: float) -> None:
        """So much is done."""
        now = time.monotonic()
        if now - self._begin < PATIENCE or now - self._told < APART:
            return
        self._told = now
        text = f"{self._words}: {share:.0%}"
        if self._bar is None:
            self._bar = self._drawn(text)
        self._bar.progress(min(max(share, 0.0), 1.0), text)

    def _drawn(self, text: str) -> st.delta_generator.DeltaGenerator:
        self._place = st.empty()
        row = self._place.container(horizontal=True, vertical_alignment="bottom")
        bar = row.container(width="stretch").progress(0.0, text)
        if self._stop is not None:
            row.button("Stop", key=f"stop {self._words}", on_click=self._stop)
        return bar

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # While a run is given up the page is told nothing: it is drawn anew at once.
        if self._place is not None and (kind is None or issubclass(kind, Exception)):
            self._place.empty()
