"""What in a text is a fact that a summary must not lose, and where does it stand?

>>> [(fact.kind, fact.text) for fact in find_facts("Don't ship ORDER-42 before 14 March: €149.90.")]
[('rule', "Don't ship ORDER-42 before 14 March: €149.90."), ('negation', "Don't"), \
('identifier', 'ORDER-42'), ('date', '14 March'), ('figure', '€149.90')]
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

FACT_KINDS = (
    "identifier", "figure", "date", "negation", "decision", "preference", "rule", "goal",
)  # fmt: skip

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
# Behind "12." these are the month of a date in the languages that write a point there. English
# does not, so "may" is none of them.
MONTH_AFTER_POINT = (
    r"(?<=\d\.)[ \t\u00a0\u202f]+(?i:jan(?:uary?|uari)?|jänner|feb(?:ruary?|ruari)?|märz?|mrz|mars"
    r"|marts|maart|mar(?:ch)?|apr(?:il)?|mai|maj|mei|jun[ie]?|jul[iy]?|aug(?:ust(?:us|i)?)?"
    r"|sept?(?:ember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[zcs](?:ember)?)\b"
)
_UNIT = (
    r"(?:%|‰|°[CF]?|€|\$|£|¥|(?:percent|EUR|USD|GBP|CHF|JPY|euros?|dollars?|pounds?|cents?|tokens?"
    r"|ms|s|min|h|hours?|minutes?|seconds?|days?|weeks?|months?|years?|nights?|people|persons?"
    r"|[kKMGT]i?B|bytes?|bits?|[mck]?m|km/h|[mk]?g|lbs?|in|ft|mi|[mc]?l|[kMG]?Hz|[kM]?W|kWh|mV|V|mA"
    r"|MP|px|x)(?!\w))"
)
_PATTERNS = {
    "url": r"\b(?:[a-z][a-z+.-]{1,15}+://|www\.)[^\s<>\"'`)\]}]*[\w/]",
    "code": r"`(?:[^`\n]|\n(?![ \t]*\n))+`",
    "mail": r"\b[\w.+-]{1,64}+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}",
    "path": (
        r"(?<![\w/.])(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w.@+-]{1,80}[/\\]){0,20}[\w.@+-]{0,80}\w"
        r"|\b(?<![/.-])(?:[\w.-]{1,80}+/){1,20}[\w-]{1,80}+\.\w{1,5}\b"
    ),
    "date": (
        r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b"
        r"|\b\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)\b"
        rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)?[ ](?:of[ ])?{_MONTH}\b(?:,?[ ]\d{{4}}\b)?"
        rf"|\b{_MONTH}\.?[ ]\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?[ ]\d{{4}}\b)?"
        rf"|\b{_MONTH}[ ]\d{{4}}\b"
        r"|\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:[ ]?[ap]\.?m\b)?|\b\d{1,2}[ ]?[ap]m\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bq[1-4][ ]\d{4}\b"
    ),
    "version": r"\bv?\d+\.\d+\.\d+(?:[.-]\w+)*\b|\bv\d+(?:\.\d+)*\b",
    "name": (
        r"\b(?<![.-])[\w-]{1,80}+\."
        r"(?:py|jsx?|tsx?|jsonl?|ya?ml|toml|md|csv|txt|sql|sh|go|rs|java|html|css)\b"
        r"|\b(?=[\w-]{0,64}\d)(?=[\w-]{0,64}[^\W\d_])[^\W_][\w-]*\w\b"
        r"(?<!\dst)(?<!\dnd)(?<!\drd)(?<!\dth)"
        r"|\#\d+\b|\b[^\W_]++(?:_[^\W_]+)+\b|\b[a-z]++(?:[A-Z][a-z0-9]+)+\b"
    ),
    "figure": (
        rf"(?:[-+−](?=[€$£¥\d]))?(?:[€$£¥][ ]?)?\d+(?:[.,'’:\u00a0\u202f]\d+)*(?:[ ]?{_UNIT})?"
    ),
}
_KIND_OF = {"date": "date", "figure": "figure"}  # all others are identifiers


# `camelCase` and units are told from words by their case; dates and schemes are not.
def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        "|".join(
            f"(?P<{name}>(?{'i' if name in ('url', 'date') else ''}:{_PATTERNS[name]}))"
            for name in names
        )
    )


_LITERAL = _any_of(_PATTERNS)
# Most words hold none of these, and then a shorter pattern does.
_SPECIAL = re.compile(r"[/\\@`]|www", re.IGNORECASE)
_PLAIN = _any_of(name for name in _PATTERNS if name not in ("url", "code", "mail", "path"))

# Where a literal may be: only there is the long pattern tried, for it is slow.
_HINT = re.compile(r"[\d_/\\`@#€$£¥]|[a-z][A-Z]|\.[a-z]|day\b|www")
_CHUNK = re.compile(r"\S+")

NEGATIONS = frozenset(
    "not never no none nobody nothing nowhere neither nor without unless except only cannot if"
    .split()
)  # fmt: skip

# What makes a whole sentence a fact of that kind: words, and phrases joined by "_".
_CUES = {
    "decision": (
        "decide decides decided decision decisions agree agreed settled chose chosen approved "
        "confirmed rejected instead booked signed_off go_with going_with we'll_use we_use we_take"
    ),
    "preference": (
        "prefer prefers preferred preference preferences preferably favourite favorite rather "
        "i_like i_love i_hate i_dislike i'd_like would_like"
    ),
    "rule": (
        "must mustn't never always don't shall may_not do_not cannot can't required requires "
        "forbidden allowed make_sure at_least at_most no_more_than only_if unless except "
        "constraint constraints policy policies rule rules limit limits limited"
    ),
    "goal": (
        "goal goals aim aims want_to wants_to need_to needs_to in_order_to trying_to plan_to "
        "plans_to planning_to objective task deadline so_that blocked blocker blockers todo"
    ),
}
STARTS: dict[str, list[tuple[str, str]]] = {}
for _kind, _phrases in _CUES.items():
    for _phrase in _phrases.split():
        _first, _, _rest = _phrase.partition("_")
        STARTS.setdefault(_first, []).append((_rest.replace("_", " "), _kind))
_TELLING = NEGATIONS | STARTS.keys()
WORD = re.compile(r"[^\W\d_]+(?:['’](?:[td]|ll)\b)?")
_SENTENCE_END = re.compile(
    rf"(?<=[.!?])(?!{MONTH_AFTER_POINT})[\"')\]]*\s+(?=[^\sa-z])|\n\s*|(?<=[。！？])"
)


@dataclass(frozen=True)
class Fact:
    """One fact of a text: `text` is `source[start:end]`, word for word.

    `kind` is one of `FACT_KINDS`. A decision, preference, rule or goal is a whole sentence;
    what else it holds are facts of their own.
    """

    kind: str
    text: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def find_facts(text: str) -> tuple[Fact, ...]:
    """Every fact in the text, by where it starts; of those, the longer first.

    Patterns, no model: it knows English words, and figures, dates and identifiers as they are
    written anywhere. What it does not know it does not find.
    """
    found = [*_of_words(text), *literals(text)]
    return tuple(sorted(found, key=lambda fact: (fact.start, -fact.end)))


def literals(text: str) -> Iterator[Fact]:
    """The identifiers, figures and dates in the text, none inside another.

    >>> [(fact.kind, fact.text) for fact in literals("See src/app.py: 41,207.55 on 2026-11-30")]
    [('identifier', 'src/app.py'), ('figure', '41,207.55'), ('date', '2026-11-30')]
    """
    hint = _HINT.search(text)
    chunks = [match.span() for match in _CHUNK.finditer(text)] if hint else []
    starts = [start for start, _ in chunks]
    done = 0
    while hint:
        chunk = bisect_right(starts, hint.start()) - 1
        # From the word before, for the month of "March 14" tells nothing by itself.
        start = max(done, starts[max(0, chunk - 1)])
        scanned = chunks[chunk][1]
        literal = _LITERAL if _SPECIAL.search(text, start, scanned) else _PLAIN
        found = literal.match(text, hint.start()) if hint.group() == "`" else None
        found = found or literal.search(text, start, scanned)
        if found:
            found = literal.match(text, found.start()) or found
            yield Fact(
                _KIND_OF.get(found.lastgroup or "", "identifier"), found.group(), *found.span()
            )
            scanned = done = found.end()
        hint = _HINT.search(text, scanned)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence starts and ends, white space around it left out; a line ends one too.

    >>> text = "It is 3.5 m. Ship it!  Not later"
    >>> [text[start:end] for start, end in sentences(text)]
    ['It is 3.5 m.', 'Ship it!', 'Not later']
    >>> len(list(sentences("Bis zum 12. März. Dann nicht.")))
    2
    """
    start = len(text) - len(text.lstrip())
    for match in _SENTENCE_END.finditer(text):
        if start < match.start():
            yield start, start + len(text[start : match.start()].rstrip())
        start = max(start, match.end())
    end = len(text.rstrip())
    if start < end:
        yield start, end


def _of_words(text: str) -> Iterator[Fact]:
    """The negations, and the sentences that hold a cue, each kind once a sentence."""
    ends = iter([*sentences(text), (len(text) + 1, len(text) + 1)])
    start, end = next(ends)
    seen: set[str] = set()
    for match in WORD.finditer(text):
        word = match.group().lower().replace("’", "'")
        if word not in _TELLING and not word.endswith("n't"):
            continue  # most words
        if word in NEGATIONS or word.endswith("n't"):
            yield Fact("negation", match.group(), *match.span())
        for rest, kind in STARTS.get(word, ()):
            while match.start() >= end:
                start, end = next(ends)
                seen.clear()
            if kind not in seen and text.startswith(rest, match.end() + 1):
                seen.add(kind)
                yield Fact(kind, text[start:end], start, end)
