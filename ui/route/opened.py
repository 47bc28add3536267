"""What becomes of a file of queries or of a router that is opened, and what is worth knowing?

>>> from engine.routing import Intent
>>> from engine.routing.query_files import load_queries
>>> now = QuerySet("now", (), (Intent("pay", ("pay",)),))
>>> found = judged_by(now, load_queries("query,intent\\nhi,greet\\npay me,pay\\n", "log.csv"))
>>> found.queries.name, found.queries.intents is now.intents, found.notes[-1]
('log.csv', True, '1 query names an intent that this router does not have: greet.')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.routing import LabelledQuery, QuerySet
from engine.routing.exports import RouterConfig, data_hash
from engine.routing.query_files import LoadedQueries, RowProblem
from engine.wording import times
from ui.route.plain_table import in_queries
from ui.route.shown import split_of

MOST_NAMES = 6


@dataclass(frozen=True, eq=False)
class Opened:
    """A set that was read from a file, the rows left out of it, and notes on the rest."""

    queries: QuerySet
    problems: tuple[RowProblem, ...] = ()
    total_rows: int = 0
    notes: tuple[str, ...] = ()


def made_of(loaded: LoadedQueries) -> Opened:
    """The set with a router of the file's own labels and examples."""
    split = split_of(loaded.queries)
    notes = []
    if split.moved:
        notes.append(
            f"{in_queries(split.moved)} became examples of their intents, which had none, "
            "and are judged no more."
        )
    if split.too_few:
        notes.append(
            "Too few queries to learn from, to tune and to test with (three are needed, better "
            f"ten or more): {_names(split.too_few)}."
        )
    if not split.given and split.queries.queries:
        halves = [len(split.queries.part(name)) for name in ("tune", "test")]
        notes.append(
            f"Split by lot, with a fixed seed: {halves[0]:,} queries tune, {halves[1]:,} test."
        )
    return Opened(loaded.queries, loaded.problems, loaded.total_rows, (*notes, *loaded.notes))


def nothing_to_judge(queries: QuerySet) -> str:
    """Why a set has no query, and what to do.

    >>> nothing_to_judge(QuerySet("now"))
    'No queries yet: open a file beside the query set, or choose a shipped set.'
    """
    if not any(intent.utterances for intent in queries.intents):
        return "No queries yet: open a file beside the query set, or choose a shipped set."
    return (
        f"Every row of {queries.name} became an example of its intent, and none is left to judge. "
        "Open one with more rows of each intent (three are needed, better ten or more), or with "
        "a column split that says tune or test for the rows that are to judge."
    )


def judged_by(now: QuerySet, loaded: LoadedQueries) -> Opened:
    """The file's queries, judging the router that is open: its intents and rules stay.

    Examples in the file are left out, as the router has its own; where there is nothing else
    they are the queries.
    """
    examples = [
        LabelledQuery(text, (intent.name,))
        for intent in loaded.queries.intents
        for text in intent.utterances
    ]
    queries = loaded.queries.queries or tuple(examples)
    notes = [f"They judge the router that was open: {_router_words(now)}."]
    if examples and loaded.queries.queries:
        notes.append(f"{times(len(examples), 'example')} of the file left out.")
    notes += _unknown(now, queries)
    made = replace(now, name=loaded.queries.name, queries=queries)
    return Opened(made, loaded.problems, loaded.total_rows, (*notes, *loaded.notes))


def routed_by(now: QuerySet, config: RouterConfig) -> tuple[QuerySet, str]:
    """The set that is open with another router's intents and rules, and what to know of it."""
    queries = replace(now, intents=config.intents, rules=config.rules)
    scorer = config.scorer.replace("_", " ")
    words = (
        f"as a router: {scorer} · {config.aggregate.replace('_', ' ')}, threshold "
        f"{config.threshold:.3f}, margin {config.margin:.3f}, {_router_words(queries)}."
    )
    if config.data_sha256 is not None:
        same = config.data_sha256 == data_hash(queries)
        other = "the very queries that are open" if same else "other queries than those open"
        words += f" It was exported with {other}."
    return queries, " ".join([words, *_unknown(queries, queries.queries)])


def _router_words(queries: QuerySet) -> str:
    rules = f", {times(len(queries.rules), 'rule')}" if queries.rules else ""
    return f"{times(len(queries.intents), 'intent')}{rules}"


def _unknown(router: QuerySet, queries: Iterable[LabelledQuery]) -> list[str]:
    """A note on queries that no answer of this router can be right for."""
    known = {*router.intent_names, *(rule.intent for rule in router.rules)}
    counts = Counter(query.intents for query in queries)
    lost = {intents: n for intents, n in counts.items() if intents and known.isdisjoint(intents)}
    if not lost:
        return []
    names = list(dict.fromkeys(name for intents in lost for name in intents))
    n = sum(lost.values())
    verb = "name an intent" if n > 1 else "names an intent"
    return [f"{in_queries(n)} {verb} that this router does not have: {_names(names)}."]


def _names(names: Iterable[str]) -> str:
    names = list(names)
    more = len(names) - MOST_NAMES
    shown = (name if len(name) <= 40 else f"{name[:39]}…" for name in names[:MOST_NAMES])
    listed = ", ".join(shown)
    return listed + (f" and {more:,} more" if more > 0 else "")
