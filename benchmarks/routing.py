"""What do a sweep of all gates, evaluating, and moving the gate on the page take?

    python benchmarks/routing.py [--check] [--wall] [part ...]

What is compared is measured in the same run, so that the ratios hold on any machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from benchmarks._measure import Row, main, middle, milliseconds, seconds, timed
from benchmarks._page import Page
from engine.routing import Intent, LabelledQuery, QuerySet
from engine.routing.aims import Aim, Gate, default_grid
from engine.routing.fixes import find_fixes
from engine.routing.grid_lookup import _made as remembered_grids
from engine.routing.held_out import compare_gates
from engine.routing.judged import Judged
from engine.routing.sweep import GateSweep, sweep_gates
from engine.routing.tune import bootstrap_cloud, tune

QUERIES = 5_500
SIZES = {QUERIES: 400, 1_000_000: 15}
STEPS = 100
SWEEP_LIMIT = 3
CLOUD_MS = 300
FIXES_MS = 100
PEER, PEER_VERSION, TIMES_FASTER = "semantic-router", "1.1.1", 50
INTENTS, UTTERANCES, PEER_QUERIES = 150, 20, 500
REDRAW_MS, LARGE_MS = 60, 100
TUNE, OUTSIDE = 3_100, 0.15  # queries to tune on beside the 5,500 held out, and out of scope
ROWS = 100_000


def made_up(queries: int, seed: int = 0) -> Judged:
    """Scores as routers give them: right ones high and far ahead, out-of-scope ones neither."""
    rng = np.random.default_rng(seed)
    in_scope = rng.random(queries) < 0.8
    top = np.where(in_scope, rng.beta(5, 3, queries), rng.beta(3, 5, queries))
    second = top * (1 - rng.beta(1, 3, queries))
    correct = in_scope & (rng.random(queries) < 0.4 + 0.6 * top)
    return Judged(top, second, correct, in_scope, *np.zeros((2, queries), dtype=bool))


def grids(judged: Judged) -> dict[str, tuple[Any, Any]]:
    """Thresholds and margins: evenly spaced, drawn at random, and at quantiles of the scores."""
    rng = np.random.default_rng(1)
    shares = np.linspace(0, 1, STEPS)
    return {
        "even": (shares, shares / 2),
        "random": (np.sort(rng.random(STEPS)), np.sort(rng.random(STEPS)) / 2),
        "quantiles": (np.quantile(judged.top, shares), np.quantile(judged.gap, shares)),
    }


def typical(times: int, action: Callable[[], object]) -> float:
    """The median in seconds; short calls are measured ten at a time."""
    bundle = 10 if times > 100 else 1

    def run() -> None:
        for _ in range(bundle):
            action()

    run()
    return median(seconds(run) for _ in range(times // bundle)) / bundle


def read_all(sweep: Callable[[], GateSweep]) -> None:
    """A sweep of which all five counts have been read."""
    made = sweep()
    made.routed_right, made.routed_wrong, made.routed_out_of_scope  # noqa: B018
    made.low_confidence, made.ambiguous_tie  # noqa: B018


def sweeping() -> Iterator[Row]:
    """100 × 100 gates against one bincount over indices of cells and kinds that are at hand."""
    for queries, times in SIZES.items():
        judged = made_up(queries)
        for what, (thresholds, margins) in grids(judged).items():
            sweep = partial(
                sweep_gates,
                judged.top, judged.second, judged.correct, judged.in_scope, thresholds, margins,
            )  # fmt: skip
            i = np.searchsorted(thresholds, judged.top, side="right")
            j = np.searchsorted(margins, judged.gap, side="right")
            kind = judged.in_scope.astype(np.intp) + judged.correct
            side = STEPS + 1

            def bare(i: Any = i, j: Any = j, kind: Any = kind, side: int = side) -> Any:
                return np.bincount((kind * side + i) * side + j, minlength=3 * side * side)

            def without_kinds(i: Any = i, j: Any = j, side: int = side) -> Any:
                return np.bincount(i * side + j, minlength=side * side)

            def two_searches(t: Any = thresholds, m: Any = margins, rows: Judged = judged) -> None:
                np.searchsorted(t, rows.top, side="right")
                np.searchsorted(m, rows.gap, side="right")

            def first_met(sweep: Callable[[], GateSweep] = sweep) -> None:
                remembered_grids.cache_clear()
                sweep()

            assert np.array_equal(sweep().cells.ravel(), bare())
            taken, counted, plain, read, first, searched = (
                typical(times, action)
                for action in (
                    sweep, bare, without_kinds, partial(read_all, sweep), first_met, two_searches
                )
            )  # fmt: skip
            yield Row(
                f"{queries:,} queries, {what}: sweep / bincount", "",
                taken / counted, SWEEP_LIMIT,
                f"{1e6 * taken:,.0f} µs; {taken / plain:.1f} × one without kinds; all counts "
                f"read {read / counted:.1f} ×; grid met first {first / counted:.1f} ×; two "
                f"searchsorted {searched / counted:.0f} ×",
            )  # fmt: skip


def tuning() -> Iterator[Row]:
    """What moves with a click or a slider, at 5,500 queries."""
    judged, aim = made_up(QUERIES), Aim("utility", share=0.1)
    thresholds, margins = default_grid(judged)
    tuned = tune(judged, aim)
    size = f"{len(thresholds)} × {len(margins)} gates"
    yield milliseconds(f"tune, {size}", typical(30, partial(tune, judged, aim)))
    yield milliseconds(
        f"bootstrap cloud, 120 resamples, {size}", typical(5, partial(bootstrap_cloud, tuned)),
        CLOUD_MS,
    )  # fmt: skip
    gates = Gate(0.2, 0.1), tuned.gate
    yield milliseconds(
        "held-out comparison with intervals",
        typical(9, partial(compare_gates, judged, *gates, aim)),
    )
    fixes = find_fixes(judged, gates[0])
    yield milliseconds(
        "fixes of all that goes wrong", typical(9, partial(find_fixes, judged, gates[0])),
        FIXES_MS, f"{len(fixes):,} queries",
    )  # fmt: skip


def texts_of(intent: int, count: int, seed: int) -> list[str]:
    """Texts about one intent: its own words among those of all."""
    rng = np.random.default_rng((seed, intent))
    words = [f"w{number}" for number in range(2_000)]
    own = [f"topic{intent}", *(words[(intent * 13 + k) % 2_000] for k in range(8))]
    return [
        " ".join([*rng.choice(own, 3), *rng.choice(words, 5), str(number)])
        for number in range(count)
    ]


def evaluating() -> Iterator[Row]:
    """The same utterances, the same embeddings, the same queries, here and there."""
    try:
        found = version(PEER)
    except PackageNotFoundError:
        yield Row(f"{PEER} {PEER_VERSION} is not installed: left out", "", 0)
        return
    from engine.routing import IntentRouter, LabelledQuery, judge, score_queries
    from engine.routing.embeddings import embed_wordllama
    from engine.routing.metrics import METRICS, Counts

    utterances = {f"intent{k}": texts_of(k, UTTERANCES, 0) for k in range(INTENTS)}
    queries = [
        LabelledQuery(text, (f"intent{k}",))
        for k in range(INTENTS)
        for text in texts_of(k, QUERIES // INTENTS + 1, 1)
    ][:QUERIES]
    texts = [query.text for query in queries]
    known = [*texts, *(text for own in utterances.values() for text in own)]
    vectors = dict(zip(known, embed_wordllama(known).astype(float).tolist(), strict=True))

    step = QUERIES // PEER_QUERIES
    asked = queries[::step]
    peer = semantic_router(utterances, vectors)
    labels = [query.intents[0] for query in asked]
    run = partial(peer.evaluate, [query.text for query in asked], labels)
    theirs = median(seconds(run) for _ in range(3)) * QUERIES / len(asked)
    for aggregate in ("centroid", "max", "mean_top5"):
        router = IntentRouter(0.3, 0.0, scorer="wordllama", aggregate=aggregate)
        for intent, own in utterances.items():
            router.register(intent, utterances=own)

        def evaluate(router: Any = router) -> float:
            judged = judge(score_queries(router, texts), queries)
            return float(METRICS["accuracy"].of(Counts.at(judged, 0.3, 0.0)))

        evaluate()  # the texts are encoded once
        ours = median(seconds(evaluate) for _ in range(5))
        yield Row(
            f"{QUERIES:,} queries, {aggregate}: {TIMES_FASTER} × ours / {PEER} {found}", "",
            TIMES_FASTER * ours / theirs, 1,
            f"{1000 * ours:,.0f} ms; theirs {theirs:,.1f} s, by {len(asked)} queries; "
            f"{theirs / ours:,.0f} × faster",
        )  # fmt: skip


def semantic_router(utterances: dict[str, list[str]], vectors: dict[str, list[float]]) -> Any:
    """Its router over the same utterances; its encoder only looks vectors up."""
    from semantic_router import IndexedRouter, Route
    from semantic_router.encoders import DenseEncoder

    class LookUp(DenseEncoder):
        def __call__(self, docs: list[str]) -> list[list[float]]:
            return [vectors[doc] for doc in docs]

        async def acall(self, docs: list[str]) -> list[list[float]]:
            return self(docs)

    routes = [Route(name=name, utterances=own) for name, own in utterances.items()]
    return IndexedRouter(LookUp(name="look-up"), routes, confidence_threshold=0.3)


def labelled(count: int, split: str | None, seed: int) -> tuple[LabelledQuery, ...]:
    """Queries on the intents of `texts_of`, and some on none of them."""
    outside = round(OUTSIDE * count)
    each = (count - outside) // INTENTS + 1
    inside = [
        LabelledQuery(text, (f"intent{k}",), split)
        for k in range(INTENTS)
        for text in texts_of(k, each, seed)
    ][: count - outside]
    stray = (LabelledQuery(text, (), split) for text in texts_of(INTENTS, outside, seed))
    return (*inside, *stray)


def redrawing() -> Iterator[Row]:
    """The gate is moved on the Route page, each of its lower views shown in turn."""
    from ui.route.views import VIEWS
    from ui.samples import FIRST, shipped

    intents = tuple(
        Intent(f"intent{k}", utterances=tuple(texts_of(k, UTTERANCES, 0))) for k in range(INTENTS)
    )
    queries = (*labelled(TUNE, "tune", 1), *labelled(QUERIES, "test", 2))
    made_up = QuerySet("made up", queries, intents)
    for what, limit, opened in (
        (f"{QUERIES:,} queries held out", REDRAW_MS, made_up),
        (f"{ROWS:,} rows", LARGE_MS, None),
    ):
        if opened is None:
            opened = yield from large_file()
        page = Page(shipped()[FIRST], FIRST, "route.py", opened)
        for view in VIEWS:
            page.app.session_state["route_view"] = view
            page.run()
            yield milliseconds(
                f"{what}: gate moved, {view}", middle(15, page.move_gate, warm=3), limit
            )


def large_file() -> Generator[Row, None, QuerySet]:
    """A file of 100,000 rows is read, placed in splits and scored."""
    from engine.routing.query_files import dump_queries, load_queries
    from engine.scenario.routing import Routing
    from ui.route.shown import look

    data = dump_queries(QuerySet("", labelled(ROWS, None, 3)), "csv").encode()
    loaded, taken = timed(partial(load_queries, data, "large.csv"))
    yield milliseconds(f"a CSV of {ROWS:,} rows, {len(data) / 1e6:.0f} MB, read", taken)
    _, taken = timed(partial(look, loaded.queries, Routing()))
    yield milliseconds("the same placed in splits, scored and judged", taken)
    return loaded.queries


PARTS = {
    "sweep": (f"A sweep of {STEPS} × {STEPS} gates, over one bare bincount", sweeping),
    "tuning": (f"Tuning on {QUERIES:,} queries", tuning),
    "evaluate": (
        f"Evaluating: {INTENTS} intents of {UTTERANCES} utterances, encoding left out",
        evaluating,
    ),
    "page": (f"The gate is moved on the Route page, at {INTENTS} intents", redrawing),
}

if __name__ == "__main__":
    raise SystemExit(main("Measure sweeping, tuning and evaluating a router.", PARTS))
