"""Are edited texts kept for a refresh, and given up in the right order?"""

import pytest

from engine import ContextSection, LabelledQuery, QuerySet, Scenario, Turn
from engine.memory import Policy
from ui.drafts import MOST_CHARACTERS, MOST_DRAFTS, Drafts, new_name
from ui.session import Step
from ui.talk import Talk


def of(length: int, base: str | None = None) -> Step:
    return Step(Scenario(sections=(ContextSection("a", "x" * length),)), base, None, None)


def with_queries(length: int) -> Step:
    return of(0)._replace(queries=QuerySet("log", (LabelledQuery("x" * length),)))


def with_talk(length: int) -> Step:
    return of(0)._replace(talk=Talk("talk", (Turn("user", "x" * length),), Policy(100)))


def test_what_is_kept_is_found_with_what_it_began_with():
    drafts = Drafts()
    draft = of(3, "refunds")
    drafts.keep("mine", draft)
    assert drafts.find("mine") is draft
    assert drafts.find("yours") is None


def test_typed_words_are_kept_with_it_and_take_room():
    drafts = Drafts()
    drafts.keep("mine", of(3), {"phrase": "A-1"})
    assert drafts.typed("mine") == {"phrase": "A-1"}
    assert drafts.typed("yours") == {}
    drafts.keep("mine", of(3))
    assert drafts.typed("mine") == {}
    drafts.keep("large", of(0), {"phrase": "x" * MOST_CHARACTERS})
    drafts.keep("other", of(1))
    assert drafts.find("large") is None


@pytest.mark.parametrize("large", [of, with_queries, with_talk])
def test_the_least_recently_used_go_first_by_number_and_by_size(large):
    drafts = Drafts()
    for number in range(MOST_DRAFTS):
        drafts.keep(str(number), of(1))
    assert drafts.find("0") is not None  # used again: now the youngest
    drafts.keep("one more", of(1))
    assert drafts.find("1") is None
    assert drafts.find("0") is not None
    drafts.keep("large", of(MOST_CHARACTERS // 2))
    drafts.keep("larger", large(MOST_CHARACTERS // 2 + 1))
    assert drafts.find("large") is None
    assert drafts.find("larger") is not None


def test_names_cannot_be_guessed():
    assert len({new_name() for _ in range(1000)}) == 1000
    assert len(new_name()) >= 16
