"""Does a long comparison say how far it has come, and can it be stopped and gone on with?"""

from __future__ import annotations

from itertools import pairwise

import pytest
from streamlit.runtime.scriptrunner_utils.exceptions import StopException

from engine.memory import Canary, Policy
from engine.transcripts import Turn
from tests.pages.memory_page import html_of, open_memory, run
from ui.memory import progress
from ui.memory.faceoff_view import CHOSEN
from ui.talk import Talk

VIEW = "Face-off"
NAMES = ["rolling_window", "full_ladder", "fold"]


def long_talk(turns: int = 400) -> Talk:
    said = tuple(
        Turn("assistant" if n % 2 else "user", f"Item {n} costs {n}.50 euros. " + "word " * 9)
        for n in range(turns)
    )
    return Talk("long", said, Policy(900), (Canary("figure", "7.50"), Canary("figure", "301.50")))


@pytest.fixture
def told(monkeypatch) -> list[tuple[str, float]]:
    """What was told to a bar, which is patient no longer."""
    shares: list[tuple[str, float]] = []
    tell = progress.Bar.tell

    def heard(bar: progress.Bar, share: float) -> None:
        shares.append((bar._words, share))
        tell(bar, share)

    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    monkeypatch.setattr(progress, "APART", -1.0)
    monkeypatch.setattr(progress.Bar, "tell", heard)
    return shares


def test_a_comparison_tells_how_far_it_has_come_all_the_way(told):
    at = open_memory(VIEW, long_talk())
    shares = [share for words, share in told if words == "Replaying"]
    assert len(shares) >= 2 * 400 // 64  # a rolling window is too quick to tell
    assert all(a <= b for a, b in pairwise(shares))
    assert shares[0] < 0.2
    assert max(b - a for a, b in pairwise(shares)) < 0.3
    assert 0.7 < shares[-1] <= 1
    assert not at.get("progress")  # it is gone when the runs are there
    assert not [button for button in at.button if button.label == "Stop"]


def stopped_in(monkeypatch, name_at: int):
    """The page, stopped while the policy at this place is replayed; what was found stays."""
    tell = progress.Bar.tell

    def stop(bar: progress.Bar, share: float) -> None:
        tell(bar, share)
        if bar._stop is not None and share > name_at / len(NAMES) + 0.01:
            bar._stop()
            raise StopException  # as Streamlit gives up a run in which a button was clicked

    monkeypatch.setattr(progress.Bar, "tell", stop)
    at = open_memory("This run", long_talk(), 5)
    at.session_state[CHOSEN] = NAMES
    at.session_state["memory_view"] = VIEW
    run(at)
    buttons = [button.label for button in at.button]
    monkeypatch.setattr(progress.Bar, "tell", tell)
    return at, buttons


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("name_at", [0, 1, 2])
def test_a_comparison_that_is_stopped_shows_what_was_found_and_can_go_on(monkeypatch, name_at):
    at, buttons = stopped_in(monkeypatch, name_at)
    assert "Stop" in buttons
    run(at)
    written = " ".join(markdown.value for markdown in at.markdown)
    verb = "is" if name_at == 1 else "are"
    assert f"Stopped: {name_at} of 3 runs {verb} shown." in written
    assert html_of(at).count("<h3>") == name_at
    run(at.button(key="faceoff_go_on").click())
    assert html_of(at).count("<h3>") == 3
    assert "Stopped" not in " ".join(markdown.value for markdown in at.markdown)


@pytest.mark.usefixtures("told")
def test_another_choice_after_a_stop_is_replayed(monkeypatch):
    at, _ = stopped_in(monkeypatch, 0)
    at.session_state[CHOSEN] = NAMES[:2]
    run(at)
    assert html_of(at).count("<h3>") == 2
