"""Time to live: what is out of date goes before anything is dropped for relevance."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compaction import NEVER_PRUNED, Evidence, is_expired, prune
from tests.engine.strategies import Letters

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("age", "ttl", "expired"),
    [
        (59, 60, False),
        (60, 60, True),
        (0, 0, True),
        (10**9, None, False),
        (-60, 30, False),
        (-60, 0, True),
    ],
)
def test_age_equal_to_the_ttl_expires(age, ttl, expired):
    item = Evidence("a", "x", NOW - timedelta(seconds=age), ttl)
    assert is_expired(item, NOW) == expired


def test_zones_are_compared_not_clock_faces():
    tokyo = datetime(2026, 11, 30, 21, tzinfo=timezone(timedelta(hours=9)))
    assert is_expired(Evidence("a", "x", tokyo, 0), NOW)
    assert not is_expired(Evidence("a", "x", tokyo, 1), NOW)


def test_a_clock_without_a_zone_and_an_impossible_ttl_are_named():
    with pytest.raises(ValueError, match=r"fetched_at of 'a' .*2026-11-30T00:00:00"):
        Evidence("a", "x", datetime(2026, 11, 30))
    with pytest.raises(ValueError, match="now must have a time zone"):
        prune([Evidence("a", "x", NOW, 1)], 9, datetime(2026, 11, 30))
    for ttl in (-1, float("nan")):
        with pytest.raises(ValueError, match="ttl of 'a'"):
            Evidence("a", "x", NOW, ttl)
    with pytest.raises(ValueError, match="relevance of 'a'"):
        Evidence("a", "x", relevance=float("nan"))


items = st.lists(
    st.builds(
        Evidence,
        st.uuids().map(str),
        st.text(max_size=9),
        st.none() | st.integers(-50, 50).map(lambda s: NOW + timedelta(seconds=s)),
        st.none() | st.integers(0, 50),
        st.sampled_from(["evidence", "evidence", *NEVER_PRUNED]),
        st.integers(0, 3).map(float),
    ),
    max_size=9,
)


@given(items, st.integers(0, 60))
def test_expired_first_then_the_least_relevant_and_never_a_goal(given_items, budget):
    pruned = prune(given_items, budget, NOW, Letters())
    kept = [item.id for item in pruned.kept]
    assert sorted([*kept, *pruned.expired, *pruned.dropped]) == sorted(i.id for i in given_items)
    assert set(pruned.expired) == {item.id for item in given_items if is_expired(item, NOW)}
    assert pruned.tokens_after == sum(len(item.text) for item in pruned.kept)
    by_id = {item.id: item for item in given_items}
    gone = [by_id[name] for name in (*pruned.expired, *pruned.dropped)]
    assert not {item.kind for item in gone} & set(NEVER_PRUNED)
    may_go = [item for item in pruned.kept if item.kind not in NEVER_PRUNED]
    assert pruned.tokens_after <= budget or not may_go
    for name in pruned.dropped:
        assert all(by_id[name].relevance <= item.relevance for item in may_go)
    if pruned.dropped:  # without the last one it would not have fitted
        assert pruned.tokens_after + len(by_id[pruned.dropped[-1]].text) > budget
