"""How does a user's text reach the screen literally, where signs in it would be read?

>>> as_label("![x](http://a) $y$ :red[z]")
'!\\\\[x\\\\]\\\\(http\\\\:\\\\/\\\\/a\\\\) \\\\$y\\\\$ \\\\:red\\\\[z\\\\]'
"""

from __future__ import annotations

import html
import re

# Everything that Markdown, its directives, formulas or icons could begin with.
_SIGNS = re.compile(r"([\\`*_{}\[\]()<>#+\-.|~$:/&])")


def as_label(text: str, most: int | None = None) -> str:
    """The text for a label that Streamlit reads as Markdown: shown as it stands, on one line."""
    text = " ".join(text.split())
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    return _SIGNS.sub(r"\\\1", text)


def as_html(text: object) -> str:
    """The text for a piece of HTML that we write."""
    return html.escape(str(text), quote=True)
