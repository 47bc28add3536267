"""Which of the three formats of a router's configuration is this, and what does it hold?

>>> from engine.routing.exports.config import RouterConfig
>>> from engine.routing.exports.rasa import to_rasa_yaml
>>> load_config(to_rasa_yaml(RouterConfig("tfidf", 0.3, 0.1, ()))).threshold
0.3
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.decoding import text_of_source
from engine.errors import FileError, RouterConfigError
from engine.routing.exports.config import RouterConfig
from engine.routing.exports.document import FORMAT, load_router_config
from engine.routing.exports.rasa import read_rasa
from engine.routing.exports.schema import OURS
from engine.routing.exports.semantic_router import read_semantic_router
from engine.routing.exports.yaml_text import parsed_yaml

_JSON = re.compile(rf'\s*\{{\s*"format"\s*:\s*"{re.escape(FORMAT)}')
_YAML = re.compile(rf"^(router_type|{OURS})[ \t]*:", re.MULTILINE)
_PIPELINE = re.compile(r"^pipeline[ \t]*:", re.MULTILINE)
_EXAMPLES = re.compile(r"^nlu[ \t]*:", re.MULTILINE)


def is_config(text: str) -> bool:
    """Whether the text shows the signs of a router's configuration, in any of the formats.

    A Rasa file that holds a pipeline and examples is one only where it has our settings too.

    >>> is_config("router_type: indexed"), is_config("query,intent"), is_config("nlu: []")
    (True, False, False)
    """
    if text.lstrip().startswith(("{", "[")):
        return _JSON.match(text) is not None
    if _YAML.search(text):
        return True
    return _PIPELINE.search(text) is not None and _EXAMPLES.search(text) is None


def load_config(source: str | bytes | Path) -> RouterConfig:
    """Read a configuration that was exported as JSON, for semantic-router or for Rasa.

    A `str` is the text itself. Raises `RouterConfigError` with the path of the bad field.

    >>> load_config("stories: []")
    Traceback (most recent call last):
    ...
    engine.errors.RouterConfigError: expected a router's JSON, or YAML with router_type \
(semantic-router) or pipeline (Rasa); found stories
    """
    text = _text(source)
    if text.lstrip().startswith(("{", "[")):
        return load_router_config(text)
    data = parsed_yaml(text)
    if "router_type" in data:
        return read_semantic_router(data)
    if "pipeline" in data:
        return read_rasa(data)
    found = ", ".join(map(str, data))[:80]
    raise RouterConfigError(
        "expected a router's JSON, or YAML with router_type (semantic-router) or pipeline (Rasa); "
        f"found {found or 'nothing'}"
    )


def _text(source: str | bytes | Path) -> str:
    try:
        return text_of_source(source)
    except FileError as error:
        raise RouterConfigError(str(error)) from None
