"""How is a measurement written down, so that nothing of it is lost and nothing asked twice?

- `row`: one answer, with all that is known of it; `settings`: what was asked, of whom, when
- `reading`: a file as settings and rows; `writing`: a file that grows by one row at a time

>>> settings = RunSettings(model="small", task={"kind": "key-value"}, positions=(0.0, 1.0), n=2)
>>> line = settings.line() + Row(0, 0.0, True, "The value is 4821.").line()
>>> read_run(line).rows[0].answer
'The value is 4821.'
"""

from engine.run_files.reading import RunFile, read_run
from engine.run_files.row import CONTROLS, Row, RowKey, counts, differing
from engine.run_files.settings import ORDERS, RunSettings, item_seeds, scrubbed
from engine.run_files.writing import RunWriter

__all__ = [
    "CONTROLS",
    "ORDERS",
    "Row",
    "RowKey",
    "RunFile",
    "RunSettings",
    "RunWriter",
    "counts",
    "differing",
    "item_seeds",
    "read_run",
    "scrubbed",
]
