"""Does a person find on the Memory page the turn at which a fact was lost?"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.app import App
from tests.browser.memory_app import FIRST_LOSS, LOSSES, RUN, open_memory, stands_at

# Where the column of a turn stands in the run, at a share of the way down.
COLUMN = """([number, share]) => {
  const chart = document.querySelector(".st-key-run .js-plotly-plot");
  const { xaxis, yaxis } = chart._fullLayout;
  const box = chart.getBoundingClientRect();
  const down = yaxis._length * share;
  return [box.x + xaxis._offset + xaxis.l2p(number), box.y + yaxis._offset + down];
}"""


@pytest.fixture
def memory(open_app: Callable[..., App]) -> App:
    return open_memory(open_app)


def test_keys_step_and_leave_the_picture_of_the_run_in_place(memory: App):
    page = memory.page
    stands_at(memory, FIRST_LOSS)
    page.evaluate("document.querySelector('.st-key-run .js-plotly-plot').dataset.same = 'yes'")
    for key, number in (
        ("ArrowRight", FIRST_LOSS + 1),
        ("ArrowLeft", FIRST_LOSS),
        ("End", len(RUN)),
        ("Home", 1),
        ("n", FIRST_LOSS),
    ):
        page.keyboard.press(key)
        stands_at(memory, number)
    same = page.evaluate("document.querySelector('.st-key-run .js-plotly-plot').dataset.same")
    assert same == "yes"


def test_keys_belong_to_whoever_types(memory: App):
    field = memory.page.get_by_role("textbox", name="Where did it go?")
    field.click()
    for key in ("End", "n", " ", "ArrowLeft"):
        memory.page.keyboard.press(key)
    memory.rest()
    stands_at(memory, FIRST_LOSS)
    assert "n" in field.input_value()


def test_a_click_in_the_run_or_in_the_list_goes_to_that_turn(memory: App):
    memory.page.mouse.click(*memory.page.evaluate(COLUMN, [30, 0.4]))
    stands_at(memory, 30)
    memory.rest().page.mouse.click(*memory.page.evaluate(COLUMN, [22, 0.9]))  # what was billed
    stands_at(memory, 22)
    memory.page.get_by_role("button", name=re.compile(r"^27 ")).click()
    stands_at(memory, 27)


def test_a_phrase_is_followed_to_the_turn_at_which_it_was_lost(memory: App):
    page, phrase = memory.page, "ORDER-4127"
    lost_at = LOSSES[phrase]
    assert lost_at is not None
    field = page.get_by_role("textbox", name="Where did it go?")
    field.fill(phrase)
    field.press("Enter")
    expect(page.locator(".st-key-below_run:not([data-retained])")).to_contain_text(
        f"gone from turn {lost_at + 1}"
    )
    memory.rest()
    page.get_by_role("button", name=f"Lost at turn {lost_at + 1}").click()
    stands_at(memory, lost_at + 1)
    expect(page.locator(".cp-happened")).to_contain_text(f"{phrase}: gone from everywhere")


def test_it_plays_and_halts(memory: App):
    page = memory.page
    button, turn = page.locator(".st-key-play button:visible"), page.locator(".cp-turn")

    def number() -> int:
        return int(turn.inner_text().split()[1])

    def by_space() -> None:
        page.evaluate("document.activeElement.blur()")  # or it would press the button again
        page.keyboard.press(" ")

    for play, halt in ((button.click, button.click),
                       (by_space, lambda: page.keyboard.press("ArrowLeft"))):  # fmt: skip
        before = number()
        play()
        memory.until(lambda before=before: number() >= before + 2, "it plays")
        expect(button).to_contain_text("pause")
        halt()
        expect(button).to_contain_text("play_arrow")
        memory.rest()
        before = number()
        page.wait_for_timeout(1_200)
        assert number() == before


def test_a_view_chosen_with_the_pointer_leaves_the_keys_to_the_page(memory: App):
    page = memory.page
    memory.view("Before and after")
    memory.rest()
    for number in (FIRST_LOSS + 1, FIRST_LOSS + 2):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".cp-turn")).to_have_text(re.compile(rf"turn {number} /"))
    expect(page.get_by_role("radio", name="Before and after")).to_be_checked()
    page.get_by_role("radio", name="Before and after").focus()
    page.keyboard.press("ArrowLeft")  # who came there by Tab chooses with the arrows
    expect(page.get_by_role("radio", name="Face-off")).to_be_focused()
    expect(page.locator(".cp-turn")).to_have_text(re.compile(rf"turn {FIRST_LOSS + 2} /"))
