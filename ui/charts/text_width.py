"""How wide is a text in the bundled font, and what of it fits?

The advance widths are those of Source Sans, which Streamlit brings along, in thousandths of
the type size. Kerning only makes a text narrower, so what fits here fits on screen to half
a px (letters no longer written, such as Ѩ, excepted).

>>> round(text_width("5 changed mind", 15, bold=True), 1)
104.5
>>> shorten("changed mind", 60, 15, bold=True)
'chang…'
"""

from __future__ import annotations

import unicodedata

# Printable ASCII, from the space to the tilde.
_REGULAR = (
    200, 289, 426, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497,
    497, 497, 497, 497, 497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 543, 588, 571, 615, 527,
    494, 617, 652, 263, 479, 579, 486, 727, 647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513,
    476, 539, 303, 350, 303, 497, 500, 542, 504, 553, 456, 555, 496, 292, 504, 544, 246, 247, 495,
    255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 719, 446, 467, 425, 303, 241, 303, 497,
)  # fmt: skip
_BOLD = (
    200, 340, 537, 528, 528, 857, 667, 300, 344, 344, 457, 528, 300, 332, 300, 339, 528, 528, 528,
    528, 528, 528, 528, 528, 528, 528, 300, 300, 528, 528, 528, 463, 902, 573, 605, 582, 635, 548,
    524, 638, 674, 301, 509, 614, 518, 762, 665, 684, 596, 684, 613, 556, 556, 665, 556, 813, 567,
    525, 541, 344, 339, 344, 528, 500, 555, 527, 573, 468, 573, 518, 341, 534, 571, 276, 278, 548,
    286, 857, 572, 555, 573, 573, 398, 443, 383, 568, 523, 776, 514, 521, 460, 344, 268, 344, 528,
)  # fmt: skip
_SIGNS = {"–": 480, "—": 800, "’": 300, "‘": 300, "“": 537, "”": 537, "…": 978, "·": 300}
_SIGNS |= dict.fromkeys("●○■□▲▼▽", 600) | dict.fromkeys("✂✖★", 900)
_ELSEWHERE = 960  # another alphabet, or another font where Source Sans lacks the sign
_WIDE = 1000
_EMOJI = 1300


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in px at a type size in px, rather too much than too little."""
    table = _BOLD if bold else _REGULAR
    return sum(_advance(character, table) for character in text) * size / 1000


def _advance(character: str, table: tuple[int, ...]) -> int:
    code = ord(character)
    if 32 <= code < 127:
        return table[code - 32]
    if character in _SIGNS:
        return _SIGNS[character]
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if code >= 0x1F000:
        return _EMOJI
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE
    base = ord(unicodedata.normalize("NFD", character)[0])
    # An accent may widen its letter by up to 5 % of the type size.
    return table[base - 32] + 50 if 32 <= base < 127 else _ELSEWHERE


def shorten(text: str, room: float, size: float, bold: bool = False, least: int = 3) -> str:
    """The text, or as much of its beginning as fits `room` px with "…" after it.

    Empty where fewer than `least` characters would remain.
    """
    if text_width(text, size, bold) <= room:
        return text
    table = _BOLD if bold else _REGULAR
    left = room * 1000 / size - _SIGNS["…"]
    kept = 0
    for character in text:
        left -= _advance(character, table)
        if left < 0:
            break
        kept += 1
    # A cut before a combining mark would take the accent off its letter.
    while 0 < kept < len(text) and unicodedata.category(text[kept]) in ("Mn", "Me", "Cf"):
        kept -= 1
    beginning = text[:kept].rstrip()
    return beginning + "…" if len(beginning) >= least else ""
