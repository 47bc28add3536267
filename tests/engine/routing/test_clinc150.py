"""Does a gate tuned on one part of a real query set hold on the part it never saw?"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.routing import judge, load_queries, router_for, score_queries, tune
from engine.routing.aims import DEFAULT_GATE, Aim
from engine.routing.held_out import compare_gates

CLINC = Path(__file__).parents[4] / "shared" / "data" / "routing" / "clinc150_full.json"
pytestmark = pytest.mark.skipif(not CLINC.exists(), reason="the data set is not beside the project")


@pytest.fixture(scope="module")
def queries():
    return load_queries(CLINC).queries


@pytest.mark.parametrize("aggregate", ["centroid", "max"])
def test_gates_tuned_on_validation_queries_are_better_on_the_test_queries(queries, aggregate):
    router = router_for(queries, aggregate=aggregate)
    judged = {
        split: judge(
            score_queries(router, [q.text for q in queries.part(split)]), queries.part(split)
        )
        for split in ("tune", "test")
    }
    assert (len(judged["tune"].top), len(judged["test"].top)) == (3100, 5500)
    aim = Aim("accuracy", share=1000 / 5500)
    gate = tune(judged["tune"], aim).gate
    assert gate is not None
    held = compare_gates(judged["test"], DEFAULT_GATE, gate, aim)
    assert held.queries == 5500
    assert held.certain
    assert held.difference.value > 0.05
    # In scope no gate routes more right than the best intents allow.
    assert held.tuned["in_scope_accuracy"].value <= np.mean(
        judged["test"].correct[judged["test"].in_scope]
    )
