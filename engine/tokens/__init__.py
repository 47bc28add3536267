"""How many tokens is this text, and where may it be cut?

- `tokenizers`: the counters by name, `count_tokens`
- `bpe`: the exact counters; `ranks`: where their vocabularies come from, without a network
- `truncation`: the longest cut that fits; `boundaries`: where a cut tears nothing;
  `cut_costs`: what a cut costs
- `joining`: the count of joined parts, again and again; `seams`: why that can be fast

>>> count_tokens("hello world"), truncate_to_tokens("hello brave new world", 4)
(3, 'hello brave […]')
"""

from engine.tokens.joining import JoinedCounter
from engine.tokens.ranks import EncodingUnavailable, exact_available
from engine.tokens.tokenizers import (
    TOKENIZER_NAMES,
    CharsPerFour,
    Tokenizer,
    count_tokens,
    get_tokenizer,
)
from engine.tokens.truncation import truncate_to_tokens, truncated_and_counted

__all__ = [
    "TOKENIZER_NAMES",
    "CharsPerFour",
    "EncodingUnavailable",
    "JoinedCounter",
    "Tokenizer",
    "count_tokens",
    "exact_available",
    "get_tokenizer",
    "truncate_to_tokens",
    "truncated_and_counted",
]
