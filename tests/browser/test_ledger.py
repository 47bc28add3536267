"""Does the ledger do what is clicked, typed, pressed and dragged in it, and can it be undone?"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from engine.scenario.advice import take_in
from engine.scenario.edits import change_section, move_section
from engine.scenario.ledger import keep_ledger
from engine.scenario.remedies import remedies
from engine.scenario.settings import apply_settings
from tests.browser.app import App
from ui.samples import FIRST, shipped

START = shipped()[FIRST]
OUT = next(row for row in keep_ledger(START).rows if row.outcome == "dropped")


def test_a_priority_changes_all_pictures_and_undo_brings_them_back(app: App):
    higher = change_section(START, OUT.index, priority=90)
    assert keep_ledger(higher).row(OUT.section.name).outcome == "included"
    app.shows(START)
    app.set_priority(OUT.section.name, "90")
    app.shows(higher)
    app.undo()
    app.shows(START)
    app.page.locator(".st-key-redo button:visible").click()
    app.shows(higher)


def test_one_click_on_a_blue_limit_takes_the_section_in(app: App):
    taken = take_in(START, OUT.decision)
    assert taken is not None
    app.row(OUT.section.name).locator(".budget-button").click()
    app.shows(taken[2])
    expect(app.row(OUT.section.name).locator(".outcome b")).to_have_text("in")
    expect(app.row(OUT.section.name).locator(".budget-button")).to_be_hidden()


def test_one_click_on_a_blue_priority_takes_the_section_in(app: App):
    needed = OUT.decision.priority_needed
    app.row(OUT.section.name).locator(".orprio-button").click()
    app.shows(change_section(START, OUT.index, priority=needed))
    expect(app.row(OUT.section.name).locator(".outcome b")).to_have_text("in")


def test_pinning_too_much_says_by_how_much_and_a_remedy_leads_out(open_app: Callable[..., App]):
    app = open_app("?tiers=off&window=700")
    scenario, _ = apply_settings(START, {"tiers": "off", "window": "700"})
    for index, section in enumerate(scenario.sections):
        if keep_ledger(scenario).overflow is not None:
            break
        if not section.pinned:
            app.row(section.name).locator(".pin-button").click()
            scenario = change_section(scenario, index, pinned=True)
            app.shows(scenario)
    over = keep_ledger(scenario).overflow
    assert over is not None
    for words in ("OVER", f"{over.required:,}", f"{over.budget:,}", "Nothing is sent"):
        expect(app.banner).to_contain_text(words)
    expect(app.page.locator(".ledger .total")).to_contain_text("too many")
    app.page.locator(".st-key-remedy_0 button:visible").click()
    app.shows(remedies(scenario)[0].scenario)
    expect(app.banner).to_have_count(0)
    app.undo()
    app.shows(scenario)


def test_arrow_keys_move_the_selection_and_with_alt_the_section(app: App):
    names = [section.name for section in START.sections]
    app.select(names[1])
    ledger = app.page.locator(".ledger .scroller")
    ledger.focus()
    for key, name in [("ArrowDown", names[2]), ("ArrowUp", names[1]), ("End", names[-1])]:
        app.page.keyboard.press(key)
        app.opens(name)
        expect(ledger).to_be_focused()
    app.page.keyboard.press("Home")
    for _ in range(3):
        app.page.keyboard.press("Alt+ArrowDown")
    app.shows(move_section(START, 0, 3))
    app.opens(names[0])
    expect(ledger).to_be_focused()
    app.page.keyboard.press("Alt+ArrowUp")
    app.shows(move_section(START, 0, 2))
    expect(ledger).to_be_focused()


def test_the_keys_go_on_working_when_a_message_goes(open_app: Callable[..., App]):
    app = open_app("?window=1400&reserve=5000")  # clamped, which a message says
    scenario, _ = apply_settings(START, {"window": "1400", "reserve": "5000"})
    expect(app.notice).to_be_visible()
    app.shows(scenario)
    app.page.locator(".ledger .scroller").focus()
    app.page.keyboard.press("Home")
    app.opens(START.sections[0].name)
    app.page.keyboard.press("Alt+ArrowDown")
    app.shows(move_section(scenario, 0, 1))
    expect(app.notice).to_have_count(0)
    app.page.keyboard.press("Alt+ArrowDown")
    app.shows(move_section(scenario, 0, 2))


def test_a_row_is_dragged_from_third_to_seventh(app: App):
    names = [section.name for section in START.sections]
    app.rest()  # a grip is taken hold of where it stands
    grip = app.row(names[2]).locator(".grip").bounding_box()
    target = app.row(names[6]).bounding_box()
    assert grip
    assert target
    mouse = app.page.mouse
    mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    mouse.down()
    mouse.move(target["x"] + 20, target["y"], steps=4)
    mouse.move(target["x"] + 20, target["y"] + target["height"] * 0.8, steps=2)
    mouse.up()
    app.shows(move_section(START, 2, 4))
    assert app.names().index(names[2]) == 6


REACHED = {
    "the page in the sidebar": "[data-testid=stPageLink-NavLink]",
    "the scenario": "[aria-label=Scenario]",
    "Open": "[data-testid=stPopoverButton]:has-text('Open')",
    "Save": ".st-key-save button",
    "Link": "[data-testid=stPopoverButton]:has-text('Link')",
    "Export": "[data-testid=stPopoverButton]:has-text('Export')",
    "the window": "[aria-label='Window, tokens']",
    "the reserve": "[aria-label='Reserve, tokens']",
    "the counter": "[aria-label='Counter']",
    "the tiers": "[data-testid=stPopoverButton]:has-text('Tiers')",
    "the marks": "[data-testid=stPopoverButton]:has-text('Marks')",
    "the ledger": ".ledger .scroller",
    "a priority": ".ledger .selected input",
    "a pin": ".ledger .selected .pin-button",
    "a blue limit": ".ledger .selected .budget-button",
    "the views": "button[role=radio]",
    "the text": "textarea[aria-label^='text of']",
    "the tokens": ".tokens",
}


def test_tab_reaches_every_control(app: App):
    app.select(OUT.section.name)
    app.page.locator("h1").click()
    missing = dict(REACHED)
    for _ in range(60):
        app.page.keyboard.press("Tab")
        for what, selector in list(missing.items()):
            if app.page.locator(f"{selector}:focus").count():
                del missing[what]
        if not missing:
            break
    assert not missing
