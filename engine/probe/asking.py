"""How is a run asked, one answer at a time, so that it can be stopped anywhere and gone on with?

>>> from engine.models import Completion
>>> from engine.probe.key_value import KeyValueTask
>>> class Skimmer:  # reads the first and the last line of a list
...     def complete(self, messages, *, max_tokens, temperature=0.0):
...         *lines, question = messages[0]["content"].replace("\\n\\n", "\\n").splitlines()
...         read = [line for line in lines[:1] + lines[-1:] if line.split()[1] in question]
...         return Completion(read[0][-4:] if read else "?", "stop", None, 0.0)
>>> plan = Plan(KeyValueTask(), positions=(0.0, 0.5, 1.0), n=1)
>>> [(row.position, row.correct) for row in ask(Skimmer(), plan) if not row.control]
[(1.0, True), (0.0, True), (0.5, False)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.errors import ProbeError
from engine.models import Completion, Model, ModelError, continues_prefill, model_name
from engine.probe.plan import Plan
from engine.run_files import Row, RowKey

LEAST_ORACLE = 0.95

# No answer, yet an answer: it counts as a wrong one, and the run goes on.
COUNTED = ("empty", "cut")


def ask(model: Model, plan: Plan, done: Iterable[Row] = ()) -> Iterator[Row]:
    """The rows of a run one after another, controls first, those in `done` passed over.

    A question is asked when its row is asked for. So whoever waits before the next row pauses
    the run, and whoever asks for no more has stopped it; with the rows so far as `done` another
    `ask` goes on with the next question. All is asked at temperature 0.

    Raises `ProbeError` once fewer than 95 % of the facts that stand alone can have been found:
    what the model then misses is no matter of position. Raises the model's `ModelError` where it
    gave no answer; an answer that is empty or cut is a row.
    """
    if plan.prefill and not continues_prefill(model):
        raise ValueError(
            f"the plan begins the answers, and {model_name(model)} does not go on from there"
        )
    answered: dict[RowKey, Row] = {row.key: row for row in done}
    left = plan.left(answered)
    if left:
        check_oracle(plan, answered)
    for key in left:
        row = answer_to(model, plan, key)
        answered[key] = row
        yield row
        if key.control == "oracle" and not row.correct:
            check_oracle(plan, answered)


def check_oracle(plan: Plan, answered: dict[RowKey, Row]) -> None:
    """Raises `ProbeError` where too many facts that stood alone were missed already."""
    keys = [key for key in plan.steps if key.control == "oracle"]
    missed = sum(not answered[key].correct for key in keys if key in answered)
    if (len(keys) - missed) / len(keys) >= LEAST_ORACLE:
        return
    asked = sum(key in answered for key in keys)
    example = next(answered[key] for key in keys if key in answered and not answered[key].correct)
    raise ProbeError(
        f"With the fact alone the model was right {asked - missed} of {asked} times; it must be "
        f"in {LEAST_ORACLE:.0%}, or what it misses says nothing about position. It answered "
        f"{_shortened(example.answer)}. Choose an easier task, another variant, or another model."
    )


def answer_to(model: Model, plan: Plan, key: RowKey) -> Row:
    """One question asked and its answer checked; `ModelError` where there is none."""
    finish_reason: str | None
    try:
        answer = model.complete(
            plan.messages(key), max_tokens=plan.task.max_tokens, temperature=0.0
        )
        finish_reason = answer.finish_reason
    except ModelError as error:
        if error.kind not in COUNTED:
            raise
        answer = error.completion or Completion("", None, None, 0.0)
        finish_reason = "length" if error.kind == "cut" else answer.finish_reason or "empty"
    text, item = answer.text or "", plan.item(key.item_seed)
    place = None if key.position is None else plan.task.index(key.position)
    return Row(
        item_seed=key.item_seed,
        position=key.position,
        correct=plan.task.is_correct(item, text),
        answer=text,
        finish_reason=finish_reason or "",
        tokens=answer.prompt_tokens,
        seconds=round(answer.seconds, 4),  # of a clock that knows no more
        completion_tokens=getattr(answer, "completion_tokens", None),
        index=place,
        named=None if key.position is None else plan.task.named(item, key.position, text),
        control=key.control,
    )


def _shortened(answer: str, most: int = 80) -> str:
    words = " ".join(answer.split())
    return f"“{words if len(words) <= most else words[:most] + '…'}”" if words else "nothing"
