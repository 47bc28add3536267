"""How is a text of the user's written so that Plotly shows it as it stands?

Plotly reads a small HTML in every label, decodes entities in it, fills in `%{…}` where a
template stands and hands `$…$` to MathJax where that is loaded. All four signs go in as
entities, which are decoded last.

>>> literal("<b>5 $ & %{x}</b>")
'&lt;b&gt;5 &#36; &amp; &#37;{x}&lt;/b&gt;'
"""

from __future__ import annotations

import re

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", "%": "&#37;"})
# What would break a label over lines, or turn the text around it from right to left.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def one_line(text: str) -> str:
    """The text without line breaks, control characters and marks that turn its direction.

    >>> one_line("a\\n\\tb")
    'a b'
    """
    return _DIRECTIONS.sub("", _CONTROLS.sub(" ", text))


def literal(text: str) -> str:
    """The text with everything escaped that Plotly would read as more than text."""
    return one_line(text).translate(_ENTITIES)
