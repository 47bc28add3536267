"""Does a cell that is changed, or a row that is added, in the table reach the scenario?"""

from __future__ import annotations

from playwright.sync_api import expect

from engine import ContextSection
from engine.scenario.edits import add_section, change_section, delete_section
from tests.browser.app import App
from ui.samples import FIRST, shipped

START = shipped()[FIRST]
ROW = 35  # px


def open_table(app: App) -> None:
    app.button("Edit as table").click()
    cells = app.page.locator("[data-testid=stDataFrame] [role=gridcell]")
    expect(cells.filter(has_text=START.sections[0].name).first).to_be_attached()


def close_table(app: App) -> None:
    """Wait until the edit has arrived, and go back to the ledger."""
    expect(app.button("↶")).to_be_enabled()
    app.button("Back to the ledger").click()


def click_row(app: App, row: int, x: int = 60) -> None:
    """Click in a row of the table, which is drawn on a canvas; by default on the name."""
    table = app.page.locator("[data-testid=stDataFrame] .dvn-scroller")
    table.click(position={"x": x, "y": ROW * (row + 1) + ROW / 2})


def type_cell(app: App, words: str) -> None:
    """Type into the cell that is open, and Enter."""
    field = app.page.locator(".gdg-input")
    field.fill(words)
    field.press("Enter")


def test_a_priority_typed_into_the_table_counts_after_enter(app: App):
    open_table(app)
    click_row(app, 3)
    for _ in range(3):
        app.page.keyboard.press("ArrowRight")
    app.page.keyboard.press("Enter")
    type_cell(app, "90")
    close_table(app)
    app.shows(change_section(START, 3, priority=90))


def test_a_row_added_in_the_table_is_a_section(app: App):
    open_table(app)
    last = len(START.sections)
    click_row(app, last)
    app.rest()  # as a person, who looks before they type
    type_cell(app, "mine")
    close_table(app)
    app.shows(add_section(START, ContextSection("mine", "")))


def test_a_row_deleted_in_the_table_is_gone_and_undo_brings_it_back(app: App):
    open_table(app)
    click_row(app, 3, x=15)
    app.rest()  # as a person, who sees the row lit
    app.page.keyboard.press("Delete")
    close_table(app)
    app.shows(delete_section(START, 3))
    app.undo()
    app.shows(START)


def test_the_way_from_the_table_to_the_button_that_closes_it_is_free(app: App):
    open_table(app)
    button = app.button("Back to the ledger").bounding_box()
    assert button
    x, y = button["x"] + button["width"] / 2, button["y"] + button["height"] / 2
    app.page.mouse.move(x, y + 150)
    app.page.mouse.move(x, y + 60, steps=5)
    app.rest()
    app.page.mouse.move(x, y, steps=10)
    app.rest()
    app.page.mouse.click(x, y)
    app.shows(START)
