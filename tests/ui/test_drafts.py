"""Are edited texts kept for a refresh, and given up in the right order?"""

from engine import ContextSection, Scenario
from ui.drafts import MOST_CHARACTERS, MOST_DRAFTS, Drafts, new_name


def of(length: int) -> Scenario:
    return Scenario(sections=(ContextSection("a", "x" * length),))


def test_what_is_kept_is_found_with_what_it_began_with():
    drafts = Drafts()
    drafts.keep("mine", of(3), "refunds")
    assert drafts.find("mine") == (of(3), "refunds")
    assert drafts.find("yours") is None


def test_the_least_recently_used_go_first_by_number_and_by_size():
    drafts = Drafts()
    for number in range(MOST_DRAFTS):
        drafts.keep(str(number), of(1), None)
    assert drafts.find("0") is not None  # used again: now the youngest
    drafts.keep("one more", of(1), None)
    assert drafts.find("1") is None
    assert drafts.find("0") is not None
    half = of(MOST_CHARACTERS // 2)
    drafts.keep("large", half, None)
    drafts.keep("larger", of(MOST_CHARACTERS // 2 + 1), None)
    assert drafts.find("large") is None
    assert drafts.find("larger") is not None


def test_names_cannot_be_guessed():
    assert len({new_name() for _ in range(1000)}) == 1000
    assert len(new_name()) >= 16
