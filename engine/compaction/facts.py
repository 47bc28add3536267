"""What in a text is a fact that a summary must not lose, and where does it stand?

>>> [(fact.kind, fact.text) for fact in find_facts("Don't ship ORDER-42 before 14 March: €149.90.")]
[('rule', "Don't ship ORDER-42 before 14 March: €149.90."), ('negation', "Don't"), \
('identifier', 'ORDER-42'), ('date', '14 March'), ('figure', '€149.90')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
_OTHERS = (
    r"(?i:\b(?:[a-z][a-z+.-]{1,15}+://|www\.)[^\s<>\"'`)\]}]*[\w/])",
    r"`(?:[^`\n]|\n(?![ \t]*\n))+`",
    r"\b[\w.+-]{1,64}+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}",
    r"(?<![\w/.])(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w.@+-]{1,80}[/\\]){0,20}[\w.@+-]{0,80}\w"
    r"|\b(?<![/.-])(?:[\w.-]{1,80}+/){1,20}[\w-]{1,80}+\.\w{1,5}\b",
)
# What begins with a word: after one look at where that begins, by its first sign.
_DATE = (
    r"(?=\d)(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b"
    r"|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)\b"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?[ ](?:of[ ])?{_MONTH}\b(?:,?[ ]\d{{4}}\b)?"
    r"|(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:[ ]?[ap]\.?m\b)?|\d{1,2}[ ]?[ap]m\b)"
    rf"|(?=[^\W\d])(?:{_MONTH}"
    r"(?:\.?[ ]\d{1,2}(?:st|nd|rd|th)?\b(?:,?[ ]\d{4}\b)?|[ ]\d{4}\b)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|q[1-4][ ]\d{4}\b)"
)
_VERSION = r"v?\d+\.\d+\.\d+(?:[.-]\w+)*\b|v\d+(?:\.\d+)*\b"
_NAME = (
    r"(?<![.-])[\w-]{1,80}+\."
    r"(?:py|jsx?|tsx?|jsonl?|ya?ml|toml|md|csv|txt|sql|sh|go|rs|java|html|css)\b"
    r"|(?=[\w-]{0,64}\d)(?=[\w-]{0,64}[^\W\d_])[^\W_][\w-]*\w\b"
    r"(?<!\dst)(?<!\dnd)(?<!\drd)(?<!\dth)"
    r"|[^\W_]++(?:_[^\W_]+)+\b|[a-z]++(?:[A-Z][a-z0-9]+)+\b"
)
_FIGURE = rf"(?:[-+−](?=[€$£¥\d]))?(?:[€$£¥][ ]?)?\d+(?:[.,'’:\u00a0\u202f]\d+)*(?:[ ]?{_UNIT})?"

# `camelCase` and units are told from words by their case; dates and schemes are not. What is
# neither a date nor a figure is an identifier.
_WORDS = rf"\b(?:(?P<date>(?i:{_DATE}))|{_VERSION}|{_NAME})|\#\d+\b|(?P<figure>{_FIGURE})"
_LITERAL = re.compile("|".join((*_OTHERS, _WORDS)))
# Most words hold none of these, and then a shorter pattern does.
_SPECIAL = re.compile(r"[/\\@`]|www", re.IGNORECASE)
_PLAIN = re.compile(_WORDS)

# Where a literal may be: only there is the long pattern tried, for it is slow. This one begins
# with one sign of a set, and such a pattern is looked for at several times the speed.
_HINT = re.compile(
    r"[\d_/\\`@#€$£¥.A-Zdw](?:(?<=[\d_/\\`@#€$£¥])|(?<=[a-z][A-Z])|(?<=\.)(?=[a-z])"
    r"|(?i:(?<=d)ay\b|(?<=w)ww))"
)
# Of those, where a figure or a date may be, or what hides one.
_VALUE_HINT, _DAY_HINT = re.compile(r"[\d`]"), re.compile(r"[\d`]|(?i:day\b)")
# No literal but code holds a back-tick. White space is in dates and before units, which end soon.
_END = re.compile(r"[\s`]")
_NEAR = 80  # characters
# How the word in front of a day may end, if it is a month: "March 14", "Jan. 5".
_MONTH_ENDS = frozenset(
    f"{month}{point}"[-3:]
    for month in (
        "jan january feb february mar march apr april may jun june jul july aug august sep sept "
        "september oct october nov november dec december"
    ).split()
    for point in ("", ".")
)

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
_SENTENCE_END = re.compile(rf"[.!?](?!{MONTH_AFTER_POINT})[\"')\]]*\s+(?=[^\sa-z])|\n\s*|[。！？]")


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
    return tuple(sorted(facts_in(text), key=lambda fact: (fact.start, -fact.end)))


def facts_in(text: str) -> Iterator[Fact]:
    """Every fact, found one after another as it is asked for; those of words first.

    >>> [fact.text for fact in facts_in("On 3 May at 5 pm, not later")]
    ['not', '3 May', '5 pm']
    """
    yield from _of_words(text)
    yield from literals(text)


def literals(text: str, *, values: bool = False) -> Iterator[Fact]:
    """The identifiers, figures and dates in the text, none inside another.

    With `values` figures and dates alone, which takes less time.

    >>> [(fact.kind, fact.text) for fact in literals("See src/app.py: 41,207.55 on 2026-11-30")]
    [('identifier', 'src/app.py'), ('figure', '41,207.55'), ('date', '2026-11-30')]
    """
    hints = _HINT
    if values:  # most texts name no day of the week, and then one set of signs says where
        hints = _DAY_HINT if "day" in text.lower() else _VALUE_HINT
    done = scanned = 0
    while hint := hints.search(text, scanned):
        at = hint.start()
        start = max(scanned, text.rfind(" ", scanned, at) + 1, text.rfind("\n", scanned, at) + 1)
        if _after_month(text, start):  # which tells nothing by itself
            start = max(done, *(text.rfind(space, done, start - 1) + 1 for space in " \n"))
        end = _END.search(text, at + 1)
        scanned = end.start() if end else len(text)
        if hint.group() == "`":
            scanned = at + 1
            found = _LITERAL.match(text, at)
        else:
            literal = _LITERAL if _SPECIAL.search(text, start, scanned) else _PLAIN
            found = literal.search(text, start, scanned + _NEAR)
            if found and found.start() >= scanned:
                continue  # it stands by a hint of its own
            if found and found.end() > scanned + _NEAR // 2:  # and may go on
                found = literal.match(text, found.start()) or found
        if found:
            scanned = done = found.end()
            kind = found.lastgroup or "identifier"
            if not values or kind != "identifier":
                yield Fact(kind, found.group(), *found.span())


def _after_month(text: str, start: int) -> bool:
    """Whether a space and perhaps a month stand in front, by its last letters; or a currency."""
    end = text[max(0, start - 4) : start]
    return end[-1:] == " " and (
        end[:-1].lower() in _MONTH_ENDS or end[-2:-1] in "€$£¥" or not end.isascii()
    )


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
        stop = match.start() + (match.group()[0] != "\n")  # the sign belongs to the sentence
        if start < stop:
            yield start, start + len(text[start:stop].rstrip())
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
