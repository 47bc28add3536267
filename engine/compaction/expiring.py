"""Which tool results have outlived their time, and which of them must not go yet?

>>> from datetime import UTC, datetime, timedelta
>>> noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
>>> turns = [Turn("user", "Go"), Turn("assistant", "price()", call_ids=("c",)),
...          Turn("tool", "149.90 EUR " * 9, result_of="c", name="price", timestamp=noon)]
>>> result = expire_results(turns, noon + timedelta(seconds=600), ttl=600)
>>> result.turns[2].text
'[result of price expired: 25 tokens; restore from t3]'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from engine.compaction.clearing import is_cleared, is_json, is_result
from engine.compaction.counting import Count
from engine.compaction.facts import literals
from engine.compaction.result import Change, RungResult
from engine.compaction.ttl import Evidence, is_expired
from engine.compaction.window import Window
from engine.tokens import Tokenizer
from engine.transcripts import Turn, pair_calls
from engine.transcripts.values import canonical_json
from engine.wording import times

EXPIRE = "ttl"
_NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_WRITES = frozenset(
    "add append apply book cancel change commit create delete deploy edit insert move patch "
    "pay post publish push put refund remove rename replace reserve save send set submit transfer "
    "update upload write".split()
)
_READS = frozenset(
    "check count describe fetch find get grep list look lookup query read search show view".split()
)
_FAILS = re.compile(
    r"\b(?<!0 )(?<!no )(?:errors?|failed|failures?|exception|traceback|denied|refused|blocked"
    r"|timed ?out|timeout)\b",
    re.IGNORECASE,
)


def expire_results(
    turns: Sequence[Turn],
    now: datetime,
    ttl: float,
    *,
    pinned: Collection[str] = (),
    unpinned: Collection[str] = (),
    tokenizer: str | Tokenizer | Count = "chars/4",
) -> RungResult:
    """The tool results whose age at `now` has reached `ttl` seconds give way to a pointer.

    It is no rung that makes room: what may be wrong by now goes however much room there is, and
    before anything goes for other reasons. A result is as old as its timestamp; without one
    that knows its zone its age is not known, and it stays. So does what `evidence_of` calls an
    open blocker or an unverified write, whatever is protected, and a result too short to
    become shorter. Raises `ValueError` for a clock without a time zone and a ttl below 0.
    """
    window = Window.of(turns, tokenizer, pinned, unpinned)
    found = evidence_of(window.turns, ttl)
    due = [index for index, item in found.items() if is_expired(item, now)]
    free = {index for group in window.free for index in group} if due else set()
    changes: dict[int, Change] = {}
    for index in due:
        turn, name, tokens = window.turns[index], window.names[index], window.sizes[index]
        shorter = (
            (window.counter(after), after)
            for after in (replace(turn, text=text, id=name) for text in _lines(turn, name, tokens))
        )
        fitting = next(((size, after) for size, after in shorter if size < tokens), None)
        if index in free and fitting is not None:
            spans = ((0, len(turn.text)),)
            changes[index] = Change(name, turn, fitting[1], tokens, fitting[0], None, name, spans)
    if not changes:
        return window.unchanged(EXPIRE, "No tool result has expired.")
    note = f"Tool results of {times(len(changes), 'turn')} expired after {ttl:,g} s; restorable."
    return window.shortened(EXPIRE, changes, note)


def evidence_of(turns: Sequence[Turn], ttl: float | None) -> dict[int, Evidence]:
    """The tool results that have not given way to a pointer, as evidence, by their indices.

    An unverified write is the result of a tool that writes, by the words of its name, as long
    as no other tool has been called behind it with an identifier that the write was called
    with. An open blocker is a result that tells of an error, as long as none of the same tool
    behind it does not.

    >>> turns = [Turn("assistant", 'send_mail({"to":"a@b.eu"})', call_ids=("c",)),
    ...          Turn("tool", "sent", result_of="c", name="send_mail")]
    >>> evidence_of(turns, 60)[1].kind
    'unverified_write'
    """
    callers = pair_calls(turns).answers
    results = [index for index, turn in enumerate(turns) if is_result(turn)]
    named = {
        index: frozenset(
            fact.text for fact in literals(turns[callers[index]].text) if fact.kind == "identifier"
        )
        for index in results
        if index in callers
    }
    found: dict[int, Evidence] = {}
    checked: set[str] = set()  # what tools that only read were called with, later
    passed: set[str | None] = set()  # the tools that told of no error, later
    for index in reversed(results):
        turn, names = turns[index], named.get(index, frozenset())
        own = {name for name in names if name != turn.name}
        kind = "evidence"
        if _writes(turn.name):
            kind = "evidence" if own & checked else "unverified_write"
        else:
            checked |= own
        if _FAILS.search(turn.text):
            kind = kind if turn.name in passed else "blocker"
        else:
            passed.add(turn.name)
        if not is_cleared(turn):
            stamp = turn.timestamp
            if stamp is not None and stamp.utcoffset() is None:
                stamp = None
            found[index] = Evidence(turn.id or str(index), turn.text, stamp, ttl, kind)
    return dict(sorted(found.items()))


def _writes(name: str | None) -> bool:
    """By the words of its name: of `find_update` the first one counts.

    >>> [_writes(name) for name in ("sendMail", "file_write", "find_update", "prices", None)]
    [True, True, False, False, False]
    """
    words = [part.lower() for part in _NAME_PART.findall(name or "")]
    return bool(words) and _READS.isdisjoint(words) and not _WRITES.isdisjoint(words)


def _lines(turn: Turn, name: str, tokens: int) -> tuple[str, str]:
    """What may stand in its place, the longer first."""
    if is_json(turn.text):
        told = {"expired_tokens": tokens, "restore_from": name}
        return canonical_json(told), canonical_json({"expired": True})
    who = turn.name or "a tool"
    return f"[result of {who} expired: {tokens:,} tokens; restore from {name}]", "[expired]"
