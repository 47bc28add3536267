"""Does a router that left come back, whatever is written in it, and run as a program?"""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.errors import RouterConfigError
from engine.routing import Intent, LabelledQuery, QuerySet, Rule
from engine.routing.exports import (
    Metric,
    RouterConfig,
    data_hash,
    load_config,
    load_router_config,
    to_json,
    to_rasa_yaml,
    to_semantic_router_yaml,
    to_snippet,
)
from engine.routing.query_files import load_queries
from engine.routing.scorers import AGGREGATES, SCORERS

WRITERS = [to_json, to_semantic_router_yaml, to_rasa_yaml]

CONFIG = RouterConfig(
    scorer="keywords",
    threshold=0.2,
    margin=0.1,
    intents=(
        Intent("billing", ("refund", "charge", "invoice", "payment", "money")),
        Intent("cancel", ("cancel", "charge"), ("stop my plan", 'say "no"\nplease [now](time)')),
    ),
    rules=(Rule(r"\bagent\b", "human"),),
    aggregate="max",
    out_of_scope_share=0.15,
    data_sha256="0" * 64,
    metrics={"risk": Metric(0.06, 0.03, 0.11, 210)},
)

SPECIAL = "\"'\\\n\r\t\0 #:-{}[]|>&*!%@`,?~é🙂\u0085\u2028\ufeff$"
HOSTILE = st.one_of(
    st.sampled_from(
        ['"""', "'''", "{{x}}", "${x}", "yes", "null", "1.0", "2024-01-01", "- a", "#"]
    ),
    st.text(st.sampled_from(SPECIAL) | st.characters(codec="utf-8"), min_size=1, max_size=12),
)
TEXTS = st.lists(HOSTILE, max_size=3).map(tuple)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
CONFIGS = st.builds(
    RouterConfig,
    st.sampled_from(list(SCORERS)),
    FINITE,
    FINITE,
    st.lists(
        st.builds(Intent, HOSTILE, TEXTS, TEXTS),
        min_size=1,
        max_size=3,
        unique_by=lambda intent: intent.name,
    ).map(tuple),
    st.lists(st.builds(Rule, st.sampled_from(["a|b", r"\d+", '"{{', "^#"]), HOSTILE)).map(tuple),
    st.sampled_from(list(AGGREGATES)),
    st.none() | st.floats(0, 1),
    st.none() | st.just("0123456789abcdef" * 4),
    st.dictionaries(HOSTILE, st.builds(Metric, FINITE, FINITE, FINITE, st.integers(0, 10**9))),
)


@pytest.mark.parametrize("write", WRITERS)
@settings(max_examples=100, deadline=None)
@given(CONFIGS)
def test_what_is_written_comes_back(write, config):
    text = write(config)
    assert load_config(text) == load_config(text.encode()) == config
    assert write(load_config(text)) == text


@pytest.mark.parametrize("write", [to_semantic_router_yaml, to_rasa_yaml])
@settings(max_examples=60, deadline=None)
@given(CONFIGS)
def test_every_reader_of_yaml_reads_the_same(write, config):
    text = write(config)
    assert yaml.safe_load(text) == yaml.load(text, Loader=yaml.CSafeLoader)


@pytest.mark.parametrize("write", WRITERS)
def test_from_a_file(write, tmp_path):
    file = tmp_path / "router"
    file.write_text(write(CONFIG), encoding="utf-8")
    assert load_config(file) == CONFIG
    with pytest.raises(RouterConfigError, match="Cannot read none"):
        load_config(tmp_path / "none")


def test_half_a_character_is_replaced():
    broken = replace(CONFIG, intents=(Intent("cut \ud83d", ("a",)),))
    for write in WRITERS:
        assert load_config(write(broken).encode()).intents == (Intent("cut �", ("a",)),)
    to_snippet(broken).encode()


@pytest.mark.parametrize("write", WRITERS)
def test_numbers_of_numpy_are_numbers(write):
    import numpy as np

    measured = replace(
        CONFIG,
        threshold=np.float64(0.2),
        margin=np.float32(0.5),
        metrics={
            "risk": Metric(np.float64(0.5), np.float64(0), np.float64(1), np.int64(4)),
            "undefined": Metric(float("nan"), 0.0, 1.0, 0),
        },
    )
    loaded = load_config(write(measured))
    assert loaded.metrics == {"risk": Metric(0.5, 0.0, 1.0, 4)}
    assert (loaded.threshold, loaded.margin) == (0.2, 0.5)
    assert "np." not in to_snippet(measured)


def test_semantic_router_gets_a_threshold_at_each_route_and_keeps_the_margin_aside():
    text = to_semantic_router_yaml(CONFIG)
    data = yaml.safe_load(text)
    assert data["router_type"] == "indexed"
    assert data["aggregation"] == "max"
    assert [route["confidence_threshold"] for route in data["routes"]] == [0.2, 0.2]
    assert [route["metadata"]["margin"] for route in data["routes"]] == [0.1, 0.1]
    assert data["routes"][0]["utterances"] == list(CONFIG.intents[0].keywords)
    assert data["routes"][1]["utterances"] == list(CONFIG.intents[1].utterances)
    assert "Scores differ there" in text.split("router_type")[0]
    assert "Tune again there" in text.split("router_type")[0]


def test_a_file_that_semantic_router_saved_again_comes_back():
    data = yaml.safe_load(to_semantic_router_yaml(CONFIG))
    data |= {"sparse_encoder": None, "alpha": 0.7, "index": {"type": "local"}, "calibrator": None}
    for route in data["routes"]:
        route |= {"description": None}
    assert load_config(yaml.safe_dump(data)) == CONFIG


def test_rasa_gets_both_gates_and_the_utterances():
    text = to_rasa_yaml(CONFIG)
    data = yaml.safe_load(text)
    assert data["pipeline"][-1] == {
        "name": "FallbackClassifier",
        "threshold": 0.2,
        "ambiguity_threshold": 0.1,
    }
    assert "examples: |\n    - refund\n    - charge\n" in text
    assert data["nlu"][1]["examples"][0] == {"text": "stop my plan"}
    assert "Scores differ there" in text.split("version")[0]
    plain = replace(CONFIG, intents=(Intent("greet", (), ("hi", "good day")),))
    loaded = load_queries(to_rasa_yaml(plain))
    assert loaded.format == "rasa"
    assert loaded.queries.intents == plain.intents


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({"threshold": "high"}, "threshold", 'expected a number; found "high"'),
        ({"margin": True}, "margin", "expected a number"),
        ({"version": 2}, "version", "found 2"),
        ({"scorer": "magic"}, "scorer", "'wordllama' or 'minilm'; found \"magic\""),
        ({"intents": [{"name": "a"}, {"keywords": []}]}, "intents[1].name", "found nothing"),
        ({"intents": [{"name": "a"}, {"name": "a"}]}, "intents[1].name", "of its own"),
        ({"intents": [{"name": "a", "keywords": ["b", 1]}]}, "intents[0].keywords[1]", "text"),
        ({"rules": [{"pattern": "(", "intent": "a"}]}, "rules[0].pattern", "regular expression"),
        ({"out_of_scope_share": 2}, "out_of_scope_share", "1.0 or less; found 2"),
        ({"metrics": {"risk": {"value": 1}}}, "metrics.risk.low", "found nothing"),
        ({"extra": 1}, "extra", "no such field"),
    ],
)
def test_a_wrong_field_of_the_json_is_named(change, path, words):
    document = json.loads(to_json(CONFIG)) | change
    with pytest.raises(RouterConfigError, match="expected") as caught:
        load_router_config(json.dumps(document))
    assert caught.value.path == path
    assert str(caught.value).startswith(f"{path}: ")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("write", "edit", "path"),
    [
        (
            to_semantic_router_yaml,
            lambda d: d["routes"][1].update(confidence_threshold=0.4),
            "routes[1].confidence_threshold",
        ),
        (
            to_semantic_router_yaml,
            lambda d: d["routes"][1]["metadata"].update(margin=0.4),
            "routes[1].metadata.margin",
        ),
        (
            to_semantic_router_yaml,
            lambda d: d["routes"][0]["metadata"].pop("context_playground"),
            "routes[0].metadata.context_playground",
        ),
        (
            to_semantic_router_yaml,
            lambda d: d["routes"][0]["metadata"]["context_playground"]["rules"][0].update(
                pattern="["
            ),
            "routes[0].metadata.context_playground.rules[0].pattern",
        ),
        (to_semantic_router_yaml, lambda d: d.update(routes=[]), "routes"),
        (to_semantic_router_yaml, lambda d: d["routes"][1].update(name=7), "routes[1].name"),
        (to_rasa_yaml, lambda d: d["pipeline"].pop(), "pipeline"),
        (to_rasa_yaml, lambda d: d["pipeline"][3].pop("threshold"), "pipeline[3].threshold"),
        (to_rasa_yaml, lambda d: d.pop("context_playground"), "context_playground"),
        (
            to_rasa_yaml,
            lambda d: d["pipeline"][3].update(ambiguity_threshold="low"),
            "pipeline[3].ambiguity_threshold",
        ),
        (to_rasa_yaml, lambda d: d["nlu"][1].update(intent="billing"), "nlu[1].intent"),
    ],
)
def test_a_wrong_field_of_the_yaml_is_named_by_its_place_in_that_file(write, edit, path):
    data = yaml.safe_load(write(CONFIG))
    edit(data)
    with pytest.raises(RouterConfigError) as caught:
        load_config(yaml.safe_dump(data))
    assert caught.value.path == path
    assert path in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a mapping; found null"),
        ("hello", 'expected a mapping; found "hello"'),
        ("[1]", "expected an object"),
        ("{", "not JSON: line 1"),
        ("[" * 100_000, "nested too deeply"),
        ("a: [", "not YAML"),
        ("when: 2024-13-45", "not YAML"),
        ("a: &a [*a]", "expected a router's JSON"),
        ("router_type: 2024-01-01", "expected 'indexed'"),
        ("x: 1", "found x"),
        ("pipeline: 1", "pipeline: expected a list"),
        (b"a: caf\xe9", "byte 0xe9"),
    ],
)
def test_what_is_no_configuration_is_refused_with_a_word(text, words):
    with pytest.raises(RouterConfigError) as caught:
        load_config(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"threshold": float("nan")}, "threshold"),
        ({"scorer": "magic"}, "scorer"),
        ({"rules": (Rule("(", "a"),)}, "rules[0].pattern"),
        ({"intents": (Intent("a"), Intent("a"))}, "intents[1].name"),
        ({"intents": (Intent(""),)}, "name"),
    ],
)
@pytest.mark.parametrize("write", [*WRITERS, to_snippet])
def test_what_could_not_be_read_back_is_not_written(write, change, path):
    with pytest.raises(RouterConfigError) as caught:
        write(replace(CONFIG, **change))
    assert caught.value.path == path


def test_semantic_router_needs_a_route():
    with pytest.raises(RouterConfigError, match="at least one"):
        to_semantic_router_yaml(replace(CONFIG, intents=()))


def test_the_hash_is_of_the_rows_and_not_of_their_order():
    rows = [("hi", ("greet",), "tune"), ("é\nb", ("b", "a"), "test"), ("why?", (), None)]
    intents = (Intent("greet", ("hello",), ("hey",)), Intent("a"), Intent("b"))
    queries = QuerySet("mine", tuple(LabelledQuery(*row) for row in rows), intents)
    expected = [
        '["\\u00e9\\nb",["a","b"],"test"]',
        '["hey",["greet"],"train"]',
        '["hi",["greet"],"tune"]',
        '["why?",[],null]',
    ]
    assert data_hash(queries) == hashlib.sha256("\n".join(expected).encode()).hexdigest()
    shuffled = list(queries.queries)
    random.Random(3).shuffle(shuffled)
    same = QuerySet("other", tuple(shuffled), intents[::-1], (Rule("a", "b"),))
    assert data_hash(same) == data_hash(queries)
    twice = replace(queries, queries=(*queries.queries, queries.queries[0]))
    assert data_hash(twice) != data_hash(queries)


def run_snippet(config: RouterConfig, queries: list[str], folder: Path) -> list[str]:
    program = folder / "router.py"
    program.write_text(to_snippet(config), encoding="utf-8")
    root = Path(engine.__file__).parents[1]
    run = subprocess.run(
        [sys.executable, str(program), *queries],
        env={"PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


@pytest.mark.skipif(not hasattr(engine, "IntentRouter"), reason="the router is not there yet")
@pytest.mark.parametrize(
    "config",
    [
        CONFIG,
        replace(CONFIG, rules=(), aggregate="centroid"),
        replace(CONFIG, scorer="bag_of_words", threshold=0.01),
        replace(
            CONFIG,
            intents=(
                Intent('"""\n\\{{x}}', ("refund",)),
                Intent("empty"),
                Intent("é🙂", ("stop",)),
            ),
        ),
    ],
)
def test_the_snippet_decides_as_the_router_does(config, tmp_path):
    router = engine.IntentRouter(
        threshold=config.threshold,
        margin=config.margin,
        scorer=config.scorer,
        aggregate=config.aggregate,
        rules=config.rules,
    )
    for intent in config.intents:
        router.register(
            intent.name, keywords=list(intent.keywords), utterances=list(intent.utterances)
        )
    queries = ["cancel and refund charge", "refund my invoice", "stop my plan", "an agent", "sky"]
    decisions = [router.route(query) for query in queries]
    assert "\n".join(run_snippet(config, queries, tmp_path)) == "\n".join(
        f"{query}: {d.intent} ({d.reason}, {d.score:.3f})"
        for query, d in zip(queries, decisions, strict=True)
    )
    assert len({d.reason for d in decisions}) > 1


@settings(max_examples=60, deadline=None)
@given(CONFIGS)
def test_the_snippet_holds_what_the_configuration_holds(config):
    calls: list[tuple[object, ...]] = []

    class Recorder:
        def __init__(self, **gates: object) -> None:
            calls.append(tuple(gates.values()))

        def register(self, name: str, **known: object) -> None:
            calls.append((name, known.get("keywords", []), known.get("utterances", [])))

    lines = to_snippet(config).split("for query in ")[0].split("\n")
    assert all(line.isascii() for line in lines[1:])
    source = "\n".join(line for line in lines if not line.startswith(("import", "from")))
    exec(compile(source, "snippet", "exec"), {"IntentRouter": Recorder, "Rule": Rule})
    gates = (config.threshold, config.margin, config.scorer, config.aggregate)
    assert calls[0] == gates + ((config.rules,) if config.rules else ())
    known = [(i.name, list(i.keywords), list(i.utterances)) for i in config.intents]
    assert calls[1:] == known
