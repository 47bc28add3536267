"""Which intent does a query go to, or none, and why?

>>> router = IntentRouter()
>>> router.register("billing", ["refund", "charge", "invoice", "payment", "money"])
>>> router.register("cancel", ["cancel", "charge", "subscription", "stop", "account"])
>>> router.route("I need a refund for my invoice payment").intent
'billing'
>>> decision = router.route("cancel and refund charge")
>>> decision.intent, decision.best_intent, decision.runner_up, decision.reason
(None, 'billing', 'cancel', 'ambiguous_tie')
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import numpy as np

from engine.routing.gates import checked_gate, gate_outcome
from engine.routing.queries import Intent, QuerySet, Rule
from engine.routing.rules import compiled, first_rule
from engine.routing.scorers import Scorer, check_names, fit_scorer
from engine.routing.vectors import Floats

Reason = Literal["match", "low_confidence", "ambiguous_tie", "no_intents", "rule"]
MakeScorer = Callable[[Sequence[Intent]], Scorer]


@dataclass(frozen=True)
class RouteDecision:
    """Where one query goes.

    `intent` is None on a fallback, and `best_intent` is what it would have been (None only
    without intents); there is no falling through to the runner-up. Equal scores go by the order
    of registration. `scores` has every intent's score, in that order; a score that is not
    there is 0. A query that a rule answered has the reason "rule", a score of infinity, which
    passes every gate, and no runner-up; `scores` still says what the scorer thought.
    """

    intent: str | None
    best_intent: str | None
    score: float
    runner_up: str | None
    runner_up_score: float
    reason: Reason
    scores: Mapping[str, float]
    rule: Rule | None = None

    @property
    def fallback(self) -> bool:
        """Whether the query goes to no intent."""
        return self.intent is None

    @property
    def gap(self) -> float:
        """score − runner_up_score, which is compared with the margin."""
        return self.score - self.runner_up_score


class IntentRouter:
    """Scores a query against every intent and lets the best pass two gates (`gates`).

    `scorer` is a name of `SCORERS`, or a function from the intents to a `Scorer` of one's own;
    `aggregate` one of `AGGREGATES`. `rules` answer before the scores; a rule may lead to an
    intent that is not registered. Raises `ValueError` for a threshold or margin that is no
    finite number, for unknown names, and for a pattern that is no regular expression.
    """

    def __init__(
        self,
        threshold: float = 0.2,
        margin: float = 0.1,
        scorer: str | MakeScorer = "keywords",
        aggregate: str = "centroid",
        rules: Iterable[Rule] = (),
    ) -> None:
        self.threshold = checked_gate("threshold", threshold)
        self.margin = checked_gate("margin", margin)
        check_names("keywords" if callable(scorer) else scorer, aggregate)
        self.scorer = scorer
        self.aggregate = aggregate
        self.rules = tuple(rules)
        for rule in self.rules:
            compiled(rule.pattern)
        self._intents: dict[str, Intent] = {}
        self._fitted: Scorer | None = None

    @property
    def intents(self) -> tuple[Intent, ...]:
        """The intents in the order of registration."""
        return tuple(self._intents.values())

    def register(
        self,
        intent: str,
        keywords: Iterable[str] | str = (),
        *,
        utterances: Iterable[str] | str = (),
    ) -> None:
        """Add an intent, or keywords and utterances to one that is there, which keeps its place.

        A text instead of a list is its words as keywords, or one utterance. Raises `ValueError`
        for a name that is empty, and for keywords or utterances that are not text.
        """
        if not isinstance(intent, str) or not intent.strip():
            raise ValueError(f"an intent needs a name; found {intent!r}")
        before = self._intents.get(intent, Intent(intent))
        self._intents[intent] = replace(
            before,
            keywords=before.keywords + _texts(intent, "keywords", keywords),
            utterances=before.utterances + _texts(intent, "utterances", utterances),
        )
        self._fitted = None

    def route(self, query: str) -> RouteDecision:
        """Where the query goes, and why."""
        row = self.scores([query])[0]
        names = list(self._intents)
        scores = MappingProxyType(dict(zip(names, row.tolist(), strict=True)))
        index = first_rule(self.rules, query)
        if index >= 0:
            rule = self.rules[index]
            return RouteDecision(
                rule.intent, rule.intent, math.inf, None, 0.0, "rule", scores, rule
            )
        if not names:
            return RouteDecision(None, None, 0.0, None, 0.0, "no_intents", scores)
        # Stable: of equal scores the intent that was registered first.
        best, *others = np.argsort(-row, kind="stable")[:2].tolist()
        score, second = float(row[best]), float(row[others[0]]) if others else 0.0
        reason = gate_outcome(score, second, self.threshold, self.margin)
        return RouteDecision(
            names[best] if reason == "match" else None,
            names[best],
            score,
            names[others[0]] if others else None,
            second,
            reason,
            scores,
        )

    def scores(self, texts: Sequence[str]) -> Floats:
        """(texts, intents in the order of registration): the scores, whatever rules say.

        `ValueError` for a text that is none, and for a scorer that gives another shape, or
        numbers that are not finite.
        """
        for text in texts:
            if not isinstance(text, str):
                raise ValueError(f"a query must be text; found {text!r}")
        scores = np.array(self.fitted.scores(texts), dtype=np.float64)
        shape = (len(texts), len(self._intents))
        if scores.shape != shape:
            raise ValueError(f"the scorer must give scores of shape {shape}; found {scores.shape}")
        if not np.isfinite(scores).all():
            raise ValueError("the scorer must give finite scores; found NaN or infinity")
        return scores

    @property
    def fitted(self) -> Scorer:
        """The scorer made for the intents there are; made anew after `register`."""
        if self._fitted is None:
            self._fitted = (
                fit_scorer(self.scorer, self.intents, self.aggregate)
                if isinstance(self.scorer, str)
                else self.scorer(self.intents)
            )
        return self._fitted

    def with_gates(self, threshold: float, margin: float) -> IntentRouter:
        """The same router with other gates; what was computed for the intents is shared."""
        other = IntentRouter(threshold, margin, self.scorer, self.aggregate, self.rules)
        other._intents = dict(self._intents)
        other._fitted = self.fitted
        return other


def router_for(
    queries: QuerySet,
    *,
    scorer: str | MakeScorer = "wordllama",
    aggregate: str = "centroid",
    threshold: float = 0.2,
    margin: float = 0.1,
) -> IntentRouter:
    """The router of a query set: its intents in order, and its rules.

    >>> from engine.routing.queries import QuerySet
    >>> queries = QuerySet("s", intents=(Intent("billing", (), ("I want my money back",)),))
    >>> router_for(queries).route("give me back my money").intent
    'billing'
    """
    router = IntentRouter(threshold, margin, scorer, aggregate, queries.rules)
    for intent in queries.intents:
        router.register(intent.name, intent.keywords, utterances=intent.utterances)
    return router


def _texts(intent: str, what: str, given: Iterable[str] | str) -> tuple[str, ...]:
    if isinstance(given, str):
        return tuple(given.replace(",", " ").split()) if what == "keywords" else (given,)
    texts = tuple(given)
    for text in texts:
        if not isinstance(text, str):
            raise ValueError(f"the {what} of {intent!r} must be text; found {text!r}")
    return texts
