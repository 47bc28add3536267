"""How is CLINC150 read, whose lists are the splits and whose rows are [text, intent]?

The format: Larson et al., EMNLP 2019, https://aclanthology.org/D19-1131, data_full.json.

>>> from engine.routing.query_files.json_walk import walk
>>> rows = Rows()
>>> read(walk('{"train": [["fly to Rome", "book"]], "oos_test": [["why?", "oos"]]}'), rows)
>>> rows.utterances, rows.queries[0].split
({'book': ['fly to Rome']}, 'test')
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.complaints import shown
from engine.routing.query_files.json_walk import Item
from engine.routing.query_files.rows import Rows

SPLITS = ("train", "val", "test", "oos_train", "oos_val", "oos_test")
_OFTEN = 500


def read(items: Iterable[Item], rows: Rows) -> None:
    """Read train as utterances, val as tune, test as test, and oos_… likewise.

    oos_train is left out, with a note: it belongs to no intent, and adding it to tune would
    change what published figures were tuned on.
    """
    for number, item in enumerate(items):
        if number % _OFTEN == 0:
            rows.progress(item.share)
        row = item.value
        if item.key not in SPLITS:
            rows.skip(item.line, "split", f"expected {', '.join(SPLITS)}; found {shown(item.key)}")
        elif not isinstance(row, list) or len(row) != 2:
            rows.skip(item.line, "", f"expected [text, intent]; found {shown(row)}")
        else:
            rows.add(item.line, row[0], row[1], item.key.removeprefix("oos_"))
