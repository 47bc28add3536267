"""What is asked in a run, in which order, and what is still to ask?

The same items stand at every position, so that positions are compared on the same items
(a paired design). Controls come first: the fact alone, and nothing at all.

>>> from engine.probe.key_value import KeyValueTask
>>> plan = Plan(KeyValueTask(), positions=(0.0, 0.5, 1.0), n=2, controls=1, order="prefix")
>>> list(plan.steps[:4])  # doctest: +NORMALIZE_WHITESPACE
[RowKey(control='oracle', item_seed=0, position=None),
 RowKey(control='closed_book', item_seed=0, position=None),
 RowKey(control='', item_seed=0, position=1.0),
 RowKey(control='', item_seed=0, position=0.5)]
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from engine.models import Model, continues_prefill, model_name
from engine.probe.task import Messages, Task, check_position, check_whole
from engine.probe.tasks import task_of, task_values
from engine.run_files import CONTROLS, ORDERS, RowKey, RunSettings, item_seeds
from engine.run_files.settings import MOST_ITEMS, Order

FIVE_POSITIONS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Plan:
    """Which `task`, at which `positions` (0..1), with how many items `n`, in which order.

    `order`: "interleaved" asks every item at all positions, shuffled, before the next, so that
    whatever changes over time falls on all positions alike. "prefix" goes from the end to the
    start within an item: what stands before the fact was in the prompt before, and a server that
    keeps it reads less. Both leave whole items behind when a run is stopped.

    `controls` is how many items are asked with the fact alone, and with nothing. `prefill` says
    that the model goes on from the beginning of an answer (`plan_for` asks it). `seed` chooses the
    items; no two seeds share one. Five positions or more show a shape, three an effect. Raises
    `ValueError` naming what is wrong, as when there are not so many different items.
    """

    task: Task
    positions: tuple[float, ...] = FIVE_POSITIONS
    n: int = 30
    seed: int = 0
    order: Order = "interleaved"
    controls: int = 20
    prefill: bool = False

    def __post_init__(self) -> None:
        for position in self.positions:
            check_position(position)
        positions = tuple(sorted({float(position) for position in self.positions}))
        if not positions:
            raise ValueError("positions: at least one is needed; found none")
        object.__setattr__(self, "positions", positions)
        most = MOST_ITEMS if self.task.distinct is None else self.task.distinct
        if isinstance(self.n, int) and most < self.n <= MOST_ITEMS:
            raise ValueError(
                f"{self.task.label} gives {most} different items; n = {self.n} would ask "
                "the same again"
            )
        check_whole(self.n, "n", 1, MOST_ITEMS)
        check_whole(self.controls, "controls", 1, MOST_ITEMS)
        check_whole(self.seed, "seed", 0, 10**9)
        if self.order not in ORDERS:
            raise ValueError(f"order must be one of {', '.join(ORDERS)}; found {self.order!r}")

    @property
    def seeds(self) -> range:
        """The items, by their seeds."""
        return item_seeds(self.seed, self.n)

    @cached_property
    def steps(self) -> tuple[RowKey, ...]:
        """All questions in the order they are asked, controls first."""
        return (*self._controls(), *self._measured())

    def _controls(self) -> Iterator[RowKey]:
        # One question is asked once: the only fact of a text, alone, is the same in every item.
        asked: set[str] = set()
        for control in CONTROLS:
            for item_seed in item_seeds(self.seed, self.controls):
                key = RowKey(control, item_seed, None)
                prompt = str(self.messages(key))
                if prompt not in asked:
                    asked.add(prompt)
                    yield key

    def _measured(self) -> Iterator[RowKey]:
        for item_seed in self.seeds:
            positions = list(reversed(self.positions))
            if self.order == "interleaved":
                Random(item_seed).shuffle(positions)
            for position in positions:
                yield RowKey("", item_seed, position)

    def left(self, done: Container[RowKey]) -> list[RowKey]:
        """The questions that have no answer yet, in order; none once all items are measured.

        Controls guard the questions behind them: with none left there is nothing to guard.
        """
        left = [key for key in self.steps if key not in done]
        return left if any(not key.control for key in left) else []

    def item(self, item_seed: int) -> Any:
        """The item of the task."""
        return self.task.item(item_seed)

    def messages(self, key: RowKey) -> Messages:
        """What is sent for one question; the same bytes every time."""
        item = self.item(key.item_seed)
        if key.control == "oracle":
            return self.task.oracle(item, prefill=self.prefill)
        if key.control == "closed_book" or key.position is None:
            return self.task.closed_book(item, prefill=self.prefill)
        return self.task.messages(item, key.position, prefill=self.prefill)


def plan_for(model: Model, task: Task, **settings: Any) -> Plan:
    """The plan for one model: with a prefill where the model goes on from one.

    >>> from engine.probe.needle import NeedleTask
    >>> plan_for(object(), NeedleTask(), n=20).prefill
    False
    """
    return Plan(task, prefill=continues_prefill(model), **settings)


def settings_of(
    plan: Plan,
    model: Model,
    *,
    started: str = "",
    versions: dict[str, str] | None = None,
    note: str = "",
) -> RunSettings:
    """The first line of the file of a run; `started` is the time now, in ISO 8601.

    The address is taken from the model's `base_url` where it has one, without user, password
    and query. Nothing else of the model is kept but its name.
    """
    task = plan.task
    return RunSettings(
        model=model_name(model),
        task=task_values(task),
        positions=plan.positions,
        n=plan.n,
        seed=plan.seed,
        order=plan.order,
        controls=plan.controls,
        prefill=plan.prefill,
        task_label=task.label,
        family="pairs" if task.family == "pairs" else "share",
        length=task.length,
        base_url=str(getattr(model, "base_url", "")),
        started=started,
        versions=dict(versions or {}),
        note=note,
    )


def plan_of(settings: RunSettings) -> Plan:
    """The plan of a run that was written down. `ValueError` for a task that is none of ours."""
    return Plan(
        task_of(settings.task),
        settings.positions,
        settings.n,
        settings.seed,
        settings.order,
        settings.controls,
        settings.prefill,
    )


def at_length(plan: Plan, length: int) -> Plan:
    """The same plan with lists of so many pairs, or with filler of so many tokens.

    Raises `ValueError` for a text of one's own: its length is what it is.

    >>> from engine.probe.key_value import KeyValueTask
    >>> at_length(Plan(KeyValueTask(25)), 75).task.label
    '75 key-value pairs'
    """
    values = task_values(plan.task)
    name = next((name for name in ("pairs", "tokens") if name in values), None)
    if name is None:
        raise ValueError(f"{plan.task.label} has one length")
    return replace(plan, task=task_of({**values, name: length}))
