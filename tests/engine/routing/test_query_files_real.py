"""The readers on published sets; skipped where the folder is not there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine.routing.query_files import dump_queries, load_queries

FOLDER = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "routing"


def found(name: str) -> Path:
    if not (FOLDER / name).exists():
        pytest.skip(f"no {name} beside the repository")
    return FOLDER / name


def test_clinc150() -> None:
    loaded = load_queries(found("clinc150_full.json"))
    queries = loaded.queries
    assert loaded.format == "clinc150"
    assert (loaded.total_rows, loaded.problems) == (23_700, ())
    assert len(queries.intents) == 150
    assert {len(intent.utterances) for intent in queries.intents} == {100}  # 15,000 to train
    counts = Counter((query.split, query.in_scope) for query in queries.queries)
    assert counts == {
        ("tune", True): 3000,
        ("test", True): 4500,
        ("tune", False): 100,
        ("test", False): 1000,
    }
    assert loaded.notes[0].startswith("100 rows of the training split without an intent")
    lines = found("clinc150_full.json").read_text().split("\n")
    for query in queries.queries[::500]:
        # The row begins on the line of its bracket; the text stands on the next.
        assert query.line is not None
        assert query.text in lines[query.line]


@pytest.mark.parametrize(("name", "rows"), [("train", 10_003), ("test", 3080)])
def test_banking77(name: str, rows: int) -> None:
    loaded = load_queries(found(f"banking77/{name}.csv"))
    assert (loaded.format, loaded.total_rows, loaded.problems) == ("csv", rows, ())
    assert len(loaded.queries.queries) == rows
    assert len(loaded.queries.intents) == 77
    assert {query.split for query in loaded.queries.queries} == {None}


@pytest.mark.parametrize(("domain", "rows"), [("banking", 2071), ("hotels", 1009)])
def test_nlupp(domain: str, rows: int) -> None:
    folds = sorted(found(f"nlupp/{domain}").glob("fold*.json"))
    loaded = [load_queries(fold) for fold in folds]
    assert {one.format for one in loaded} == {"nlupp"}
    assert sum(one.total_rows for one in loaded) == rows
    assert not any(one.problems for one in loaded)
    queries = [query for one in loaded for query in one.queries.queries]
    collisions = sum(query.collision for query in queries)
    assert collisions > rows / 2
    assert any(not query.in_scope for query in queries)


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("clinc150_full.json", "csv"),
        ("clinc150_full.json", "jsonl"),
        ("banking77/test.csv", "csv"),
        ("nlupp/hotels/fold0.json", "jsonl"),
    ],
)
def test_a_published_set_comes_back(name: str, format: str) -> None:
    before = load_queries(found(name)).queries
    after = load_queries(dump_queries(before, format)).queries
    assert after.intents == before.intents

    def without_lines(queries):
        return [replace(query, line=None) for query in queries.queries]

    assert without_lines(after) == without_lines(before)
