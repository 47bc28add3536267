"""How long does a drag or a slide take until the Placement page shows what it did?

    python benchmarks/placement.py [--check] [--wall] [part ...]

What is measured is the run of the fragment that draws it, on the server. The frame around it
follows in a run of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._measure import Row, main, middle, milliseconds
from benchmarks._page import Page
from benchmarks._texts import fresh_sections
from engine import ContextBudget, Scenario
from engine.scenario.edits import move_section, set_must_find

PAGE = "placement.py"
REDRAW_MS = 30
SECTIONS = 200


def passages(count: int) -> Scenario:
    """So many retrieved passages, all of them sent, two of them to be found.

    They begin and end alike, as passages do: no order makes the joined text longer, and the
    gauge beside the page stays as it is.
    """
    sections = tuple(
        replace(section, text=f"Passage: {section.text} End.", kind="evidence", tier=None)
        for section in fresh_sections(count, 0)
    )
    scenario = Scenario("Fresh", sections=sections, budget=ContextBudget(400 * count))
    return set_must_find(scenario, {sections[place].name: 1 for place in (4, count // 2)})


def opened(count: int) -> Page:
    """The page with so many passages."""
    return Page(passages(count), page=PAGE)


def drags() -> Iterator[Row]:
    """A passage is put elsewhere; a whole run beside it, for what the fragment saves."""
    for count in (20, SECTIONS):
        page = opened(count)

        def move(number: int, page: Page = page) -> None:
            sections = page.scenario.sections
            place = number * 7 % (len(sections) - 1)
            moved = move_section(page.scenario, place, 1)
            page.app.session_state[page.key] = replace(
                page.app.session_state[page.key], scenario=moved
            )

        def drag(number: int, page: Page = page) -> None:
            move(number)
            page.run_fragment("picture")

        def whole(number: int, page: Page = page) -> None:
            move(number)
            page.run()

        limit = REDRAW_MS if count == SECTIONS else None
        yield milliseconds(f"{count} sections: one moved, redrawn", middle(21, drag, 3), limit)
        yield milliseconds(f"{count} sections: the whole page", middle(9, whole, 3))


def slides() -> Iterator[Row]:
    """A slider in the lower part is moved: the document with the fact, among twenty."""
    page = opened(SECTIONS)

    def slide(number: int) -> None:
        page.app.session_state["found_at_20"] = 1 + number % 20
        page.run_fragment("more")

    yield milliseconds(
        f"{SECTIONS} sections: a slider moved, redrawn", middle(21, slide, 3), REDRAW_MS
    )


PARTS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "drag": ("A section is moved under the curve", drags),
    "slide": ("A slider below the picture is moved", slides),
}


if __name__ == "__main__":
    raise SystemExit(main("Measure what a gesture on the Placement page costs.", PARTS))
