"""How is English text shortened to a telegram without losing what it says?

>>> compress_telegraphic("Please don't delete the logs of the server in `the cache` before 5 pm.")
"don't delete logs server `the cache` before 5 pm."
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from engine.compaction.facts import NEGATIONS

_ARTICLES = frozenset("a an the".split())
_PREPOSITIONS = frozenset("of in on at".split())
_FILLER = (
    "please kindly thanks thank_you just really very basically actually simply literally honestly "
    "obviously essentially of_course you_know i_mean"
)
_PHRASES = "|".join(
    word.replace("_", "[ ]") for word in sorted(_FILLER.split(), key=len, reverse=True)
)

# Between these nothing is dropped, or the next pass would find a phrase where none was.
_WOULD_MEET = frozenset(tuple(word.split("_")) for word in _FILLER.split() if "_" in word)

# A preposition after one of these belongs to it: "turn on", "kind of", "three of".
_HOLDS_NEXT = NEGATIONS | frozenset(
    "turn turned turns turning switch switched log logged sign signed opt check checked carry "
    "hold kind sort instead out because regardless ahead short half third quarter percent one two "
    "three four five six seven eight nine ten hundred thousand dozen as".split()
)  # fmt: skip
# And before one of these it is a state: "the pump is on and running".
_STATE_BEFORE = frozenset("and or but when while until then again now since for to so".split())
# The letter a is a name after these, and no article before those: "option a", "a is larger".
_LETTERED = frozenset(
    "option plan point side case class type vitamin part variable column row step team group "
    "section appendix exhibit figure table line node vector matrix set key letter grade".split()
)
_AFTER_A_NAME = frozenset(
    "is was are were has had have and or equals plus minus times divided to than then from by per "
    "becomes contains does can will must should may might could if not".split()
)
# "a few" is not "few", "at least" no preposition of place, "in case" a condition.
_A_HOLDS = frozenset("few little bit lot while number couple dozen hundred thousand third".split())
_HELD_BY = frozenset(
    "least most all once case condition hold time call which whom what fact spite lieu progress "
    "addition between favor favour place charge front order view doubt".split()
)
_FOREIGN = frozenset(
    "der das und nicht ist ein eine mit auf le les des une est pas et pour el los las una es que "
    "para il che di non het een van niet och att som är og ikke det".split()
)
_ENGLISH = frozenset("and is to for you we it this that with are be was have will not".split())

_ON = r"|\n(?![ \t]*\n)"  # a quotation may go on in the next line, not beyond the paragraph
_KEPT = (
    r"```.*?(?:```|\Z)"  # code, with the fences or up to the end
    rf"|`(?:[^`\n]{_ON})*`"
    rf"|\"(?:[^\"\n]{_ON})*\"|“(?:[^“”\n]{_ON})*”|«(?:[^«»\n]{_ON})*»|„(?:[^„“”\n]{_ON})*[“”]"
    r"|‘[^‘’\n]*’(?!\w)|(?<![\w'])'[^'\n]*'(?!\w)"
    r"|\b(?:a|an)[ ](?:of|in|on|at|a|an|the)\b"  # a name: no article stands before these
)
_TOKENS = re.compile(
    rf"(?P<kept>{_KEPT})"
    # Politeness takes its comma with it, or the whole sentence that it is.
    rf"|(?P<filler>(?:(?<=[.!?]\s)|(?<=\n)|\A)(?:{_PHRASES})[.!]+(?=\s|\Z)"
    rf"|(?:,[ ])?(?<![\w'’/@#.\-])(?:{_PHRASES})(?=[.!?]*(?:\s|\Z))(?=[.!?\n]|\Z)"
    rf"|(?<![\w'’/@#.\-])(?:{_PHRASES})(?![\w'’/@#\-]|\.\w),?)"
    r"|(?P<word>[\w'’]+(?:[\-/.@:_&+][\w'’]+)*)"
    r"|(?P<line>\n)|(?P<mark>[^\w\s])",
    re.DOTALL | re.IGNORECASE,
)
# Lines with one of these are code or a table, and stay as they are.
_CODE = re.compile(r"[{}=<>|\\^]|::|;[ \t]*$|[$][A-Za-z]|^(?:\t| {4})|\w[(\[]", re.MULTILINE)
_OPERATORS = frozenset("+-−–*×÷/=%")
_SENTENCE_ENDS = frozenset(".!?:;")


def compress_telegraphic(text: str) -> str:
    """The text without articles, of/in/on/at, politeness and filler, where these say nothing.

    Everything else stays, word for word: code, quotations, numbers with their units, dates,
    identifiers, paths, URLs, arithmetic, hedges, from/to/before/after/under/over, and every
    negation and condition. So does "of" in "3 of 5", "on" in "turn on", "a" in "a few" and "in"
    in "not in". Lines of code or in another language are left alone. Compressing it again
    changes nothing, and it never grows. A text that is nothing but politeness stays as it is.

    >>> compress_telegraphic("The option a is at least 5 % of the budget, not in the plan.")
    'option a is at least 5 % of budget, not in plan.'
    >>> compress_telegraphic("Turn on the light at the door")
    'Turn on light door'
    """
    while True:
        shorter = _without(text, dropped_spans(text))
        if shorter == text or not shorter.strip():
            return text
        text = shorter  # "of" and "course" may have met


def dropped_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The parts that one pass leaves out, as start and end, white space beside them included.

    >>> dropped_spans("Find the order")
    ((5, 9),)
    """
    return tuple(_widened(text, start, end) for start, end in _droppable(text))


def _droppable(text: str) -> Iterator[tuple[int, int]]:
    tokens = list(_TOKENS.finditer(text))
    skipped = _lines_left_alone(text)
    # What decides about a word is the nearest word around it that is itself never dropped:
    # so what is decided once stays decided when the others have gone.
    candidate = [_is_candidate(token) and not _inside(skipped, token.start()) for token in tokens]
    after: list[re.Match[str] | None] = [None] * len(tokens)
    following: re.Match[str] | None = None
    for index in range(len(tokens) - 1, -1, -1):
        after[index] = following
        if not candidate[index]:
            following = tokens[index]
    before: re.Match[str] | None = None
    for index, token in enumerate(tokens):
        if not candidate[index]:
            before = token
        elif _says_nothing(token, _word(before), _word(after[index])):
            yield token.span()


def _is_candidate(token: re.Match[str]) -> bool:
    if token.lastgroup == "filler":
        return True
    word = token.group()
    return (
        token.lastgroup == "word"
        and word.lower() in _ARTICLES | _PREPOSITIONS
        and (word.islower() or word[1:].islower() or word == "A")
    )


def _says_nothing(token: re.Match[str], before: str, after: str) -> bool:
    word = token.group()
    first = before in ("", "\n") or before[-1:] in _SENTENCE_ENDS
    if (before, after) in _WOULD_MEET:
        return False
    negated = before in NEGATIONS or before.endswith(("n't", "n’t"))
    if token.lastgroup == "filler":
        return not negated and not (word.lower().startswith("just") and after[:1].isdigit())
    if not after[:1].isalnum() and after[:1] not in ("`", '"', "“", "'", "‘", "€", "$", "£"):
        return False
    if word[0].isupper() and not first:
        return False
    word = word.lower()
    if word in _PREPOSITIONS:
        if negated or _is_number(before) or before in _HOLDS_NEXT | _OPERATORS:
            return False
        if word == "in" and after[:1].isdigit() and len(after) != 4:
            return False  # "in 5 days" is not "5 days"; "in 2026" may be "2026"
        return after not in _HELD_BY | _STATE_BEFORE
    if word == "the":
        return True
    if before in _LETTERED | _OPERATORS or after in _AFTER_A_NAME or after in _A_HOLDS:
        return False
    return len(after) > 2 or after[:1].isdigit() or not after.isalpha()


def _is_number(word: str) -> bool:
    return word.replace(",", "").replace(".", "").isdigit()


def _word(token: re.Match[str] | None) -> str:
    return "" if token is None else token.group().lower()


def _lines_left_alone(text: str) -> list[tuple[int, int]]:
    found = []
    start = 0
    for line in text.splitlines(keepends=True):
        words = re.findall(r"[^\W\d_]+", line.lower())
        foreign = sum(word in _FOREIGN for word in words)
        if _CODE.search(line) or foreign > sum(word in _ENGLISH for word in words):
            found.append((start, start + len(line)))
        start += len(line)
    return found


def _inside(spans: list[tuple[int, int]], place: int) -> bool:
    index = bisect_right(spans, place, key=lambda span: span[0]) - 1
    return index >= 0 and place < spans[index][1]


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the blanks behind it, or at the end of a line those before it."""
    stop = end
    while stop < len(text) and text[stop] in " \t":
        stop += 1
    if stop > end and stop < len(text) and text[stop] != "\n":
        return start, stop
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return start, end


def _without(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    kept, end = [], 0
    for start, stop in spans:
        kept.append(text[end:start])
        end = max(end, stop)
    return "".join([*kept, text[end:]])
