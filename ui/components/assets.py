"""What does a component get from Python besides its data: which script, styles and colours?

A Streamlit component takes one script. Ours is kept in files by concern, so each script is its
parts one behind the other, the last of which exports the function that Streamlit calls.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from ui.palette import MUST_FIND, PINNED, UNPINNED, Theme

HERE = Path(__file__).parent


def join_files(*names: str) -> str:
    """The text of these files of this package, in this order."""
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)


def colours(theme: Theme) -> dict[str, Any]:
    """The theme as plain data for a component: its colours, fills by kind and glyphs."""
    return {
        "page": theme.page,
        "panel": theme.panel,
        "text": theme.text,
        "muted": theme.muted,
        "hairline": theme.hairline,
        "primary": theme.primary,
        "link": theme.link,
        "label": theme.label,
        "ink": theme.ink,
        "tints": list(theme.token_tints),
        "kinds": {kind: asdict(fill) for kind, fill in theme.kinds.items()},
        "pinned": PINNED,
        "unpinned": UNPINNED,
        "must_find": MUST_FIND,
    }
