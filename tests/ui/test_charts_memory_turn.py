"""Does the picture of a turn show every section where it is, at its size, and its name as it is?"""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from ui.charts.memory_turn import Piece, turn_figure
from ui.palette import theme

HOSTILE = "<b>x</b> %{y} $z$"
PIECES = {
    name: Piece(name, kind, name, part, before, after, f"{name}: {before}")
    for name, kind, part, before, after in (
        ("rules", "instructions", "scenario", 200, 200),
        (HOSTILE, "evidence", "scenario", 500, 120),
        ("old", "summary", "summary", 300, 0),
        ("4", "history", "turns", 90, 90),
        ("query", "task", "query", 10, 10),
    )
}
ORDERED = ["rules", "4", HOSTILE, "old", "query"]
PLACED = ["rules", "4", HOSTILE, "query"]


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("name", ["light", "dark"])
def test_strips_hold_their_sections(name, big):
    figure = turn_figure(PIECES, ORDERED, PLACED, 600, 100, theme(name), 900, big=big)
    rows = {}
    for trace in figure.data:
        for y, base, x, text in zip(trace.y, trace.base, trace.x, trace.hovertext, strict=True):
            rows.setdefault(round(y), {})[text.rpartition(":")[0] or text] = (base, x)
    gathered, ordered, placed, out = (rows[y] for y in sorted(rows))
    assert len(gathered) == len(ordered) == len(PIECES)
    assert list(out) == ["old"]
    assert out["old"] == ordered["old"]
    ends = sorted((base, base + x) for base, x in placed.values())
    assert all(a[1] <= b[0] + 1e-6 for a, b in pairwise(ends))
    free = placed["180 tokens free"]
    assert free == (420, 180)
    assert placed["100 tokens kept for the answer"] == (600, 100)
    assert HOSTILE not in json.dumps(figure.to_plotly_json(), default=str)


def test_nothing_left_out_is_said():
    pieces = {name: piece for name, piece in PIECES.items() if piece.after == piece.before}
    figure = turn_figure(pieces, list(pieces), list(pieces), 600, 0, theme("light"), 600)
    assert any(note.text == "left out: nothing" for note in figure.layout.annotations)
