"""Are scores that are kept after an edit those that scoring anew would give?"""

from __future__ import annotations

import numpy as np
import pytest

from engine.routing import LabelledQuery, QuerySet, add, drop, relabel, score_queries
from engine.scenario.routing import Routing
from ui.route.scores import router_of, scores_of
from ui.route.sets import shipped_set
from ui.route.shown import look, split_of

NEW = LabelledQuery("please close my acount and refund me", ("cancel",), "test")


def edits(queries: QuerySet) -> dict[str, QuerySet]:
    return {
        "drop": drop(queries, 3),
        "add": add(queries, NEW),
        "twice the same": add(add(queries, NEW), queries.queries[0]),
        "both": drop(add(queries, NEW), 0),
    }


@pytest.mark.parametrize("scorer", ["wordllama", "tfidf", "keywords"])
def test_after_an_edit_every_query_scores_as_if_scored_anew(scorer):
    routing = Routing(scorer=scorer)
    queries = look(shipped_set("support"), routing).queries
    for name, edited in edits(queries).items():
        kept = scores_of(edited, routing)
        anew = score_queries(
            router_of(edited, scorer, routing.aggregate),
            tuple(query.text for query in edited.queries),
        )
        for field in ("top", "second", "best", "runner_up", "rule"):
            assert np.array_equal(getattr(kept, field), getattr(anew, field)), (name, field)


def test_a_label_scores_nothing_anew():
    routing = Routing()
    queries = split_of(shipped_set("support")).queries
    before = scores_of(queries, routing)
    assert scores_of(relabel(queries, 0, ("cancel",)), routing) is before
