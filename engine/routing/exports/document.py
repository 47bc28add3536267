"""How is a router's configuration written as JSON, and read back with a word on what is wrong?

>>> from engine.routing.queries import Intent
>>> text = to_json(RouterConfig("keywords", 0.2, 0.1, (Intent("billing", ("refund",)),)))
>>> load_router_config(text).intents
(Intent(name='billing', keywords=('refund',), utterances=()),)
>>> load_router_config(text.replace("0.2", "null"))
Traceback (most recent call last):
...
engine.errors.RouterConfigError: threshold: expected a number; found null
"""

from __future__ import annotations

import json
from typing import Literal

from pydantic import FiniteFloat

from engine.complaints import json_object
from engine.errors import RouterConfigError
from engine.routing.exports.config import RouterConfig
from engine.routing.exports.schema import (
    IntentPart,
    SettingsPart,
    check,
    checked,
    config_of,
    intent_document,
    settings_of,
)

FORMAT = "context-playground/router"
VERSION = 1


class RouterDocument(SettingsPart):
    format: Literal["context-playground/router"] = "context-playground/router"
    version: Literal[1]
    threshold: FiniteFloat
    margin: FiniteFloat
    intents: list[IntentPart]


def to_json(config: RouterConfig) -> str:
    """The configuration as JSON text: keys in a fixed order, so equal ones are equal files."""
    config = checked(config)
    settings = settings_of(config)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "scorer": settings.pop("scorer"),
        "aggregate": settings.pop("aggregate"),
        "threshold": config.threshold,
        "margin": config.margin,
        "intents": [intent_document(intent) for intent in config.intents],
        **settings,
    }
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def load_router_config(text: str | bytes) -> RouterConfig:
    """Read what `to_json` wrote. Raises `RouterConfigError` with the path of the field."""
    document = check(RouterDocument, json_object(text, RouterConfigError))
    return config_of(document, document.threshold, document.margin, document.intents)
