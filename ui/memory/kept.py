"""How is a result kept that takes long to find, and tells meanwhile how far it has come?

>>> kept = Kept(most=1)
>>> kept.get("a", lambda: 1), kept.get("a", lambda: 2), kept.get("b", lambda: 3)
(1, 1, 3)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any


class Same:
    """A key that is equal to another only where both hold the very same object.

    >>> turns = (1, 2)
    >>> Same(turns) == Same(turns), Same(turns) == Same((1, 2, 3)[:2])
    (True, False)
    """

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class Kept:
    """The last `most` results by their keys, shared by all visitors."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._results: OrderedDict[Hashable, Any] = OrderedDict()

    def peek(self, key: Hashable) -> Any:
        """The result kept under this key, else None.

        >>> kept = Kept(most=1)
        >>> kept.peek("a"), kept.get("a", lambda: 1), kept.peek("a")
        (None, 1, 1)
        """
        with self._lock:
            return self._results.get(key)

    def get(self, key: Hashable, find: Callable[[], Any]) -> Any:
        """The result kept under this key, else what `find` returns."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        found = find()
        with self._lock:
            self._results[key] = found
            while len(self._results) > self._most:
                self._results.popitem(last=False)
        return found
