"""What is written in each file that leaves the Route page?

Every file is made of what is open when it is asked for, outside of a run and without a session.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.errors import RouterConfigError
from engine.routing import QuerySet
from engine.routing.exports import Metric, RouterConfig, data_hash
from engine.routing.exports.schema import checked
from engine.routing.gates import OUTCOMES as REASONS
from engine.routing.judged import Floats
from engine.routing.metrics import Counts
from engine.routing.queries import OUT_OF_SCOPE
from engine.routing.query_files import dump_queries, refusal
from ui.newest import Newest
from ui.palette import OUTCOMES
from ui.route.best import compared
from ui.route.maps_pane import metric_and_risk
from ui.route.outcomes import codes_of, outcomes_of
from ui.route.sets import installed, set_of
from ui.route.shown import Shown, look


def shown_now(now: Newest) -> Shown:
    """What the page shows, or would show, of what is open now."""
    routing = now.scenario.routing
    return look(set_of(now.queries, routing), installed(routing))


def router_config(shown: Shown) -> RouterConfig:
    """The router with its gate now, and what it does on the held-out queries.

    The intervals are those that the page shows; each metric says how many queries it was
    counted on.
    """
    gate, judged, aim = shown.gate, shown.test.judged, shown.aim
    held = shown.held or compared(judged, gate, gate, aim)
    counts = Counts.at(judged, gate.threshold, gate.margin)
    counted_on = {
        "in_scope_accuracy": counts.in_scope,
        "out_of_scope_recall": counts.out_of_scope,
        "risk": counts.right + counts.wrong + counts.missed,
    }
    return RouterConfig(
        shown.routing.scorer,
        gate.threshold,
        gate.margin,
        shown.queries.intents,
        shown.queries.rules,
        shown.routing.aggregate,
        aim.share,
        data_hash(shown.queries),
        {
            name: Metric(it.value, it.low, it.high, counted_on.get(name, held.queries))
            for name, it in held.now.items()
        },
    )


@lru_cache(maxsize=16)
def router_refusal(queries: QuerySet) -> str:
    """Why the router of a set cannot be written to a file; empty where it can."""
    try:
        checked(RouterConfig("keywords", 0.0, 0.0, queries.intents, queries.rules))
    except RouterConfigError as error:
        return str(error)
    return ""


@lru_cache(maxsize=32)
def queries_refusal(queries: QuerySet, format: str) -> str:
    """Why a set cannot be written in this format; empty where it can."""
    return str(refusal(queries, format) or "")


def queries_file(now: Newest, format: str) -> str:
    """The labelled queries, each in its split, and the utterances as rows of "train"."""
    return dump_queries(shown_now(now).queries, format)


def maps_csv(now: Newest) -> str:
    """Every gate of both maps: the metric, the risk of what is routed, the number of queries."""
    shown = shown_now(now)
    aim, sweeps = shown.aim, (shown.tuned.sweep, shown.held_sweep)
    (tune, tune_risk), (test, test_risk) = (metric_and_risk(aim, sweep) for sweep in sweeps)
    thresholds, margins = (axis.tolist() for axis in (sweeps[0].thresholds, sweeps[0].margins))
    share = "own" if aim.share is None else aim.share
    ns = [sweep.queries for sweep in sweeps]
    values = [_finite(grid.round(6)) for grid in (tune, tune_risk, test, test_risk)]
    gates = ((threshold, margin) for threshold in thresholds for margin in margins)
    rows = (
        (*gate, a, a_risk, ns[0], b, b_risk, ns[1], share)
        for gate, a, a_risk, b, b_risk in zip(gates, *values, strict=True)
    )
    name = aim.metric
    head = ("threshold", "margin", f"tune_{name}", "tune_risk", "tune_n", f"held_out_{name}",
            "held_out_risk", "held_out_n", "out_of_scope_share")  # fmt: skip
    return _csv(head, rows)


def outcomes_csv(now: Newest) -> str:
    """Every query: its truth, its scores, what the gate does with it, and what that means."""
    shown = shown_now(now)
    scored, queries = shown.scored, shown.queries.queries
    names = (*scored.intents, "")  # −1: there is none
    codes = codes_of(shown.whole, shown.gate).tolist()
    outcomes = outcomes_of(shown.whole, shown.gate).tolist()
    ruled = (scored.rule >= 0).tolist()
    columns = (scored.best.tolist(), scored.runner_up.tolist())
    scores = (_finite(scored.top), _finite(scored.second), _finite(scored.gap))
    rows = (
        (
            query.text,
            "|".join(query.intents) or OUT_OF_SCOPE,
            query.split,
            names[best] if REASONS[code] == "match" else "",
            "rule" if rule else REASONS[code],
            OUTCOMES[outcome],
            names[best],
            names[second],
            *numbers,
            query.line or "",
        )
        for query, code, outcome, rule, best, second, *numbers in zip(
            queries, codes, outcomes, ruled, *columns, *scores, strict=True
        )
    )
    head = ("query", "intent", "split", "routed_to", "reason", "outcome", "best", "runner_up",
            "score", "runner_up_score", "gap", "line")  # fmt: skip
    return _csv(head, rows)


def _finite(values: Floats) -> list[object]:
    """The numbers as they are, so that gates compare alike; empty where there is none."""
    numbers = values.ravel().tolist()
    return [number if math.isfinite(number) else "" for number in numbers]


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)  # lines end as RFC 4180 has it, so that every line end is quoted
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()
