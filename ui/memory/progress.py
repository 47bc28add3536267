"""How far has a long replay come? A bar that appears only when there is something to tell."""

from __future__ import annotations

import time
from types import TracebackType

import streamlit as st

PATIENCE = 0.4  # seconds that need no bar


class Bar:
    """Used with `with`; `tell` takes shares from 0 to 1."""

    def __init__(self, words: str) -> None:
        self._words, self._begin = words, time.monotonic()
        self._bar: st.delta_generator.DeltaGenerator | None = None

    def tell(self, share: float) -> None:
        """So much is done."""
        if self._bar is None and time.monotonic() - self._begin < PATIENCE:
            return
        text = f"{self._words}: {share:.0%}"
        if self._bar is None:
            self._bar = st.progress(0.0, text)
        self._bar.progress(min(max(share, 0.0), 1.0), text)

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.empty()
