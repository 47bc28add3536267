"""What can go wrong? A budget too small; a file that cannot be read, at a line or at a field.

Each is a `ValueError` whose message can be shown to a person as it stands; the
attributes carry the same facts for a program.

>>> raise ContextOverflowError(required=120, budget=100, names=("rules", "tools"))
Traceback (most recent call last):
...
engine.errors.ContextOverflowError: Pinned sections need 120 tokens, the budget is 100: \
rules, tools.
"""

from __future__ import annotations


class ContextOverflowError(ValueError):
    """The pinned sections alone are larger than the limit they must fit, in tokens.

    `required` is their total, `budget` the limit, `names` the sections; `tier` names
    the tier whose limit it is, None when it is the whole budget.
    """

    def __init__(
        self, *, required: int, budget: int, names: tuple[str, ...], tier: str | None = None
    ) -> None:
        self.required = required
        self.budget = budget
        self.names = names
        self.tier = tier
        limit = "the budget is" if tier is None else f"the limit of tier {tier} is"
        super().__init__(
            f"Pinned sections need {required:,} tokens, {limit} {budget:,}: {', '.join(names)}."
        )


class FileError(ValueError):
    """A file could not be read; `line` (from 1) and `field` say where, when they are known."""

    def __init__(self, message: str, *, line: int | None = None, field: str | None = None) -> None:
        self.line = line
        self.field = field
        super().__init__(message)


class TranscriptError(FileError):
    """A conversation could not be read."""


class PlacementError(FileError):
    """Measured figures could not be read."""


class QueryFileError(FileError):
    """Labelled queries could not be read or written."""


class RunFileError(FileError):
    """The file of a measurement could not be read or written."""


class ProbeError(ValueError):
    """A measurement would say nothing: the model fails where position plays no part."""


class DocumentError(ValueError):
    """A document of ours could not be read; `path` is the bad field, `sections[2].priority`."""

    def __init__(self, message: str, *, path: str = "") -> None:
        self.path = path
        super().__init__(message)


class ScenarioError(DocumentError):
    """A scenario could not be read."""


class RouterConfigError(DocumentError):
    """The configuration of a router could not be read or written."""
