"""Which intent, or none, or a tie? And how do threshold and margin trade off?

- `queries`: labelled queries, intents and rules as values; `judged`: their scores as arrays
- `words`, `hashing`: what a text is made of; `vectors`: why scores are exact;
  `encoders`, `embeddings`: from text to vector; `scorers`: how alike a query and an intent are
- `gates`: threshold and margin, the one comparison; `rules`: what answers in front of them
- `router`: one query; `score`: a whole log of them
- `edits`: intents and rules changed, labels following them
- `explain`: where a score comes from; `overlap`: which intents lie too close
- `sweep`: every gate at once, by `grid_lookup`; `metrics`: what its counts are worth;
  `aims`, `tune`: the best gate for an aim; `held_out`: whether it is better on new queries
- `splits`: which queries tune and which judge; `per_route`: a threshold for each intent
- `ranking`, `confusion`, `fixes`: how well scores sort, what is taken for what, what would help
- `query_files`: labelled queries from files; `exports`: a tuned router for other programs
"""

from engine.routing.aims import Aim, Gate
from engine.routing.explain import Explanation, NearUtterance, WordShare, explain
from engine.routing.gates import OUTCOMES, gate_outcome, gate_outcomes
from engine.routing.hashing import embed
from engine.routing.judged import Judged, Scored, judge
from engine.routing.metrics import METRICS, Costs
from engine.routing.overlap import ClosePair, Overlap, SharedWord, Stray, overlap
from engine.routing.queries import Intent, LabelledQuery, QuerySet, Rule, add, drop, relabel
from engine.routing.query_files import LoadedQueries, load_queries
from engine.routing.router import IntentRouter, RouteDecision, router_for
from engine.routing.score import score_queries
from engine.routing.scorers import AGGREGATES, SCORERS, Scorer, available_scorers
from engine.routing.splits import split_queries
from engine.routing.sweep import GateSweep, sweep_gates
from engine.routing.tune import tune
from engine.routing.words import bag_of_words, cosine_dense, cosine_sparse

__all__ = [
    "AGGREGATES",
    "METRICS",
    "OUTCOMES",
    "SCORERS",
    "Aim",
    "ClosePair",
    "Costs",
    "Explanation",
    "Gate",
    "GateSweep",
    "Intent",
    "IntentRouter",
    "Judged",
    "LabelledQuery",
    "LoadedQueries",
    "NearUtterance",
    "Overlap",
    "QuerySet",
    "RouteDecision",
    "Rule",
    "Scored",
    "Scorer",
    "SharedWord",
    "Stray",
    "WordShare",
    "add",
    "available_scorers",
    "bag_of_words",
    "cosine_dense",
    "cosine_sparse",
    "drop",
    "embed",
    "explain",
    "gate_outcome",
    "gate_outcomes",
    "judge",
    "load_queries",
    "overlap",
    "relabel",
    "router_for",
    "score_queries",
    "split_queries",
    "sweep_gates",
    "tune",
]
