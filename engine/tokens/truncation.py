"""What is the longest beginning of a text that fits into so many tokens?

>>> truncate_to_tokens("The quick brown fox jumps over the lazy dog.", 8)
'The quick brown fox jumps […]'
>>> truncate_to_tokens("Donaudampfschifffahrtsgesellschaft", 4)
'Donaudampfsc […]'
"""

from __future__ import annotations

from numbers import Integral

from engine.tokens.boundaries import first_visible, grapheme_ends, word_ends
from engine.tokens.cut_costs import CutCosts, cut_costs
from engine.tokens.tokenizers import Tokenizer, get_tokenizer


def truncate_to_tokens(
    text: str,
    max_tokens: int,
    tokenizer: str | Tokenizer = "chars/4",
    marker: str = " […]",
) -> str:
    """The text itself if it fits into `max_tokens`, else its longest fitting cut and the marker.

    The cut is made at a word end (after a character that is not white space, before one
    that is), so it has no white space at its end. Where the longest cut between grapheme
    clusters is more than twice as long, that one is taken: a text without spaces, or one
    giant word. The cut and the marker are counted together, as one text.

    The marker is only put after something visible, and only where the result has no more
    characters than the text (that it has fewer tokens follows). If no cut leaves room
    for it, the cut is made in the same way without it. At 0 the result is empty.

    Raises `ValueError` when `max_tokens` is not a whole number from 0 up.

    >>> truncate_to_tokens("short", 2)
    'short'
    >>> truncate_to_tokens("one two three four", 3, "o200k_base")
    'one two […]'
    >>> truncate_to_tokens("one two three four", 1)
    'one'
    """
    if isinstance(max_tokens, bool) or not isinstance(max_tokens, Integral) or max_tokens < 0:
        raise ValueError(f"max_tokens must be a whole number from 0 up, not {max_tokens!r}")
    return truncated_and_counted(text, max_tokens, get_tokenizer(tokenizer), marker)[0]


def truncated_and_counted(
    text: str, max_tokens: int, counter: Tokenizer, marker: str = " […]"
) -> tuple[str, int]:
    """The same with the number of tokens of the result, which is known without a count.

    >>> truncated_and_counted("one two three four", 3, get_tokenizer("o200k_base"))
    ('one two […]', 3)
    """
    if max_tokens == 0:
        return "", 0
    whole = counter.count(text)
    if whole <= max_tokens:
        return text, whole
    if marker:
        room_for_marker = len(text) - len(marker)
        costs = cut_costs(text, marker, counter)
        cut = _longest_cut(text, costs, max_tokens, first_visible(text), room_for_marker)
        if cut:
            return text[:cut] + marker, costs.cost(cut)
    costs = cut_costs(text, "", counter)
    cut = _longest_cut(text, costs, max_tokens, 0, len(text) - 1)
    return text[:cut], costs.cost(cut)


def _longest_cut(text: str, costs: CutCosts, max_tokens: int, low: int, high: int) -> int:
    """The best cut above `low` up to `high`; 0 if none fits.

    A shorter cut may cost more tokens than a longer one, so a bisection can miss the
    longest: the candidates are tried from the longest down, and the first that fits is it.
    """
    high = min(high, costs.bound(max_tokens))
    word_cut = next((cut for cut in word_ends(text, low, high) if costs.fits(cut, max_tokens)), 0)
    # A grapheme cut only matters where the word cut is shorter than half of it.
    longer = grapheme_ends(text, max(low, 2 * word_cut), high)
    return next((cut for cut in longer if costs.fits(cut, max_tokens)), word_cut)
