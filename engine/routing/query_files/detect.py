"""Which kind of query file is this?

>>> detect('[{"text": "hi", "intents": ["greet"], "slots": {}}]'), detect("hi,greet")
('nlupp', 'csv')
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.errors import QueryFileError
from engine.routing.query_files.clinc150 import SPLITS
from engine.routing.query_files.json_walk import Item, walk

TITLES = {
    "csv": "CSV or TSV",
    "jsonl": "JSON lines",
    "json": "JSON list",
    "nlupp": "NLU++",
    "clinc150": "CLINC150",
    "rasa": "Rasa nlu.yml",
}

_LIST = re.compile(r'\s*\[\s*[{\["\]]')  # a query may begin with a bracket too
_OBJECT = re.compile(r"\s*\{")
_NLU_KEY = re.compile(r"^nlu[ \t]*:[ \t\r]*(#.*)?$", re.MULTILINE)


def detect(text: str) -> str:
    """The name of the format whose signs the text shows; without any it is taken as CSV."""
    if _LIST.match(text):
        return detect_items(walk(text), "json")
    if _OBJECT.match(text):
        return detect_items(walk(text), "jsonl")
    return "rasa" if _NLU_KEY.search(text) else "csv"


def detect_items(items: Iterator[Item], otherwise: str) -> str:
    """The same for the elements of a JSON text, of which the first tells.

    >>> detect_items(walk('{"val": [["hi", "greet"]]}'), "jsonl")
    'clinc150'
    """
    try:
        first = next(items, None)
    except QueryFileError:  # the reader says where it is broken
        return otherwise
    if first is None:
        return otherwise
    if first.key in SPLITS:
        return "clinc150"
    row = first.value
    if first.key or not isinstance(row, dict) or "text" not in row:
        return otherwise
    several = isinstance(row.get("intents"), list) or isinstance(row.get("slots"), dict)
    return "nlupp" if several else otherwise
