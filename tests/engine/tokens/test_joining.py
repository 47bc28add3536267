"""Is the fast count of joined parts the count of the joined text, and are seams seams?"""

from __future__ import annotations

import time

import pytest
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.tokens import TOKENIZER_NAMES, JoinedCounter, get_tokenizer, seams
from engine.tokens.bpe import BpeTokenizer
from engine.tokens.by_lines import count_by_lines
from tests.engine.tokens.test_truncation import Words
from tests.engine.tokens.texts import texts

EXACT = ("o200k_base", "cl100k_base")
exact_tokenizers = st.sampled_from([get_tokenizer(name) for name in EXACT])
tokenizers = st.sampled_from([*map(get_tokenizer, TOKENIZER_NAMES), Words()])
separators = st.one_of(
    st.sampled_from(["\n\n", "\n", " ", "", "---", "\n---\n", " -- ", "/", "'", "\u0301", "1"]),
    texts(3),
)


def all_seams(text: str) -> list[int]:
    found, at = [], 0
    while (seam := seams.first_seam(text, at, len(text))) is not None:
        found.append(seam)
        at = seam + 1
    return found


# Counts by lines

lines = st.lists(
    st.tuples(texts(8), st.sampled_from(("\n", "\n[", "\n[3] ", "\r\n[", " \n[", ".\n[", "…\n["))),
    max_size=6,
)


@given(tokenizers, lines)
@settings(max_examples=400, deadline=None)
@example(get_tokenizer("cl100k_base"), [("a/\n", "\n["), ("\n", "\n[["), (" ", "\n[")])
def test_counts_by_lines_are_those_of_the_whole_text(tokenizer, lines):
    text = "".join(f"{line}{end}" for line, end in lines)
    assert count_by_lines(text, tokenizer) == tokenizer.count(text)


# Joined counts


@given(tokenizers, separators, st.lists(texts(8), max_size=6))
@settings(max_examples=400, deadline=None)
@example(get_tokenizer("o200k_base"), "", ["don", "'t", " x", "'RE"])
@example(get_tokenizer("o200k_base"), "\n", ["a.", "/b", "/\n", "c"])
@example(get_tokenizer("cl100k_base"), "", ["a 1", "23", "4 b", "\ud83d", "\ude00 c"])
def test_it_is_the_count_of_the_joined_text(tokenizer, separator, parts):
    counter = JoinedCounter(tokenizer, separator)
    for chosen in (parts, parts[::-1], parts[1:], parts):
        assert counter.count(chosen) == tokenizer.count(separator.join(chosen))


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
def test_no_parts_are_no_tokens_and_an_empty_part_still_has_a_joint(name):
    counter = JoinedCounter(name, " and ")
    assert counter.count([]) == 0
    assert counter.count(("",)) == 0
    assert counter.count(["", ""]) == get_tokenizer(name).count(" and ")


def test_joining_can_save_a_token():
    assert JoinedCounter("o200k_base", "").count(["foo", "bar"]) == 1


def test_a_part_is_encoded_once_however_often_it_is_joined():
    class Watched(BpeTokenizer):
        longest = 0

        def encode(self, text: str) -> list[int]:
            self.longest = max(self.longest, len(text))
            return super().encode(text)

    tokenizer = Watched("o200k_base")
    parts = [f"Part {number} has " + "many words " * 50 + "and ends." for number in range(20)]
    counter = JoinedCounter(tokenizer, "\n\n")
    counter.count(parts)
    tokenizer.longest = 0
    counter.count(parts[::-1])
    assert tokenizer.longest < 40  # joints at most, a part is 600 characters


def test_hundreds_of_joins_of_two_hundred_parts_take_a_moment():
    parts = [f"Section {number}: " + "the quick brown fox " * 65 for number in range(200)]
    counter = JoinedCounter("o200k_base", "\n\n")
    counter.count(parts)
    started = time.perf_counter()
    totals = [counter.count(parts[first:]) for first in range(200)]
    assert time.perf_counter() - started < 2
    assert totals[0] == get_tokenizer("o200k_base").count("\n\n".join(parts))


# Seams


@given(exact_tokenizers, texts())
@settings(max_examples=400, deadline=None)
@example(get_tokenizer("o200k_base"), "a. /\n/ b's 'S 12 345 x\r\n \n y")
def test_at_a_seam_the_counts_add_up(tokenizer, text):
    for seam in all_seams(text):
        assert tokenizer.count(text) == tokenizer.count(text[:seam]) + tokenizer.count(text[seam:])


@given(texts(6), texts(20), texts(6))
@settings(max_examples=200, deadline=None)
def test_a_seam_stays_one_whatever_the_text_is_joined_to(before, text, after):
    joined = set(all_seams(before + text + after))
    assert {len(before) + seam for seam in all_seams(text)} <= joined


@given(texts(), st.integers(0, 40), st.integers(0, 40))
@settings(max_examples=200, deadline=None)
def test_the_last_seam_is_the_last_of_all_before_the_end(text, start, end):
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    within = [seam for seam in all_seams(text) if start <= seam < end]
    assert seams.last_seam(text, start, end) == (within[-1] if within else None)


def test_prose_of_any_script_has_seams():
    for text in (
        "Two words",
        "две строки",
        "你好，世界",
        "नमस्ते दुनिया",
        "مرحبا بالعالم",
        "ab\ncd",
        "7;",
    ):
        assert all_seams(text), text


def test_the_classes_of_characters_are_those_of_tiktokens_own_tables():
    """The tables of the regex module are newer than tiktoken's; where it matters they agree."""
    bytes_only = {bytes([byte]): byte for byte in range(256)}
    every = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))

    def of_tiktoken(pattern: str) -> set[str]:
        encoding = tiktoken.Encoding(
            "probe", pat_str=pattern, mergeable_ranks=bytes_only, special_tokens={}
        )
        return set(bytes(encoding.encode_ordinary(every)).decode())

    def of_regex(pattern: str) -> set[str]:
        return set(seams.regex.findall(pattern, every))

    letters, marks = of_tiktoken(r"\p{L}"), of_tiktoken(r"\p{M}")
    assert of_regex(r"\s") == of_tiktoken(r"\s")
    assert of_regex(seams._LETTER) <= letters
    assert not of_regex(r"[\r\n\p{N}\p{P}\p{S}]") & (letters | marks)
    assert not of_regex(r"[\r\n\p{L}\p{P}\p{S}]") & of_tiktoken(r"\p{N}")
