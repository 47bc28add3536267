"""How does a router leave for semantic-router 1.x, and come back?

The format: semantic-router 1.1.1, `semantic_router.load_router("router.yaml")`. A route has a
`confidence_threshold` of its own; there is no field for the margin, nor for keywords, so they
stand in the metadata, which that library keeps and ignores.

>>> from engine.routing.exports.yaml_text import parsed_yaml
>>> config = RouterConfig("tfidf", 0.31, 0.05, (Intent("cancel", utterances=("stop",)),))
>>> read_semantic_router(parsed_yaml(to_semantic_router_yaml(config))) == config
True
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, FiniteFloat

from engine.errors import RouterConfigError
from engine.routing.exports.config import RouterConfig
from engine.routing.exports.schema import (
    OURS,
    ForeignPart,
    IntentPart,
    Name,
    SettingsPart,
    check,
    checked,
    config_of,
    settings_of,
)
from engine.routing.exports.yaml_text import yaml_text
from engine.routing.queries import Intent

# The model of the scorer "minilm"; of the others none can be named in such a file.
ENCODER = {"type": "local", "name": "sentence-transformers/all-MiniLM-L6-v2"}

COMMENT = """\
For semantic-router 1.x: load_router("this file.yaml"), after pip install "semantic-router[local]".
Scores differ there: it compares with the nearest utterances only, under the encoder named below,
while the threshold was tuned on the scorer "{scorer}" ({aggregate}). Tune again there before you
ship it. It knows no margin and no rules: both are kept in the metadata, and ignored."""


class RouteMetadata(ForeignPart):
    margin: FiniteFloat
    keywords: list[str] = Field(default_factory=list)
    utterances_are_keywords: bool = False
    context_playground: SettingsPart | None = None


class RoutePart(ForeignPart):
    name: Name
    utterances: list[str]
    confidence_threshold: FiniteFloat
    metadata: RouteMetadata


class SemanticRouterFile(ForeignPart):
    router_type: Literal["indexed"]
    routes: list[RoutePart] = Field(min_length=1)


def to_semantic_router_yaml(config: RouterConfig) -> str:
    """The configuration as YAML that semantic-router 1.x loads; raises without any intent.

    An intent without utterances is given its keywords as utterances. The threshold stands at
    each route, where it can be changed alone; our settings stand in the first route's metadata.
    """
    config = checked(config)
    if not config.intents:
        raise RouterConfigError("intents: expected at least one; found none", path="intents")
    routes = [_route(intent, config) for intent in config.intents]
    routes[0]["metadata"][OURS] = settings_of(config)
    document = {
        "router_type": "indexed",
        "encoder": ENCODER,
        "top_k": 5,
        "aggregation": "max" if config.aggregate == "max" else "mean",
        "confidence_threshold": config.threshold,
        "routes": routes,
    }
    return yaml_text(document, COMMENT.format(scorer=config.scorer, aggregate=config.aggregate))


def _route(intent: Intent, config: RouterConfig) -> dict[str, Any]:
    metadata: dict[str, Any] = {"margin": config.margin, "keywords": list(intent.keywords)}
    if not intent.utterances:
        metadata["utterances_are_keywords"] = True
    return {
        "name": intent.name,
        "utterances": list(intent.utterances or intent.keywords),
        "confidence_threshold": config.threshold,
        "metadata": metadata,
    }


def read_semantic_router(data: dict[str, Any]) -> RouterConfig:
    """The configuration in a file that `to_semantic_router_yaml` wrote.

    Raises `RouterConfigError` with the path of the field, also where routes disagree on the
    threshold or the margin: here a router has one of each.
    """
    file = check(SemanticRouterFile, data)
    first = file.routes[0]
    if first.metadata.context_playground is None:
        path = f"routes[0].metadata.{OURS}"
        raise RouterConfigError(
            f"{path}: expected the settings of the router that was exported; found nothing",
            path=path,
        )
    for index, route in enumerate(file.routes):
        for name, value, common in (
            ("confidence_threshold", route.confidence_threshold, first.confidence_threshold),
            ("metadata.margin", route.metadata.margin, first.metadata.margin),
        ):
            if value != common:
                path = f"routes[{index}].{name}"
                raise RouterConfigError(
                    f"{path}: expected {common}, as in the first route; found {value}", path=path
                )
    return config_of(
        first.metadata.context_playground,
        first.confidence_threshold,
        first.metadata.margin,
        [
            IntentPart(
                name=route.name,
                keywords=route.metadata.keywords,
                utterances=[] if route.metadata.utterances_are_keywords else route.utterances,
            )
            for route in file.routes
        ],
        at="routes[{}].name",
        under=f"routes[0].metadata.{OURS}.",
    )
