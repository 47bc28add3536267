"""Is the cut the longest that fits, where nothing is torn, and is the marker honest?"""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.tokens import TOKENIZER_NAMES, Tokenizer, cut_costs, get_tokenizer, truncate_to_tokens
from engine.tokens.boundaries import grapheme_ends, word_ends
from tests.engine.tokens.texts import texts

MARKER = " […]"
FAMILY, FLAG, ACCENT = "👨\u200d👩\u200d👧", "🇩🇪", "e\u0301"


@dataclass(frozen=True)
class Words:
    """A counter of another make: a word is a token, so white space is free."""

    name: str = "words"
    exact: bool = True

    def count(self, text: str) -> int:
        return len(text.split())

    def pieces(self, text: str) -> list[str]:
        return [text]


@dataclass(frozen=True)
class Unknown:
    """An exact counter of which the engine cannot know how it works."""

    name: str = "unknown"
    exact: bool = True

    def count(self, text: str) -> int:
        return get_tokenizer("cl100k_base").count(text)

    def pieces(self, text: str) -> list[str]:
        return get_tokenizer("cl100k_base").pieces(text)


tokenizers = st.sampled_from([*map(get_tokenizer, TOKENIZER_NAMES), Words(), Unknown()])
markers = st.sampled_from(
    [MARKER, MARKER, "…", "", "\n[cut]", "a", "'s", "\u0301", " [… here was a long story …]"]
)


# The plain way to say it: try every cut.


def all_grapheme_ends(text: str) -> list[int]:
    return [cluster.end() for cluster in regex.finditer(r"\X", text)]


def all_word_ends(text: str) -> list[int]:
    return [
        end
        for end in all_grapheme_ends(text)
        if end < len(text) and not text[end - 1].isspace() and text[end].isspace()
    ]


def is_visible(text: str) -> bool:
    return regex.search(r"[^\s\x1c-\x1f\p{Cc}\p{Cf}\p{M}]", text) is not None


def naive(text: str, max_tokens: int, tokenizer: Tokenizer, marker: str) -> str:
    if max_tokens == 0 or tokenizer.count(text) <= max_tokens:
        return text if max_tokens else ""
    for suffix in (marker, ""):
        fitting = [
            cut
            for cut in all_grapheme_ends(text)[:-1]
            if tokenizer.count(text[:cut] + suffix) <= max_tokens
            and (not suffix or (is_visible(text[:cut]) and cut + len(suffix) <= len(text)))
        ]
        if fitting:
            word_cut = max({0, *fitting} & {0, *all_word_ends(text)})
            cut = max(fitting) if word_cut < max(fitting) / 2 else word_cut
            return text[:cut] + suffix
    return ""


@given(texts(), st.integers(0, 40), tokenizers, markers)
@settings(max_examples=400, deadline=None)
@example("foo bar \u0600 x y z", 4, get_tokenizer("o200k_base"), MARKER)
@example("😀" * 9, 3, get_tokenizer("cl100k_base"), MARKER)
@example("babaabbabbbb", 1, get_tokenizer("o200k_base"), "")  # "bab" is cheaper than "ba"
def test_it_is_the_result_of_trying_every_cut(text, max_tokens, tokenizer, marker):
    result = truncate_to_tokens(text, max_tokens, tokenizer, marker)
    assert result == naive(text, max_tokens, tokenizer, marker)
    assert tokenizer.count(result) <= max_tokens
    assert len(result) <= len(text)


@given(
    st.lists(
        st.sampled_from(["ab", "xyzzy", "^=", "😀", "中文", "ที่", "\n ", "aA", FLAG]), max_size=3
    ),
    st.integers(20, 80),
    st.integers(1, 60),
    st.sampled_from([get_tokenizer(name) for name in TOKENIZER_NAMES[1:]]),
)
@settings(max_examples=100, deadline=None)
def test_so_it_is_inside_of_a_giant_run(runs, repeats, max_tokens, tokenizer):
    text = "Say " + "".join(run * repeats for run in runs) + " now"
    before, cut_costs._WINDOW = cut_costs._WINDOW, 20
    try:
        result = truncate_to_tokens(text, max_tokens, tokenizer)
    finally:
        cut_costs._WINDOW = before
    assert result == naive(text, max_tokens, tokenizer, MARKER)


@given(texts(), st.integers(0, 60), st.integers(0, 60))
@settings(max_examples=300, deadline=None)
@example("🇩🇪" * 40, 3, 60)
@example("\u0600 a\u0600\n\u0600\u2028b", 0, 9)
@example("🇩🇪\u0301\ufe0f\u200d🇫🇷🇩x", 0, 20)
@example("a\x1cb\x1fc\x85d\u00a0e", 0, 20)
def test_the_ends_are_those_of_the_whole_text(text, low, high):
    high = min(high, len(text) - 1)
    assert list(grapheme_ends(text, low, high)) == [
        end for end in reversed(all_grapheme_ends(text)) if low < end <= high
    ]
    assert list(word_ends(text, low, high)) == [
        end for end in reversed(all_word_ends(text)) if low < end <= high
    ]


@given(
    st.text("ab", min_size=10, max_size=80),
    st.integers(1, 20),
    st.sampled_from([get_tokenizer(name) for name in TOKENIZER_NAMES[1:]]),
)
@settings(max_examples=200, deadline=None)
@example("bbbabaabbbaa", 2, get_tokenizer("o200k_base"))
def test_a_guess_that_is_wrong_never_lets_through_what_does_not_fit(text, max_tokens, tokenizer):
    before, cut_costs._WINDOW = cut_costs._WINDOW, 4  # too little to guess well
    try:
        result = truncate_to_tokens(text, max_tokens, tokenizer, marker="")
    finally:
        cut_costs._WINDOW = before
    assert tokenizer.count(result) <= max_tokens


def test_ends_are_found_far_up_in_a_long_text():
    text = (FAMILY + "x" + FLAG * 3 + ACCENT + " ") * 200
    assert list(grapheme_ends(text, 0, len(text))) == all_grapheme_ends(text)[::-1]


# What the contract and other tools' users say


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
def test_a_hundred_tokens_to_forty_end_at_a_word_end_with_the_marker(name):
    text = "one two three four five six seven eight nine ten " * 12
    result = truncate_to_tokens(text, 40, name)
    assert get_tokenizer(name).count(result) <= 40
    kept = result.removesuffix(MARKER)
    assert kept != result
    assert text.startswith(kept + " ")
    assert not kept.endswith(" ")


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
@pytest.mark.parametrize("text", ["", "short", " a\n", "\ufeffa\u200b", "no\r\nchange \ud83d"])
def test_what_fits_is_given_back_as_it_is(name, text):
    tokens = get_tokenizer(name).count(text)
    for room in (tokens, tokens + 1, 10**9):
        assert truncate_to_tokens(text, room, name) == text


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
def test_nothing_is_left_of_any_text_at_zero(name):
    assert truncate_to_tokens("word", 0, name) == truncate_to_tokens("", 0, name) == ""


@pytest.mark.parametrize("room", [-1, 1.0, 2.5, True, None, "100", float("nan")])
def test_a_room_that_is_no_whole_number_is_an_error_that_names_it(room):
    with pytest.raises(ValueError, match="max_tokens") as raised:
        truncate_to_tokens("some text", room)
    assert repr(room) in str(raised.value)


def test_a_shorter_cut_may_cost_more_so_the_longest_is_not_found_by_bisection():
    class Dear(Words):
        """A text that ends in x costs two more."""

        def count(self, text: str) -> int:
            return len(text.split()) + 2 * text.endswith("x")

    assert [Dear().count(cut) for cut in ("w", "w x", "w x y", "w x y z")] == [1, 4, 3, 4]
    assert truncate_to_tokens("w x y z z", 3, Dear(), marker="") == "w x y"


@pytest.mark.parametrize("room", [1, 2, 3, 4])
def test_a_marker_larger_than_the_room_is_left_out_never_shown_alone(room):
    marker = " [… the rest of this long section was left out …]"
    result = truncate_to_tokens("one two three four five " * 9, room, "o200k_base", marker)
    assert result == " ".join("one two three four".split()[:room])


@pytest.mark.parametrize("room", [1, 2, 5])
@pytest.mark.parametrize("text", [" " * 100, "\n \t" * 50, "\u200b" * 100, "\ufeff \u200d" * 40])
def test_no_marker_after_what_cannot_be_seen(room, text):
    result = truncate_to_tokens(text, room)
    assert result
    assert text.startswith(result)


def test_the_marker_never_makes_the_text_longer():
    # The last two signs are eight tokens, the marker is one: the cut before them would fit.
    text = "aaaa bb 𓀀𓀁"
    tokenizer = get_tokenizer("o200k_base")
    assert tokenizer.count("aaaa bb" + MARKER) < tokenizer.count(text)
    result = truncate_to_tokens(text, tokenizer.count(text) - 1, tokenizer)
    assert result == "aaaa […]"


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
def test_one_giant_word_is_cut_inside(name):
    result = truncate_to_tokens("Donaudampfschiff" * 25, 10, name)
    assert result.endswith(MARKER)
    assert 20 <= len(result) <= 60
    assert ("Donaudampfschiff" * 25).startswith(result.removesuffix(MARKER))


def test_a_word_end_that_keeps_half_is_taken_before_a_longer_grapheme_cut():
    # 20 characters of room with the marker: the longest grapheme cut keeps 16 of them.
    assert truncate_to_tokens("a" * 8 + " " + "b" * 60, 5) == "a" * 8 + MARKER
    assert truncate_to_tokens("a" * 7 + " " + "b" * 60, 5) == "a" * 7 + " " + "b" * 8 + MARKER


def test_fifty_words_in_one_line_keep_about_as_many_as_fit():
    result = truncate_to_tokens("word " * 50, 20, "o200k_base")
    assert result == "word " * 18 + "word […]"


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
@pytest.mark.parametrize("text", ["床前明月光疑是地上霜" * 9, "これはペンです" * 9, "ที่นี่ทดสอบ" * 9])
def test_a_script_without_spaces_is_cut_inside(name, text):
    tokenizer = get_tokenizer(name)
    for room in range(2, tokenizer.count(text)):
        result = truncate_to_tokens(text, room, name)
        assert text.startswith(result.removesuffix(MARKER))
        assert result.endswith(MARKER) or room < 5
        assert 0 < tokenizer.count(result) <= room


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
@pytest.mark.parametrize("cluster", [FAMILY, FLAG, ACCENT, "👍🏽", "नि", "각"])
def test_what_is_seen_as_one_is_kept_or_cut_as_one(name, cluster):
    text = cluster * 12
    for room in range(get_tokenizer(name).count(text) + 1):
        kept = truncate_to_tokens(text, room, name).removesuffix(MARKER)
        assert kept == cluster * (len(kept) // len(cluster))


def test_a_marker_in_the_text_is_text():
    text = "first […] second […] third " * 4
    assert truncate_to_tokens(text, 5) == "first […] second […]"
    assert truncate_to_tokens(text, 6) == "first […] second […] […]"


# Size


@pytest.mark.parametrize("room", [1_000, 200_000])
def test_a_megabyte_is_cut_in_a_moment_and_as_far_as_it_goes(room):
    tokenizer = get_tokenizer("o200k_base")
    text = "The invoice (no. 4711) is due within thirty days, isn't it?\n" * 17_000
    assert tokenizer.count(text) > room
    started = time.perf_counter()
    result = truncate_to_tokens(text, room, tokenizer)
    assert time.perf_counter() - started < 3
    assert tokenizer.count(result) == room


@pytest.mark.parametrize("text", ["a" * 10**6, " " * 10**6, FLAG * 200_000, "a" + "\u0301" * 10**6])
def test_a_megabyte_without_a_word_is_cut_in_time(text):
    started = time.perf_counter()
    result = truncate_to_tokens(text, 900, "o200k_base")
    assert time.perf_counter() - started < 20
    assert get_tokenizer("o200k_base").count(result) <= 900
    assert text.startswith(result.removesuffix(MARKER))


def test_a_long_text_under_a_counter_of_another_make_is_cut_as_far_as_it_goes():
    result = truncate_to_tokens("word and " * 5_000, 1_000, Words())
    assert result == " ".join(["word", "and"] * 499 + ["word"]) + MARKER
