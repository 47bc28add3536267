"""What may the file of a router hold, and how does a configuration become one and come back?

The parts that every format shares stand here once: what a router is beside its gates and its
intents goes by the name of settings, and other tools keep it where they keep what they ignore.

>>> check(SettingsPart, {"scorer": "magic"})
Traceback (most recent call last):
...
engine.errors.RouterConfigError: scorer: expected 'keywords', 'bag_of_words', 'tfidf', 'hashing', \
'hashing_chars', 'wordllama' or 'minilm'; found "magic"
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from engine.complaints import complaint, shown
from engine.decoding import without_half_characters
from engine.errors import RouterConfigError
from engine.routing.exports.config import Metric, RouterConfig
from engine.routing.queries import Intent, Rule
from engine.routing.scorers import AGGREGATES, SCORERS

OURS = "context_playground"  # the key under which other tools' files keep our settings

Name = Annotated[str, Field(min_length=1)]
Share = Annotated[float, Field(ge=0, le=1)]
Scorer = Literal[
    "keywords", "bag_of_words", "tfidf", "hashing", "hashing_chars", "wordllama", "minilm"
]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ForeignPart(BaseModel):
    """A part of another tool's file, which may hold more than we know of."""

    model_config = ConfigDict(extra="ignore", strict=True)


class MetricPart(Part):
    value: FiniteFloat
    low: FiniteFloat
    high: FiniteFloat
    n: Annotated[int, Field(ge=0)]


class RulePart(Part):
    pattern: Name
    intent: Name


class IntentPart(Part):
    name: Name
    keywords: list[str] = []
    utterances: list[str] = []


class SettingsPart(Part):
    scorer: Scorer
    aggregate: Literal["centroid", "max", "mean_top5"] = "centroid"
    rules: list[RulePart] = []
    out_of_scope_share: Share | None = None
    data_sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = None
    metrics: dict[str, MetricPart] = {}


Model = TypeVar("Model", bound=BaseModel)


def check(model: type[Model], data: Any) -> Model:
    """The document, or a `RouterConfigError` with the path of the first field that is wrong."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        path, message = complaint(error)
        raise RouterConfigError(message, path=path) from None


def settings_of(config: RouterConfig) -> dict[str, Any]:
    """The settings as plain values, in a fixed order; a metric that is undefined is left out."""
    return {
        "scorer": config.scorer,
        "aggregate": config.aggregate,
        "rules": [{"pattern": rule.pattern, "intent": rule.intent} for rule in config.rules],
        "out_of_scope_share": _float(config.out_of_scope_share),
        "data_sha256": config.data_sha256,
        "metrics": {
            name: dict(zip(Metric._fields, (*map(float, metric[:3]), int(metric[3])), strict=True))
            for name, metric in config.metrics.items()
            if all(map(math.isfinite, metric))
        },
    }


def checked(config: RouterConfig) -> RouterConfig:
    """The configuration in plain values, as a file holds it; raises what loading it would.

    Halves of characters, which no file can hold, are replaced.
    """
    settings = check(SettingsPart, without_half_characters(settings_of(config)))
    intents = [
        check(IntentPart, without_half_characters(intent_document(intent)))
        for intent in config.intents
    ]
    for name, value in (("threshold", config.threshold), ("margin", config.margin)):
        if not math.isfinite(value):
            raise RouterConfigError(f"{name}: expected a finite number; found {value}", path=name)
    return config_of(settings, float(config.threshold), float(config.margin), intents)


def intent_document(intent: Intent) -> dict[str, Any]:
    """An intent as plain values."""
    return {
        "name": intent.name,
        "keywords": list(intent.keywords),
        "utterances": list(intent.utterances),
    }


def config_of(
    settings: SettingsPart,
    threshold: float,
    margin: float,
    intents: Sequence[IntentPart],
    *,
    at: str = "intents[{}].name",
    under: str = "",
) -> RouterConfig:
    """The configuration of parts that were read; `at` and `under` say where they stood.

    Raises `RouterConfigError` for two intents of one name and for a rule that is no pattern.
    """
    seen: set[str] = set()
    for index, intent in enumerate(intents):
        if intent.name in seen:
            path = at.format(index)
            found = shown(intent.name)
            raise RouterConfigError(
                f"{path}: expected a name of its own; found {found} again", path=path
            )
        seen.add(intent.name)
    for index, rule in enumerate(settings.rules):
        try:
            re.compile(rule.pattern)
        except (re.error, RecursionError, OverflowError) as error:
            path = f"{under}rules[{index}].pattern"
            raise RouterConfigError(
                f"{path}: expected a regular expression; found {shown(rule.pattern)} ({error})",
                path=path,
            ) from None
    return RouterConfig(
        settings.scorer,
        threshold,
        margin,
        tuple(Intent(i.name, tuple(i.keywords), tuple(i.utterances)) for i in intents),
        tuple(Rule(rule.pattern, rule.intent) for rule in settings.rules),
        settings.aggregate,
        settings.out_of_scope_share,
        settings.data_sha256,
        {name: Metric(**metric.model_dump()) for name, metric in settings.metrics.items()},
    )


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)


assert set(SCORERS) == set(Scorer.__args__)  # type: ignore[attr-defined]
assert SettingsPart.model_fields["aggregate"].annotation.__args__ == tuple(AGGREGATES)  # type: ignore
