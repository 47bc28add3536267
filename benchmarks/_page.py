"""What does one run of a page, or of a fragment of it, cost on the server?

The page is run as the server runs it, by Streamlit's own AppTest, without a browser. What
AppTest adds, about 2 ms, is part of what is measured.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks._measure import Row, middle, milliseconds
from engine import Scenario
from engine.routing import QuerySet
from engine.scenario.edits import change_section, set_budget, set_routing

PAGES = Path(__file__).parent.parent / "pages"
HISTORY = 100  # scenarios that the app keeps to undo


class Page:
    """A page with a scenario open in a session of its own."""

    def __init__(
        self,
        scenario: Scenario,
        base: str | None = None,
        page: str = "assemble.py",
        queries: QuerySet | None = None,
    ) -> None:
        logging.disable(logging.WARNING)  # Streamlit says each time that it sees no browser
        from streamlit.testing.v1 import AppTest

        from ui.state import KEY, Session

        self.key = KEY
        self.app = AppTest.from_file(str(PAGES / page), default_timeout=120)
        self.app.session_state[KEY] = Session(
            scenario, base, selected=scenario.sections[-1].name, queries=queries
        )
        self.run()

    @property
    def scenario(self) -> Scenario:
        """What is open now."""
        scenario: Scenario = self.app.session_state[self.key].scenario
        return scenario

    def run(self) -> None:
        """One rerun, which must show the page and no error."""
        self.app.run()
        assert not self.app.exception, self.app.exception[0].message

    def run_fragment(self, key: str) -> None:
        """One rerun of a fragment alone, as a gesture in it causes."""
        from streamlit.testing.v1 import local_script_runner as runner

        whole = runner.RerunData
        (name,) = self.app._fragment_storage._ids_by_target_key[key]
        runner.RerunData = partial(whole, fragment_id_queue=[name])  # type: ignore[misc]
        try:
            self.run()
        finally:
            runner.RerunData = whole  # type: ignore[misc]

    def change(self, **fields: Any) -> None:
        """Change the session as `ui.state` does, and run."""
        now = self.app.session_state[self.key]
        if "scenario" in fields:
            fields["past"] = (*now.past, now.scenario)[-HISTORY:]
        self.app.session_state[self.key] = replace(now, **fields)
        self.run()

    def select(self, number: int) -> None:
        """Select another section."""
        sections = self.scenario.sections
        self.change(selected=sections[number * 7 % len(sections)].name)

    def edit_priority(self, number: int) -> None:
        """Give the last section in line the first place, so that other text is sent."""
        sections = self.scenario.sections
        optional = [index for index, section in enumerate(sections) if not section.pinned]
        last = min(optional, key=lambda index: sections[index].priority)
        self.change(scenario=change_section(self.scenario, last, priority=1_000 + number))

    def move_gate(self, number: int) -> None:
        """Set a threshold and a margin that were never set before."""
        gate = {"threshold": 0.05 + number / 997, "margin": 0.01 + number / 1999}
        self.change(scenario=set_routing(self.scenario, **gate))

    def change_window(self, number: int) -> None:
        """Make the window a little larger, to a size that it never had."""
        window = self.scenario.budget.max_input_tokens
        self.change(scenario=set_budget(self.scenario, window + max(1, window // 97)))


def reruns(page: Page, what: str, limit: float | None, times: int = 21) -> Iterator[Row]:
    """Reruns of each kind, after three that do not count; none is one that was made before."""
    kinds: dict[str, Callable[[int], None]] = {
        "nothing changed": lambda number: page.run(),
        "another section selected": page.select,
        "a priority edited": page.edit_priority,
        "the window changed": page.change_window,
    }
    for kind, rerun in kinds.items():
        yield milliseconds(f"{what}: {kind}", middle(times, rerun, warm=3), limit)
