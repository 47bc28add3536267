"""How does a router score a whole query log?

>>> router = IntentRouter()
>>> router.register("billing", ["refund", "invoice"])
>>> router.register("cancel", ["cancel", "stop"])
>>> scored = score_queries(router, ["refund and stop", "hello"])
>>> scored.top.round(2), scored.second.round(2), scored.best
(array([0.41, 0.  ]), array([0.41, 0.  ]), array([0, 0]))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.routing.judged import Scored
from engine.routing.router import IntentRouter
from engine.routing.rules import first_rule

Progress = Callable[[int, int], None]


def score_queries(
    router: IntentRouter,
    texts: Sequence[str],
    on_progress: Progress | None = None,
    batch: int = 2048,
) -> Scored:
    """What `router.route` finds for each text before its gates, as arrays, to the last bit.

    `batch` texts are scored at a time, so memory grows with the texts only by six numbers
    each; `on_progress(done, total)` is called after each batch. An intent that only rules know
    stands in `Scored.intents` after those registered.
    """
    names = [intent.name for intent in router.intents]
    names += dict.fromkeys(rule.intent for rule in router.rules if rule.intent not in names)
    count, total = len(router.intents), len(texts)
    top, second = np.zeros(total), np.zeros(total)
    best, runner_up, rule = (np.full(total, -1, dtype=np.intp) for _ in range(3))
    for start in range(0, total, batch):
        part = slice(start, start + batch)
        scores = router.scores(texts[part])
        rows = np.arange(len(scores))
        if count:
            # argmax gives the first of equals: the one registered first.
            best[part] = scores.argmax(axis=1)
            top[part] = scores[rows, best[part]]
        if count > 1:
            scores[rows, best[part]] = -np.inf
            runner_up[part] = scores.argmax(axis=1)
            second[part] = scores[rows, runner_up[part]]
        if router.rules:
            rule[part] = [first_rule(router.rules, text) for text in texts[part]]
        if on_progress:
            on_progress(min(start + batch, total), total)
    ruled = np.flatnonzero(rule >= 0)
    best[ruled] = [names.index(router.rules[index].intent) for index in rule[ruled]]
    runner_up[ruled], top[ruled], second[ruled] = -1, np.inf, 0.0
    return Scored(tuple(names), top, second, best, runner_up, rule)
