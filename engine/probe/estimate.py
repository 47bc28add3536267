"""What will a run take: calls, tokens, money, time?

Before a model was asked anything, tokens are counted here and the time is not known. Three
questions, the warm-up, tell how fast it answers and how it counts.

>>> from engine.models import price_of
>>> from engine.probe.key_value import KeyValueTask
>>> plan = Plan(KeyValueTask(), n=67, order="prefix")
>>> cost = estimate(plan, tokenizer="chars/4", price=price_of("gpt-4.1"))
>>> cost.calls, round(cost.prompt_tokens, -3), round(cost.usd, 2), cost.seconds
(374, 62000, 0.17, None)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.models import Model, Price
from engine.probe.asking import answer_to
from engine.probe.plan import Plan
from engine.run_files import Row, RowKey
from engine.run_files.settings import MOST_ITEMS
from engine.tokens import get_tokenizer

WARM_UP_CALLS = 3

# A message costs a few tokens beside its text, a chat template some more.
TOKENS_A_MESSAGE = 4


@dataclass(frozen=True)
class Estimate:
    """What is still to be asked: an estimate, but for the calls.

    `answer_tokens` is the most that may be written; most answers end before. `usd` is at list
    price with nothing read from a cache, None where no price is known; `seconds` None before
    the warm-up. `exact_tokens` says whether the tokens are in the model's own count.
    """

    calls: int
    prompt_tokens: int
    answer_tokens: int
    usd: float | None
    seconds: float | None
    exact_tokens: bool = False


@dataclass(frozen=True)
class WarmUp:
    """Three questions answered: seconds a call, and tokens by the server over tokens by ours."""

    seconds_a_call: float
    rows: tuple[Row, ...]


def warm_up(model: Model, plan: Plan, calls: int = WARM_UP_CALLS) -> WarmUp:
    """Ask a few questions that are not in the plan, to see how fast the model answers.

    An item of its own, at as many positions as there are calls, in the order of the plan; so what
    a server keeps of the prompt before counts as it will in the run. Nothing of it is a row of
    the run. Raises the model's `ModelError`.
    """
    # The last of the items that a seed may choose: no run comes so far.
    item_seed = plan.seed * MOST_ITEMS + MOST_ITEMS - 1
    positions = list(reversed(plan.positions))
    step = max(1, len(positions) // calls)
    asked = (positions[::step] * calls)[:calls]
    rows = tuple(answer_to(model, plan, RowKey("", item_seed, position)) for position in asked)
    return WarmUp(sum(row.seconds for row in rows) / len(rows), rows)


def estimate(
    plan: Plan,
    *,
    tokenizer: str = "o200k_base",
    price: Price | None = None,
    warm: WarmUp | None = None,
    done: Iterable[Row] = (),
) -> Estimate:
    """What is left of a plan, `done` taken off.

    Prompts of one kind are alike in length, so one item stands for all. With a warm-up the tokens
    are scaled to the model's own count. Controls are short; their time is taken by their tokens.
    """
    left = plan.left({row.key for row in done})
    counter = get_tokenizer(tokenizer)
    first: dict[tuple[str, float | None], int] = {}
    ours: list[int] = []
    for key in left:
        kind = (key.control, None if key.position is None else 0.0)
        if kind not in first:
            texts = [message["content"] for message in plan.messages(key)]
            first[kind] = sum(counter.count(text) + TOKENS_A_MESSAGE for text in texts)
        ours.append(first[kind])
    scale, exact, seconds = 1.0, False, None
    if warm is not None and warm.rows:
        example = [message["content"] for message in plan.messages(warm.rows[0].key)]
        expected = sum(counter.count(text) + TOKENS_A_MESSAGE for text in example)
        counted = [row.tokens for row in warm.rows if row.tokens is not None]
        if counted:
            scale, exact = sum(counted) / len(counted) / expected, True
        seconds = warm.seconds_a_call * sum(ours) / expected
    prompt = round(sum(ours) * scale)
    answers = len(left) * plan.task.max_tokens
    return Estimate(
        len(left),
        prompt,
        answers,
        None if price is None else price.usd(prompt, answers),
        seconds,
        exact,
    )


def with_another(cost: Estimate, plan: Plan, other: Plan, price: Price | None = None) -> Estimate:
    """The estimate of a plan and of another one, which is asked of the same model after it.

    Tokens and time of the other are taken by the ratio of their prompts, as counted here.

    >>> from engine.probe.key_value import KeyValueTask
    >>> short, long = Plan(KeyValueTask(10), n=5), Plan(KeyValueTask(100), n=5)
    >>> both = with_another(estimate(short), short, long)
    >>> sum(estimate(one).prompt_tokens for one in (short, long)) == both.prompt_tokens
    True
    """
    mine, its = estimate(plan), estimate(other)
    ratio = 1 + its.prompt_tokens / mine.prompt_tokens
    prompt = round(cost.prompt_tokens * ratio)
    answers = cost.answer_tokens + its.answer_tokens
    return Estimate(
        cost.calls + its.calls,
        prompt,
        answers,
        None if price is None else price.usd(prompt, answers),
        None if cost.seconds is None else cost.seconds * ratio,
        cost.exact_tokens,
    )
