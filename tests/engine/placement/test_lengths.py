"""Are the tables by length and by turns those of their sources?"""

from __future__ import annotations

import csv

import pytest

from engine.placement import length_tables, multi_turn, nolima, nolima_hard, ruler
from engine.placement.figures import FOLDER

FILES = {"NoLiMa": "nolima_main.csv", "NoLiMa-Hard": "nolima_hard.csv", "RULER": "ruler.csv"}


def rows(file: str) -> list[dict[str, str]]:
    with (FOLDER / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@pytest.mark.parametrize("table", length_tables(), ids=lambda table: table.name)
def test_every_cell_is_there(table):
    written = rows(FILES[table.name])
    assert len(table.rows) == len(written)
    for row, source in zip(table.rows, written, strict=True):
        assert row.model.startswith(source["model"])
        assert len(row.scores) == len(table.lengths)
        for tokens in table.lengths:
            cell, score = source[f"{tokens // 1000}K"], row.at(tokens)
            assert (score is None) == (cell in ("", "-"))
            assert score is None or 100 * score == pytest.approx(float(cell))
    assert table.source.source
    assert table.source.status == "exact"


def test_what_the_sources_say_of_a_model_is_kept():
    gpt = next(row for row in nolima().rows if row.model == "GPT-4o")
    assert (gpt.claimed, gpt.effective, gpt.base, gpt.note) == ("128K", "8K", 0.993, "paper")
    scout = next(row for row in nolima().rows if "Maverick" in row.model)
    assert scout.at(32_000) is None
    jamba = ruler().rows[0]
    assert (jamba.model, jamba.effective) == ("Jamba-1.5-large (94B/398B)", ">128k")
    assert nolima_hard().rows[0].base == 0.983


def test_several_turns_cost_what_the_table_says():
    table = multi_turn()
    for row, source in zip(table.rows, rows("laban_multiturn.csv"), strict=True):
        assert 100 * row.loss == pytest.approx(float(source["drop_pct_relative"]), abs=1e-6)
        for way, position in (("full", 0), ("concat", 1), ("sharded", 2)):
            for task, figures in row.by_task.items():
                cell = source[f"{way}_{task}"]
                assert (figures[position] is None) == (cell == "")
    with pytest.raises(KeyError):
        ruler().rows[0].at(5)
