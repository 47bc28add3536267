"""Which colour, pattern and glyph does a thing have, on every page and in either theme?

A kind of section keeps one fill everywhere; a zone is a colour with a glyph and a word and
never fills a block. Colour is never alone: near fills differ in pattern, zones in glyph, the
outcomes of routing in the shape of their mark.

>>> theme("dark").kinds["tools"]
Fill(color='#66D7F5', shape='/', size=9)
>>> theme("light").tier("history") is theme("light").kinds["history"]
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

FONT = '"Source Sans", sans-serif'

# U+FE0E asks for the plain glyph where a machine would draw ✂ or ✖ as a coloured emoji.
PINNED = "▼"
UNPINNED = "▽"
TRIMMED = "✂\N{VARIATION SELECTOR-15}"
IN = "●"
OUT = "○"
MUST_FIND = "★"
NOW = "✚"
TUNED = "★"
SUPERSEDED = "»"
GOLD = "#F7C948"  # of the star of a tuned gate, edged in black, on either theme

# A tier is drawn as its main kind.
KIND_OF_TIER = {
    "static": "instructions",
    "retrieved": "evidence",
    "history": "history",
    "summary": "summary",
    "scratch": "scratch",
}


@dataclass(frozen=True)
class Fill:
    """The fill of a kind: its colour and the Plotly pattern drawn on it ("" for none)."""

    color: str
    shape: str
    size: int


@dataclass(frozen=True)
class Zone:
    """How a watermark zone is written: colour, glyph and word always together."""

    color: str
    glyph: str
    word: str


@dataclass(frozen=True)
class Outcome:
    """How an outcome of routing is marked: colour, glyph, Plotly symbol and word.

    So is a fact in whose place another value stands. `text` is its colour for words below 19 px.
    """

    color: str
    text: str
    glyph: str
    symbol: str
    word: str


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of one theme; there are two, and each is equal to itself alone.

    `label` is text on a fill, `ink` the pattern drawn on a fill; `heat` are the nine steps of
    a map, from poor to best.
    """

    name: str
    kinds: Mapping[str, Fill]
    zones: Mapping[str, Zone]
    outcomes: Mapping[str, Outcome]
    superseded: Outcome
    heat: tuple[str, ...]
    label: str
    ink: str
    page: str
    panel: str
    text: str
    muted: str
    hairline: str
    grid: str
    primary: str
    link: str
    overlays: tuple[str, str]
    token_tints: tuple[str, str, str]

    def tier(self, name: str) -> Fill:
        """The fill of a tier: that of its main kind."""
        return self.kinds[KIND_OF_TIER[name]]


# kind: light, dark, pattern shape, pattern size
_KINDS = {
    "instructions": ("#221390", "#87AAF8", "", 8),
    "tools": ("#24566B", "#66D7F5", "/", 9),
    "memory": ("#9E40BE", "#B176D0", "x", 9),
    "evidence": ("#804200", "#E49610", ".", 8),
    "summary": ("#007947", "#C3F0CF", "-", 8),
    "history": ("#580047", "#F2A3BE", "|", 8),
    "task": ("#CF3544", "#FC5461", "+", 9),
    "scratch": ("#343208", "#F7D84A", "\\", 9),
    "other": ("#6F737C", "#879198", "/", 16),
}

# zone: light, dark, glyph
_ZONES = {
    "green": ("#00697A", "#4FDCD0", "●"),
    "amber": ("#9C5D00", "#FFCB5C", "▲"),
    "red": ("#A3103F", "#FF6B85", "■"),
    "over": ("#4B1F8F", "#B79CFF", "✖\N{VARIATION SELECTOR-15}"),
    "unknown": ("#525C69", "#A9B4C2", "?"),
}

# outcome: light, light text, dark, dark text, glyph, symbol, word
_OUTCOMES = {
    "routed_right": (
        "#1A4A9C", "#1A4A9C", "#64B1F2", "#64B1F2", "●", "circle", "routed right",
    ),
    "routed_wrong": (
        "#B3260A", "#B3260A", "#F0521C", "#FF7A4D", "✖\N{VARIATION SELECTOR-15}", "x",
        "wrong intent",
    ),
    "routed_out_of_scope": (
        "#CF62C6", "#A03A98", "#C45FA6", "#DB86C3", "◆", "diamond", "out of scope routed",
    ),
    "low_confidence": (
        "#66707A", "#566069", "#D0D6DE", "#D0D6DE", "▽", "triangle-down", "low confidence",
    ),
    "ambiguous_tie": (
        "#A38A12", "#776300", "#D2AE28", "#D2AE28", "□", "square", "ambiguous tie",
    ),
}  # fmt: skip
# A fact in whose place another value stands; among facts that are kept, shortened or lost.
_SUPERSEDED = tuple(
    Outcome(color, color, SUPERSEDED, "triangle-right", "superseded")
    for color in ("#001199", "#77CCFF")
)
OUTCOMES = tuple(_OUTCOMES)  # an outcome's number is its place here

_HEAT = (
    tuple("#FBF7E9 #E6EBCB #C3DEC3 #93CBC3 #5FB1C1 #3A8FB7 #2A69A6 #23468A #1B2A66".split()),
    tuple("#1A2230 #1E3048 #234363 #28597E #2F7396 #4290A6 #6BAFB0 #A3CDB8 #E4EBC6".split()),
)


def _kinds(column: int) -> Mapping[str, Fill]:
    fills = {
        kind: Fill((light, dark)[column], shape, size)
        for kind, (light, dark, shape, size) in _KINDS.items()
    }
    return MappingProxyType(fills)


def _zones(column: int) -> Mapping[str, Zone]:
    zones = {
        word: Zone((light, dark)[column], glyph, word)
        for word, (light, dark, glyph) in _ZONES.items()
    }
    return MappingProxyType(zones)


def _outcomes(column: int) -> Mapping[str, Outcome]:
    outcomes = {
        name: Outcome(*row[2 * column : 2 * column + 2], *row[4:])
        for name, row in _OUTCOMES.items()
    }
    return MappingProxyType(outcomes)


LIGHT = Theme(
    name="light",
    kinds=_kinds(0),
    zones=_zones(0),
    outcomes=_outcomes(0),
    superseded=_SUPERSEDED[0],
    heat=_HEAT[0],
    label="#FFFFFF",
    ink="rgba(255,255,255,.45)",
    page="#FFFFFF",
    panel="#F1F4F8",
    text="#14181F",
    muted="#525C69",
    hairline="#C5CDD8",
    grid="#E1E6EC",
    primary="#1D4E9E",
    link="#1D4E9E",
    overlays=("#804200", "#7A3FA0"),
    token_tints=("#D6E4FF", "#FFE3B8", "#D3F0DF"),
)

DARK = Theme(
    name="dark",
    kinds=_kinds(1),
    zones=_zones(1),
    outcomes=_outcomes(1),
    superseded=_SUPERSEDED[1],
    heat=_HEAT[1],
    label="#10141C",
    ink="rgba(0,0,0,.40)",
    page="#12161F",
    panel="#1C2330",
    text="#EEF2F8",
    muted="#A9B4C2",
    hairline="#3C4757",
    grid="#2B3443",
    primary="#3873D0",
    link="#8AB4FF",
    overlays=("#E49610", "#D3A6FF"),
    token_tints=("#24406E", "#5A3F12", "#1E4D3A"),
)


def theme(name: str) -> Theme:
    """The theme "light" or "dark". Raises `ValueError` for any other name."""
    try:
        return {"light": LIGHT, "dark": DARK}[name]
    except KeyError:
        raise ValueError(f'a theme is "light" or "dark"; found {name!r}') from None
