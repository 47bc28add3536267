"""Which texts do the tests of tokens draw? All of Unicode, and above all what tends to break."""

from __future__ import annotations

from hypothesis import strategies as st

# What decides where a pattern splits, where a cluster ends and where a token is a fragment.
WRITTEN = (
    "a b A Ab hello world don't 's 'RE 'll ' ’t / // ./ ! ... — 。 ， ( ) ^^^^ --- 1 23 456 7890 "
    "² ½ é ß İ ſ ǅ ʰ _ \\ {x} $ 中 中文 日本語 ทดสอบ ที่ नमस्ते क्षि 한국어 தமிழ் العربية ა 𝒜 𓀀 "
    "👨\u200d👩\u200d👧 🇩🇪 🇩 🇫🇷🇫🇷 😀 🫠 👍🏽 supercalifragilistic <|endoftext|> […]"
)
TRICKY = [
    *WRITTEN.split(" "),
    *(" ", "  ", "   ", "\n", "\n\n", "\r\n", "\t", "\x1c", "\x85", "\u00a0", "\u2028", "\u3000"),
    *("\u0301", "\u0327", "e\u0301", "\u200d", "\ufe0f", "\u200b", "\ufeff", "\x00", "\ufffd"),
    *("\u1100\u1161\u11a8", "\u0600", "\u06dd", "\u0378", "\u0558", "\ud83d", "\ude00", "\udfff"),
]
KNOTS = [" ", "a", "A", "'", "s", "\n", "\r", "1", "!", "/", "\u0301", "é", "中"]


def texts(max_size: int = 40) -> st.SearchStrategy[str]:
    """Texts of up to `max_size` pieces, lone surrogates among them."""
    return st.one_of(
        st.lists(st.sampled_from(TRICKY), max_size=max_size).map("".join),
        st.lists(st.sampled_from(KNOTS), max_size=max_size).map("".join),
        st.text(st.characters(), max_size=max_size),
    )
