"""Can the colours be read, and told apart without colour vision?"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from engine.sections import KINDS, TIERS
from ui.palette import DARK, LIGHT, OUTCOMES, Theme, theme

THEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=lambda colours: colours.name)

# Full dichromacy: Machado, Oliveira and Fernandes 2009, on linear RGB.
VISION = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "full": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
}
TO_CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
TO_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def linear(color: str) -> np.ndarray:
    share = np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    light = [float(linear(color) @ [0.2126, 0.7152, 0.0722]) + 0.05 for color in (one, other)]
    return max(light) / min(light)


def distance(one: str, other: str, vision: str) -> float:
    """OKLab distance as seen with a kind of colour vision."""
    seen = [
        TO_LAB @ np.cbrt(TO_CONES @ np.clip(VISION[vision] @ linear(color), 0, 1))
        for color in (one, other)
    ]
    return float(np.linalg.norm(seen[0] - seen[1]))


def written(colours: Theme) -> list[str]:
    """Every colour that text on the page is written in."""
    zones = [zone.color for zone in colours.zones.values()]
    outcomes = [outcome.text for outcome in colours.outcomes.values()]
    outcomes.append(colours.superseded.text)
    return [colours.text, colours.muted, colours.link, *colours.overlays, *zones, *outcomes]


def test_contrast_and_distance_agree_with_known_values() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert distance("#FFFFFF", "#000000", "full") == pytest.approx(1, abs=1e-3)
    assert distance("#FF0000", "#00FF00", "deutan") < distance("#FF0000", "#00FF00", "full")


@pytest.mark.parametrize(("colours", "least"), [(LIGHT, 4.75), (DARK, 5.59)])
def test_labels_on_fills_can_be_read(colours: Theme, least: float) -> None:
    assert min(contrast(colours.label, fill.color) for fill in colours.kinds.values()) >= least


@pytest.mark.parametrize(("colours", "least"), [(LIGHT, 4.75), (DARK, 5.59)])
def test_text_on_page_and_panel_can_be_read(colours: Theme, least: float) -> None:
    for ground in (colours.page, colours.panel):
        assert min(contrast(color, ground) for color in written(colours)) >= least


@THEMES
def test_text_on_token_tints_and_on_buttons_can_be_read(colours: Theme) -> None:
    for tint in colours.token_tints:
        assert contrast(colours.text, tint) >= 7
        assert contrast(colours.muted, tint) >= 4.5
    assert contrast("#FFFFFF", colours.primary) >= 4.5


@THEMES
def test_fills_stand_out_from_the_page(colours: Theme) -> None:
    assert min(contrast(fill.color, colours.page) for fill in colours.kinds.values()) >= 3


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_any_two_kinds_differ_by_0_07_with_any_colour_vision(colours: Theme, vision: str) -> None:
    for one, other in combinations(colours.kinds.values(), 2):
        assert distance(one.color, other.color, vision) >= 0.07, (one, other)


@THEMES
def test_any_two_kinds_differ_in_pattern_as_well(colours: Theme) -> None:
    """Where colours are near, the pattern tells: so no two kinds share one."""
    patterns = [(fill.shape, fill.size) for fill in colours.kinds.values()]
    assert len(set(patterns)) == len(patterns)
    for one, other in combinations(colours.kinds.values(), 2):
        near = min(distance(one.color, other.color, vision) for vision in VISION) < 0.1
        assert not near or one.shape != other.shape, (one, other)


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_zones_differ_in_colour_glyph_and_word(colours: Theme, vision: str) -> None:
    zones = list(colours.zones.values())
    assert len({zone.glyph for zone in zones}) == len({zone.word for zone in zones}) == len(zones)
    for one, other in combinations((z for z in zones if z.word != "unknown"), 2):
        assert distance(one.color, other.color, vision) >= 0.09, (one, other)


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_any_two_outcomes_differ_by_0_087_with_any_colour_vision(
    colours: Theme, vision: str
) -> None:
    for one, other in combinations(colours.outcomes.values(), 2):
        assert distance(one.color, other.color, vision) >= 0.087, (one, other)


@THEMES
def test_outcomes_stand_out_from_the_page_and_differ_in_mark_and_word(colours: Theme) -> None:
    outcomes = list(colours.outcomes.values())
    assert min(contrast(outcome.color, colours.page) for outcome in outcomes) >= 3.3
    for told_by in ("glyph", "symbol", "word"):
        assert len({getattr(outcome, told_by) for outcome in outcomes}) == len(OUTCOMES) == 5


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_what_is_superseded_differs_from_what_is_kept_and_what_is_lost(
    colours: Theme, vision: str
) -> None:
    mark = colours.superseded
    others = [colours.kinds[kind].color for kind in ("history", "summary", "memory")]
    for other in (*others, colours.zones["red"].color):
        assert distance(mark.color, other, vision) >= 0.09, (mark, other)
    glyphs = {zone.glyph for zone in colours.zones.values()} | {"✕", "✓", "≈", "↩"}
    assert mark.glyph not in glyphs


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_the_steps_of_a_map_rise_from_the_page_and_can_be_told_apart(
    colours: Theme, vision: str
) -> None:
    against = [contrast(color, colours.page) for color in colours.heat]
    assert len(colours.heat) == 9
    assert against == sorted(against)
    for one, other in pairwise(colours.heat):
        assert distance(one, other, vision) >= 0.04, (one, other)


@THEMES
def test_every_kind_tier_and_zone_has_a_colour(colours: Theme) -> None:
    assert set(colours.kinds) == set(KINDS)
    assert {colours.tier(tier).color for tier in TIERS} <= {f.color for f in colours.kinds.values()}
    assert set(colours.zones) == {"green", "amber", "red", "over", "unknown"}
    assert tuple(colours.outcomes) == OUTCOMES


def test_a_theme_goes_by_its_name() -> None:
    assert theme("light") is LIGHT
    assert theme("dark") is DARK
    with pytest.raises(ValueError, match="found 'sepia'"):
        theme("sepia")
