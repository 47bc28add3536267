"""Is what a run will take told rightly before it is begun?"""

from __future__ import annotations

import pytest

from engine import Completion, KeyValueTask, Plan, ask, price_of, run_probe
from engine.probe import estimate, warm_up
from tests.engine.probe.readers import Reader

PLAN = Plan(KeyValueTask(25), n=20, controls=10)


def tokens_of(messages):
    """By the counter chars/4, and four for the message."""
    (message,) = messages
    return -(-len(message["content"]) // 4) + 4


def test_calls_and_tokens_are_those_of_the_run():
    cost = estimate(PLAN, tokenizer="chars/4")
    sent = Reader()
    rows = list(ask(sent, PLAN))
    asked = sum(tokens_of(messages) for messages in sent.sent)
    assert cost.calls == len(rows)
    assert cost.prompt_tokens == pytest.approx(asked, rel=0.03)
    assert cost.answer_tokens == 16 * len(rows)
    assert (cost.usd, cost.seconds, cost.exact_tokens) == (None, None, False)


def test_what_is_done_costs_nothing_more():
    rows = list(ask(Reader(), PLAN))
    half = estimate(PLAN, tokenizer="chars/4", done=rows[:60])
    assert half.calls == len(rows) - 60
    done = estimate(PLAN, tokenizer="chars/4", done=rows, price=price_of("gpt-4.1"))
    assert (done.calls, done.prompt_tokens, done.usd) == (0, 0, 0)


def test_a_warm_up_brings_time_and_the_models_own_count():
    class Slow(Reader):
        def complete(self, messages, **limits):
            answer = super().complete(messages, **limits)
            return Completion(answer.text, "stop", 1000, 2.0)

    reader = Slow()
    warm = warm_up(reader, PLAN)
    assert len(reader.sent) == len(warm.rows) == 3
    assert warm.seconds_a_call == 2.0
    assert len({row.position for row in warm.rows}) == 3
    in_the_run = {str(PLAN.messages(key)) for key in PLAN.steps}
    assert not in_the_run & {str(sent) for sent in reader.sent}
    cost = estimate(PLAN, tokenizer="chars/4", warm=warm, price=price_of("gpt-4.1"))
    assert cost.exact_tokens
    controls = cost.prompt_tokens - 100 * 1000
    short = sum(tokens_of(PLAN.messages(key)) for key in PLAN.steps if key.control)
    assert controls == pytest.approx(1000 * short / tokens_of(reader.sent[0]), rel=0.05)
    assert cost.seconds == pytest.approx(200 + 2 * controls / 1000, rel=0.02)
    assert cost.usd == pytest.approx(2 * cost.prompt_tokens / 1e6 + 8 * cost.answer_tokens / 1e6)


@pytest.mark.parametrize("positions", [(0.5,), (0.0, 1.0), (0.0, 0.5, 1.0)])
def test_a_warm_up_takes_three_calls_whatever_the_positions(positions):
    warm = warm_up(Reader(), Plan(KeyValueTask(9), positions, n=2))
    assert len(warm.rows) == 3


def test_a_warm_up_leaves_no_rows_behind():
    warm = warm_up(Reader(), PLAN)
    with pytest.raises(ValueError, match="no such question"):
        run_probe(Reader(), PLAN.task, PLAN.positions, PLAN.n, rows=warm.rows)
