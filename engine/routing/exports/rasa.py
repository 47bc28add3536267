"""How does a router leave for Rasa 3, and come back?

The formats: Rasa 3, config.yml with the FallbackClassifier, and NLU training data. Both of its
schemas pass over keys that they do not know, so one file holds the two and our settings.

>>> from engine.routing.exports.yaml_text import parsed_yaml
>>> config = RouterConfig("tfidf", 0.31, 0.05, (Intent("cancel", utterances=("stop",)),))
>>> read_rasa(parsed_yaml(to_rasa_yaml(config))) == config
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from engine.routing.exports.yaml_text import Block, yaml_text
from engine.routing.queries import Intent

FALLBACK = "FallbackClassifier"

COMMENT = """\
For Rasa 3: rasa train nlu --config "this file" --nlu "this file".
Scores differ there: its classifier gives confidences of its own, while both thresholds were tuned
on the scorer "{scorer}" ({aggregate}). Tune again there before you ship it. Rules stay behind."""


class TextPart(ForeignPart):
    text: str


class EntryMetadata(ForeignPart):
    keywords: list[str] = Field(default_factory=list)
    examples_are_keywords: bool = False


class EntryPart(ForeignPart):
    intent: Name
    metadata: EntryMetadata = EntryMetadata()
    examples: str | list[TextPart] = ""


class ComponentPart(ForeignPart):
    name: str
    threshold: FiniteFloat | None = None
    ambiguity_threshold: FiniteFloat | None = None


class RasaFile(ForeignPart):
    pipeline: list[ComponentPart]
    nlu: list[EntryPart]
    context_playground: SettingsPart


def to_rasa_yaml(config: RouterConfig) -> str:
    """The configuration as one YAML file: a pipeline with both gates, and the utterances.

    An intent without utterances is given its keywords as examples. Brackets in an utterance
    stay as they are, and Rasa may read them as marks of an entity.
    """
    config = checked(config)
    document = {
        "version": "3.1",
        "recipe": "default.v1",
        "language": "en",
        "pipeline": [
            {"name": "WhitespaceTokenizer"},
            {"name": "CountVectorsFeaturizer"},
            {"name": "DIETClassifier", "epochs": 100},
            {
                "name": FALLBACK,
                "threshold": config.threshold,
                "ambiguity_threshold": config.margin,
            },
        ],
        OURS: settings_of(config),
        "nlu": [_entry(intent) for intent in config.intents],
    }
    return yaml_text(document, COMMENT.format(scorer=config.scorer, aggregate=config.aggregate))


def _entry(intent: Intent) -> dict[str, Any]:
    metadata: dict[str, Any] = {"keywords": list(intent.keywords)}
    if not intent.utterances:
        metadata["examples_are_keywords"] = True
    examples = _examples(intent.utterances or intent.keywords)
    return {"intent": intent.name, "metadata": metadata, "examples": examples}


def _examples(texts: Sequence[str]) -> Block | list[dict[str, str]]:
    """A line a text where every text is a line that comes back as it was; else a list."""
    if all(text and text == text.strip() and text.isprintable() for text in texts):
        return Block("".join(f"- {text}\n" for text in texts))
    return [{"text": text} for text in texts]


def read_rasa(data: dict[str, Any]) -> RouterConfig:
    """The configuration in a file that `to_rasa_yaml` wrote.

    Raises `RouterConfigError` with the path of the field.
    """
    file = check(RasaFile, data)
    at = next((n for n, part in enumerate(file.pipeline) if part.name == FALLBACK), None)
    if at is None:
        raise RouterConfigError(f"pipeline: expected a {FALLBACK}; found none", path="pipeline")
    gates = []
    for name in ("threshold", "ambiguity_threshold"):
        gate = getattr(file.pipeline[at], name)
        if gate is None:
            path = f"pipeline[{at}].{name}"
            raise RouterConfigError(f"{path}: expected a number; found nothing", path=path)
        gates.append(gate)
    return config_of(
        file.context_playground,
        gates[0],
        gates[1],
        [
            IntentPart(
                name=entry.intent,
                keywords=entry.metadata.keywords,
                utterances=[] if entry.metadata.examples_are_keywords else _texts(entry.examples),
            )
            for entry in file.nlu
        ],
        at="nlu[{}].intent",
        under=f"{OURS}.",
    )


def _texts(examples: str | list[TextPart]) -> list[str]:
    if isinstance(examples, list):
        return [example.text for example in examples]
    return [line[1:].strip() for line in examples.splitlines() if line.startswith("-")]
