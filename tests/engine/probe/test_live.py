"""Does a real model show what the lesson says it shows? Some minutes; skipped without the extra."""

from __future__ import annotations

import pytest

from engine import (
    KeyValueTask,
    LocalServer,
    ProbeRun,
    ask,
    local_available,
    mcnemar_exact,
    plan_for,
)
from engine.probe import FIVE_POSITIONS, settings_of

pytestmark = pytest.mark.skipif(not local_available(), reason="no local model; `make extras`")

ITEMS = 30


@pytest.fixture(scope="module")
def model():
    with LocalServer() as server:
        yield server


@pytest.fixture(scope="module")
def run(model):
    """Thirty items at five positions, in the order that takes least time."""
    plan = plan_for(model, KeyValueTask(), n=ITEMS, order="prefix")
    return ProbeRun.of(settings_of(plan, model), plan, ask(model, plan))


def test_a_fact_that_stands_alone_is_found(run):
    assert run.oracle is not None
    assert run.oracle >= 0.95
    assert run.closed_book == 0


def test_the_ends_beat_what_lies_between(run):
    """Item by item: the share found at both ends against the share found at three places inside."""
    ends_better = inner_better = 0
    for seed in run.plan.seeds:
        found = {row.position: row.correct for row in run.rows if row.item_seed == seed}
        assert len(found) == len(FIVE_POSITIONS)
        ends = (found[0.0] + found[1.0]) / 2
        inner = (found[0.25] + found[0.5] + found[0.75]) / 3
        ends_better += ends > inner
        inner_better += inner > ends
    assert mcnemar_exact(ends_better, inner_better) < 0.01
    assert ends_better > inner_better
