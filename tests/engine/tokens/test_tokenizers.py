"""Do the counters count what tiktoken counts, of any text, and show all of it?"""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.tokens import TOKENIZER_NAMES, Tokenizer, bpe, count_tokens, get_tokenizer
from engine.tokens.bpe import BpeTokenizer
from engine.tokens.ranks import load_encoding
from tests.engine.tokens.texts import KNOTS, texts

EXACT = ("o200k_base", "cl100k_base")
exact_names = st.sampled_from(EXACT)


def reference(name: str) -> tiktoken.Encoding:
    return load_encoding(name)


# Names


def test_the_names_of_the_contract():
    assert TOKENIZER_NAMES == ("chars/4", "o200k_base", "cl100k_base")
    assert [get_tokenizer(name).name for name in TOKENIZER_NAMES] == list(TOKENIZER_NAMES)
    assert [get_tokenizer(name).exact for name in TOKENIZER_NAMES] == [False, True, True]
    assert all(isinstance(get_tokenizer(name), Tokenizer) for name in TOKENIZER_NAMES)


@pytest.mark.parametrize("name", ["words", "", "gpt-4o", "O200K_BASE", None, 4, b"chars/4"])
def test_an_unknown_name_is_an_error_that_lists_the_known_ones(name):
    with pytest.raises(ValueError, match=r"chars/4, o200k_base, cl100k_base") as raised:
        get_tokenizer(name)
    assert repr(name) in str(raised.value)


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
def test_a_tokenizer_is_one_object_and_may_stand_for_its_name(name):
    tokenizer = get_tokenizer(name)
    assert get_tokenizer(name) is tokenizer
    assert get_tokenizer(tokenizer) is tokenizer
    assert count_tokens("hello brave world", tokenizer) == count_tokens("hello brave world", name)


# Counts


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("é" * 8, 2), ("🫠" * 9, 3)]
)
def test_the_estimate_is_a_quarter_of_the_characters_rounded_up(text, tokens):
    assert count_tokens(text) == count_tokens(text, "chars/4") == tokens


@pytest.mark.parametrize(
    ("text", "o200k", "cl100k"),
    [
        ("", 0, 0),
        ("hello world", 2, 2),
        ("foo", 1, 1),
        ("bar", 1, 1),
        ("foobar", 1, 1),  # joining can save a token, so only a recount gives a total
        ("don't", 1, 2),
        ("😀", 1, 2),
    ],
)
def test_exact_counts(text, o200k, cl100k):
    assert count_tokens(text, "o200k_base") == o200k
    assert count_tokens(text, "cl100k_base") == cl100k


@pytest.mark.parametrize("name", EXACT)
def test_what_looks_like_a_special_token_is_ordinary_text(name):
    for special in reference(name).special_tokens_set:
        assert count_tokens(special, name) > 1
        assert "".join(get_tokenizer(name).pieces(special)) == special


@given(exact_names, texts())
@settings(max_examples=300, deadline=None)
def test_exact_means_as_many_as_tiktoken_makes(name, text):
    assert get_tokenizer(name).count(text) == len(reference(name).encode_ordinary(text))


@pytest.mark.parametrize("name", EXACT)
def test_surrogates_count_as_what_they_stand_for(name):
    tokenizer = get_tokenizer(name)
    assert tokenizer.count("a\ud83d") == tokenizer.count("a\ufffd")
    assert tokenizer.count("a\ud83d\ude00b") == tokenizer.count("a😀b")
    assert tokenizer.pieces("a\ud83d\ude00b") == ["a", "\ud83d\ude00", "b"]


@pytest.mark.parametrize("name", TOKENIZER_NAMES)
@pytest.mark.parametrize("text", [" ", "   \n\t ", "\u200b", "\ufeff", "\u200d", "\x00"])
def test_what_is_not_seen_is_counted_all_the_same(name, text):
    assert count_tokens(text, name) >= 1


# Pieces and spans


@given(st.sampled_from(TOKENIZER_NAMES), texts())
@settings(max_examples=300, deadline=None)
@example("cl100k_base", "👨\u200d👩\u200d👧 e\u0301 🇩🇪 中")
@example("o200k_base", "\ud83d")
def test_pieces_give_the_text_back_and_hold_no_torn_character(name, text):
    tokenizer = get_tokenizer(name)
    pieces = tokenizer.pieces(text)
    assert "".join(pieces) == text
    assert all(pieces)
    assert len(pieces) <= tokenizer.count(text)
    assert "".join(pieces).count("\ufffd") == text.count("\ufffd")


@given(exact_names, texts())
@settings(max_examples=300, deadline=None)
@example("cl100k_base", "\ud83d\ude00a\ud83d😀b")
def test_spans_are_where_whole_tokens_are_whole_characters(name, text):
    tokens = reference(name).encode_ordinary(text)
    spans = BpeTokenizer(name).spans(text)
    whole = {}
    for count in range(1, len(tokens) + 1):
        try:
            whole[count] = reference(name).decode_bytes(tokens[:count]).decode("utf-8")
        except UnicodeDecodeError:
            continue
    assert list(spans.counts) == list(whole)
    for end, beginning in zip(spans.ends, whole.values(), strict=True):
        as_read = text[:end].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        assert as_read == beginning


# Giant runs


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("run", ["a", "^", "\n", "😀", "中", "\t ", "\u0301", "1"])
def test_a_megabyte_of_one_character_is_counted_in_a_moment(name, run):
    started = time.perf_counter()
    tokens = BpeTokenizer(name).count(run * (1_000_000 // len(run)))
    assert time.perf_counter() - started < 10
    # Such a run repeats one token, so a shorter one tells the count but for its two ends.
    shorter = len(reference(name).encode_ordinary(run * (10_000 // len(run))))
    assert abs(tokens - 100 * shorter) <= 100


@pytest.mark.parametrize("name", EXACT)
def test_white_space_that_makes_tiktoken_panic_is_counted_exactly(name):
    run = 1_200_000
    spaces, one_less = (len(reference(name)._encode_single_piece(" " * n)) for n in (run, run - 1))
    word = len(reference(name).encode_ordinary("word"))
    assert count_tokens("word" + " " * run, name) == word + spaces
    # The last space belongs to the word after it.
    end = len(reference(name).encode_ordinary(" end"))
    assert count_tokens("word" + " " * run + "end", name) == word + one_less + end


@given(exact_names, st.lists(st.sampled_from([*KNOTS, "   ", "\t", "😀"]), max_size=40))
@settings(max_examples=200, deadline=None)
def test_the_way_around_the_panic_splits_as_tiktoken_does(name, parts):
    text = "".join([*parts, "   "])
    before, bpe._GIANT_SPACE = bpe._GIANT_SPACE, 1
    try:
        assert bpe._has_giant_space(text)
        assert BpeTokenizer(name).encode(text) == reference(name).encode_ordinary(text)
    finally:
        bpe._GIANT_SPACE = before


@pytest.mark.parametrize("start", [0, 1, 249_999, 250_000, 400_000])
def test_a_run_near_the_panic_is_found_wherever_it_starts(start):
    assert bpe._has_giant_space("x" * start + " \n" * 250_000 + "x" * 7)


@pytest.mark.parametrize("run", [1, 1_000, 200_000])
def test_an_ordinary_text_goes_the_ordinary_way(run):
    assert not bpe._has_giant_space(("x" * 1_000 + " " * run) * (2_000_000 // (run + 1_000)))


# Speed and laziness


def test_a_text_is_encoded_once_however_often_it_is_counted():
    class Watched(BpeTokenizer):
        encoded = 0

        def encode(self, text: str) -> list[int]:
            self.encoded += 1
            return super().encode(text)

    tokenizer = Watched("o200k_base")
    for text in ("short", "long " * 5_000):
        tokenizer.encoded = 0
        assert tokenizer.count(text) == tokenizer.count(text) == count_tokens(text, "o200k_base")
        assert tokenizer.encoded == 1


def test_threads_that_come_at_once_get_one_answer():
    tokenizer, answers = BpeTokenizer("o200k_base"), []
    threads = [
        threading.Thread(target=lambda: answers.append(tokenizer.count("hello brave world")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [3] * 8


def test_importing_and_estimating_does_not_wait_for_tiktoken():
    script = (
        "import sys; from engine.tokens import count_tokens, get_tokenizer\n"
        "assert count_tokens('hello') == 2\n"
        "get_tokenizer('o200k_base')\n"
        "assert 'tiktoken' not in sys.modules, 'loaded too early'\n"
        "assert count_tokens('hello', 'o200k_base') == 1\n"
        "assert 'tiktoken' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
