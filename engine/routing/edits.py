"""How does a user change the intents and rules of a query set? One pure function an edit.

Labels follow their intents, and no query is ever lost. Each raises `ValueError` with a sentence
where the result would be no router.

>>> queries = QuerySet("support", (LabelledQuery("stop it", ("cancel",)),),
...                    (Intent("cancel", ("stop",)), Intent("billing", ("money",))))
>>> rename_intent(queries, "cancel", "leave").queries[0].intents
('leave',)
>>> delete_intent(queries, "cancel").queries[0].in_scope
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.routing.queries import OUT_OF_SCOPE, Intent, LabelledQuery, QuerySet, Rule
from engine.routing.query_files.rows import NO_INTENT
from engine.routing.rules import compiled


def add_intent(queries: QuerySet, intent: Intent) -> QuerySet:
    """The set with one intent more, at the end; it needs a keyword or an utterance."""
    intent = Intent(
        _new_name(queries, intent.name), _texts(intent.keywords), _texts(intent.utterances)
    )
    return replace(queries, intents=(*queries.intents, _something_to_go_by(intent)))


def rename_intent(queries: QuerySet, name: str, new: str) -> QuerySet:
    """The set with another name for an intent; labels and rules follow."""
    _place(queries, name)
    if new.strip() == name:
        return queries
    new = _new_name(queries, new)
    renamed = _relabelled(queries, name, (new,))
    return replace(
        renamed,
        intents=tuple(
            replace(intent, name=new) if intent.name == name else intent
            for intent in queries.intents
        ),
        rules=tuple(
            replace(rule, intent=new) if rule.intent == name else rule for rule in queries.rules
        ),
    )


def delete_intent(queries: QuerySet, name: str, instead: str | None = None) -> QuerySet:
    """The set without an intent, its keywords and its utterances.

    Its queries then mean `instead`, and its rules lead there. With None there is no right
    answer to them any more: a query that meant it alone is out of scope, a collision means
    what is left of it, and its rules go.
    """
    _place(queries, name)
    if instead is not None:
        _place(queries, instead)
        if instead == name:
            raise ValueError(f"{name} goes: choose another intent for its queries")
    relabelled = _relabelled(queries, name, () if instead is None else (instead,))
    rules = (
        replace(rule, intent=instead) if instead is not None and rule.intent == name else rule
        for rule in queries.rules
    )
    return replace(
        relabelled,
        intents=tuple(intent for intent in queries.intents if intent.name != name),
        rules=tuple(rule for rule in rules if rule.intent != name),
    )


def set_keywords(queries: QuerySet, name: str, keywords: Iterable[str]) -> QuerySet:
    """The set with other keywords for an intent; empty and repeated ones fall away."""
    return _changed(queries, name, lambda intent: replace(intent, keywords=_texts(keywords)))


def set_utterances(queries: QuerySet, name: str, utterances: Iterable[str]) -> QuerySet:
    """The set with other utterances for an intent; empty and repeated ones fall away."""
    return _changed(queries, name, lambda intent: replace(intent, utterances=_texts(utterances)))


def set_rules(queries: QuerySet, rules: Iterable[Rule]) -> QuerySet:
    """The set with other rules, in the order in which they are asked.

    >>> set_rules(QuerySet("empty"), [Rule("(refund", "billing")])
    Traceback (most recent call last):
    ...
    ValueError: rule 1: the rule '(refund' is no regular expression: missing ), unterminated
    subpattern at position 0
    """
    rules = tuple(rules)
    for number, rule in enumerate(rules, 1):
        try:
            compiled(rule.pattern)
        except ValueError as error:
            raise ValueError(f"rule {number}: {error}") from error
        if not rule.intent:
            raise ValueError(f"rule {number}: expected the intent it leads to; found nothing")
    return replace(queries, rules=rules)


def _changed(queries: QuerySet, name: str, change: Callable[[Intent], Intent]) -> QuerySet:
    at = _place(queries, name)
    intents = list(queries.intents)
    intents[at] = _something_to_go_by(change(intents[at]))
    return replace(queries, intents=tuple(intents))


def _place(queries: QuerySet, name: str) -> int:
    names = queries.intent_names
    if name not in names:
        raise ValueError(f"there is no intent {name}")
    return names.index(name)


def _new_name(queries: QuerySet, name: str) -> str:
    name = name.strip()
    # What query files read as no intent, or as two.
    if name.lower() in NO_INTENT or "|" in name:
        raise ValueError(
            f"expected a name of an intent, not {OUT_OF_SCOPE} and without |; "
            f"found {name or 'nothing'}"
        )
    if name in queries.intent_names:
        raise ValueError(f"there is an intent {name} already")
    return name


def _something_to_go_by(intent: Intent) -> Intent:
    if not (intent.keywords or intent.utterances):
        raise ValueError(f"{intent.name} needs a keyword or an utterance, or no query can reach it")
    return intent


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _relabelled(queries: QuerySet, name: str, by: tuple[str, ...]) -> QuerySet:
    """Every label `name` replaced; a label that is there already stands once."""

    def follow(query: LabelledQuery) -> LabelledQuery:
        if name not in query.intents:
            return query
        labels = (label for old in query.intents for label in (by if old == name else (old,)))
        return replace(query, intents=tuple(dict.fromkeys(labels)))

    return replace(queries, queries=tuple(map(follow, queries.queries)))
