"""Is text that could be read as markup shown as it stands, wherever it is shown?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from engine import ContextBudget, ContextSection, Scenario, dump_scenario
from engine.scenario.edits import set_budget
from engine.scenario.ledger import keep_ledger
from engine.scenario.remedies import remedies
from tests.browser.app import ASIDE, App
from ui.assemble.sent_pane import FORMS, written
from ui.assemble.words import BUTTON_CHARACTERS
from ui.components.token_cut import split_cut

SIGNS = (
    "<img src=x onerror=window.hacked=1>",
    "<script>window.hacked=1</script>",
    "![x](http://example.invalid/x.png)",
    "$x^2$ and $$y$$",
    ":red[x]",
    ":material/home:",
    "</context>",
    "[…]",
    "%{x}",
    "{x}",
    "<b>bold</b> &amp; &lt;",
    "\"quoted\" 'twice' \\n `code`",
)
KINDS = ("evidence", "memory", "history", "other")


def hostile_section(number: int, sign: str) -> ContextSection:
    """A section that is that sign in all that can be typed freely."""
    return ContextSection(
        sign,
        f"{sign} stands here.\n{sign}\n" + "It is nothing but text. " * (number % 4 * 4 + 2),
        priority=20 - number,
        pinned=number < 2,
        truncatable=number % 3 == 2,
        kind=KINDS[number % len(KINDS)],
        source=sign,
        trust=sign,
    )


HOSTILE = Scenario(
    title=" ".join(SIGNS),
    description="\n\n".join(SIGNS),
    sections=tuple(hostile_section(number, sign) for number, sign in enumerate(SIGNS)),
    budget=ContextBudget(560, 20),
)
LEDGER = keep_ledger(HOSTILE)
FILE = "<img src=x onerror=window.hacked=1> $x$ :red[y].json"


@pytest.fixture(scope="module")
def hostile(same_app: App) -> App:
    """The app with the hostile scenario open."""
    same_app.upload(FILE, dump_scenario(HOSTILE))
    same_app.shows(HOSTILE)
    return same_app.rest()


@pytest.fixture(autouse=True)
def nothing_runs(hostile: App) -> Iterator[None]:
    """After every test: no script ran, and nothing of the text became an element."""
    yield
    assert hostile.page.evaluate("window.hacked") is None
    for made in ("img[src=x]", "img[src*='example.invalid']", ".katex", "main script"):
        expect(hostile.page.locator(made)).to_have_count(0)


def named(texts: list[str]) -> list[str]:
    """Of a chart's labels those that name a section, each checked to be the name, or cut."""
    found = []
    for text in texts:
        match = re.match(r"(\d+) (.*)", text)
        if match and 1 <= int(match[1]) <= len(SIGNS) and match[2]:
            name = " ".join(SIGNS[int(match[1]) - 1].split())
            # The label may be cut; in the row of what is left out a number of tokens follows.
            said = re.sub(r" [\d,]+$", "", match[2]).removesuffix("…")
            assert name.startswith(said), text
            found.append(said)
    return found


def test_the_test_has_something_of_every_outcome():
    assert {row.outcome for row in LEDGER.rows} == {"pinned", "included", "truncated", "dropped"}


def test_in_the_ledger_and_its_tooltips(hostile: App):
    titles = hostile.page.locator(".ledger .body .title").all_text_contents()
    assert titles == list(SIGNS)
    tips = hostile.page.locator(".ledger .body .name").evaluate_all("all => all.map(e => e.title)")
    assert [tip.rpartition(" (")[0] for tip in tips] == list(SIGNS)


def test_in_the_strip_and_the_row_of_what_is_left_out(hostile: App):
    labels = hostile.page.locator(".st-key-strip .annotation-text").all_text_contents()
    said = named(labels)
    assert any("<img" in label for label in said)
    assert len(said) > 6
    pointed_at = 0
    for number, section in enumerate(HOSTILE.sections, 1):
        place = hostile.point("strip", section.name)
        if place:  # of what is left out only the largest are drawn
            pointed_at += 1
            hostile.page.mouse.move(*place)
            box = hostile.page.locator(".st-key-strip .hoverlayer .hovertext")
            expect(box).to_contain_text(f"{number} {section.name}")
    assert pointed_at >= len(SIGNS) - 2


def test_in_the_pane_of_the_section(hostile: App):
    for section in HOSTILE.sections:
        hostile.select(section.name)
        assert hostile.heading.inner_text() == section.name
        expect(hostile.editor).to_have_value(section.text)
        sent = next((s.text for s in LEDGER.assembly.sections if s.name == section.name), "")
        kept, marker, removed = split_cut(section.text, sent)
        shown = kept + (marker or "") + removed
        expect(hostile.page.locator(".tokens")).to_have_text(shown)
    hostile.popover("More fields")
    for field in ("Name", "Source", "Trust"):
        expect(hostile.page.get_by_label(field, exact=True)).to_have_value(SIGNS[-1])
    hostile.page.keyboard.press("Escape")


def test_in_every_form_of_what_is_sent(hostile: App):
    hostile.view("What is sent")
    for form in FORMS:
        hostile.page.get_by_role("radio", name=form, exact=True).click()
        if form == "Tokens":
            shown, text = hostile.page.locator(".tokens .text"), LEDGER.assembly.text
        else:
            shown = hostile.page.locator("[data-testid=stCode]:visible code")
            text, _ = written(form, LEDGER.assembly, HOSTILE)
        hostile.until(
            lambda shown=shown, text=text: (shown.text_content() or "").strip() == text.strip(),
            f"{form} is shown as it is sent",
        )
    hostile.view("Section")


def test_across_budgets(hostile: App):
    hostile.view("Across budgets")
    labels = hostile.page.locator(".st-key-budgets .annotation-text")
    expect(labels.first).to_be_visible()
    hostile.until(lambda: len(named(labels.all_text_contents())) >= len(SIGNS), "all are named")
    hostile.view("Section")


def test_in_the_table(hostile: App):
    hostile.button("Edit as table").click()
    cells = hostile.page.locator("[data-testid=stDataFrame] [role=gridcell]")
    for sign in SIGNS:
        expect(cells.filter(has_text=sign).first).to_be_attached()
    hostile.page.mouse.move(*ASIDE)
    hostile.button("Back to the ledger").click()
    hostile.shows(HOSTILE)


def test_in_the_sidebar_and_the_messages(hostile: App):
    title = " ".join(SIGNS)
    choice = hostile.page.get_by_label("Scenario", exact=True)
    expect(choice).to_have_value(title)
    for sign in SIGNS:
        expect(hostile.page.locator(".stSidebar")).to_contain_text(sign)
    broken = dump_scenario(HOSTILE).replace('"priority": 20', f'"priority": "{SIGNS[0]}"')
    hostile.upload(FILE, broken)
    expect(hostile.notice).to_contain_text(f"{FILE} was not opened")
    expect(hostile.notice).to_contain_text(f'found "{SIGNS[0]}"')


def test_on_the_buttons_that_lead_out_of_too_much(hostile: App):
    hostile.set_number("Window, tokens", 80)
    over = set_budget(HOSTILE, window=80)
    hostile.shows(over)
    buttons = [label.label for label in remedies(over)]
    assert any("Unpin <" in label for label in buttons)
    for number, label in enumerate(buttons):
        most = BUTTON_CHARACTERS
        shown = label if len(label) <= most else label[: most - 1] + "…"
        button = hostile.page.locator(f".st-key-remedy_{number} button:visible")
        expect(button).to_have_text(shown)
    hostile.undo()
    hostile.shows(HOSTILE)
