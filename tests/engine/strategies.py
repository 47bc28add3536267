"""What do the property tests draw? Things small enough to try every value."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from engine import ContextSection
from engine.sections import KINDS, TIERS

# Text of any kind: ordinary words, and whatever Unicode has, lone surrogates left out.
words = st.lists(st.sampled_from("alpha beta gamma, delta. foo bar".split()), max_size=12).map(
    " ".join
)
any_text = st.one_of(words, st.text(max_size=40))
priorities = st.one_of(
    st.integers(-3, 3), st.floats(-4, 4, allow_nan=False).map(lambda x: round(x, 2))
)


@dataclass(frozen=True)
class Letters:
    """A counter of one token a character, with joins that cost nothing."""

    name: str = "letters"
    exact: bool = True

    def count(self, text: str) -> int:
        return len(text)

    def pieces(self, text: str) -> list[str]:
        return list(text)


@dataclass(frozen=True)
class Dearer:
    """One token a character, and one more at every `x|` seam: joining adds tokens here."""

    name: str = "dearer"
    exact: bool = True

    def count(self, text: str) -> int:
        return len(text) + text.count("x|")

    def pieces(self, text: str) -> list[str]:
        return list(text)


@st.composite
def sections(draw: st.DrawFn, texts: st.SearchStrategy[str] = any_text, most: int = 7):
    """A tuple of sections with differing names and everything else free."""
    drawn = draw(st.lists(texts, max_size=most))
    return tuple(
        ContextSection(
            name=f"s{number}",
            text=text,
            priority=draw(priorities),
            pinned=draw(st.integers(0, 4)) == 0,
            truncatable=draw(st.booleans()),
            kind=draw(st.sampled_from(KINDS)),
        )
        for number, text in enumerate(drawn)
    )


tier_limits = st.one_of(
    st.none(), st.dictionaries(st.sampled_from(TIERS), st.integers(0, 30), min_size=1)
)
