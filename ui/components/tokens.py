"""How is a text shown as the tokens it is counted in, with what was cut from it?

    kept, marker, removed = split_cut(section.text, sent)
    token_view(tokenizer.pieces(kept), marker, removed, theme, key="tokens", height=200)

>>> drawn(["a", "b", "c"], "rest of it", pieces=2, characters=4)
(['a', 'b'], 1, 'rest', 6)
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.components.assets import colours, join_files
from ui.components.token_cut import split_cut
from ui.palette import Theme

__all__ = ["split_cut", "token_view"]

# A span a piece: a browser lays out some thousands at once, not the 250,000 of a megabyte.
MOST_PIECES = 4000
MOST_CHARACTERS = 12_000

_mount = st.components.v2.component(
    "context_playground_tokens",
    css=join_files("tokens.css"),
    js=join_files("dom.js", "tokens.js"),
)


def token_view(
    kept: Sequence[str],
    marker: str | None,
    removed: str,
    palette: Theme,
    *,
    key: str,
    height: int = 200,
    big: bool = False,
) -> None:
    """Show `kept` (a tokenizer's pieces) in alternating tints, the marker boxed, `removed` struck.

    Line breaks, tabs and invisible characters are made visible. It scrolls within `height` px.
    Of a huge text the beginning is drawn, and a line says how much is not.
    """
    pieces, more_pieces, rest, more_characters = drawn(kept, removed)
    _mount(
        key=key,
        data={
            "pieces": pieces,
            "more_pieces": more_pieces,
            "marker": marker,
            "removed": rest,
            "more_characters": more_characters,
            "palette": colours(palette),
            "height": height,
            "big": big,
        },
    )


def drawn(
    kept: Sequence[str],
    removed: str,
    pieces: int = MOST_PIECES,
    characters: int = MOST_CHARACTERS,
) -> tuple[list[str], int, str, int]:
    """What is drawn of the pieces and of the removed text, each with how much is not."""
    return (
        list(kept[:pieces]),
        max(0, len(kept) - pieces),
        removed[:characters],
        max(0, len(removed) - characters),
    )
