"""How is NLU++ read, whose queries mean several intents at once, or none?

The format: Casanueva et al. 2022, https://aclanthology.org/2022.findings-naacl.154.

>>> from engine.routing.query_files.json_walk import walk
>>> rows = Rows()
>>> read(walk('[{"text": "a new pin?", "intents": ["pin", "new"]}, {"text": "today"}]'), rows)
>>> [query.intents for query in rows.queries], rows.notes
([('pin', 'new'), ()], ['1 row names no intent: read as out of scope.'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.routing.query_files.json_file import read_list
from engine.routing.query_files.json_walk import Item
from engine.routing.query_files.rows import Rows
from engine.wording import times


def read(items: Iterable[Item], rows: Rows) -> None:
    """Read a list of {text, intents, slots}; a text without `intents` answers with slots only."""
    bare = 0

    def completed() -> Iterator[Item]:
        nonlocal bare
        for item in items:
            if isinstance(item.value, dict) and "intents" not in item.value:
                bare += 1
                item = item._replace(value={**item.value, "intents": []})
            yield item

    read_list(completed(), rows, say_names=False)
    if bare:
        names = "names" if bare == 1 else "name"
        rows.notes.append(f"{times(bare, 'row')} {names} no intent: read as out of scope.")
