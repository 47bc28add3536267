"""Which sections are sent under a budget, and why are the others not?

    token_count == count(text) ≤ budget, and every pinned section is whole

>>> sections = [ContextSection("rules", "Answer in one line.", pinned=True, kind="instructions"),
...             ContextSection("policy", "Refunds within 30 days of purchase.", priority=9),
...             ContextSection("memory", "The customer prefers e-mail to telephone.", priority=5)]
>>> assembly = assemble_context(sections, ContextBudget(30, 12))
>>> assembly.text
'Answer in one line.\\n\\nRefunds within 30 days of purchase.'
>>> assembly.token_count, assembly.budget
(14, 18)
>>> memory = assembly.decisions[2]
>>> memory.outcome, memory.reason, memory.budget_needed, memory.priority_needed
('dropped', 'crowded_out', 27, 10)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.assembly.candidates import Arrange, gather
from engine.assembly.flips import Flips
from engine.assembly.items import Limits
from engine.assembly.pool import Pool, Settled, Wrap
from engine.sections import TIERS, ContextBudget, ContextSection, whole_number
from engine.tokens import Tokenizer


@dataclass(frozen=True)
class Decision:
    """What became of one section, why, and the smallest change that would get it in whole.

    `outcome`: pinned, included, truncated or dropped. `reason`: pinned, fits,
    shortened_to_fit, crowded_out (others took the room), larger_than_budget (it does not
    fit beside the pinned ones alone), tier_full, empty. Tokens are those of the section as
    it is written; `limit` is the limit that binds (budget, fill or tier), None when it is in.
    """

    name: str
    outcome: str
    reason: str
    tokens_before: int
    tokens_after: int
    limit: str | None = None
    _index: int = field(default=0, repr=False, compare=False)
    _flips: Flips | None = field(default=None, repr=False, compare=False)

    @property
    def budget_needed(self) -> int | None:
        """The smallest value of the binding limit, in tokens, at which it is in whole."""
        return None if self._flips is None else self._flips.limit_needed(self._index)

    def in_whole_under(self, limits: Limits) -> bool:
        """Whether it would be in whole under these limits, all else equal."""
        return self._flips is None or self._flips.in_whole_under(self._index, limits)

    @property
    def soft_limit_needed(self) -> int | None:
        """Where the soft limit binds: the same without the budget as its end; else None."""
        if self._flips is None or self.limit != "fill":
            return None
        return self._flips.limit_needed(self._index, beyond=True)

    @property
    def priority_needed(self) -> int | None:
        """The smallest whole priority at which it is in whole."""
        return None if self._flips is None else self._flips.priority_needed(self._index)


@dataclass(frozen=True)
class Assembly:
    """What is sent, and an account of every section that was a candidate.

    `included` (pinned ones among them), `truncated` and `dropped` are disjoint and hold
    all names; `sections` are the placed ones in the order they are sent in, which is input
    order unless they were arranged, truncated text in place.
    `join_tokens` is what joining adds or saves: token_count − Σ tokens_after.
    """

    sections: tuple[ContextSection, ...]
    included: tuple[str, ...]
    truncated: tuple[str, ...]
    dropped: tuple[str, ...]
    token_count: int
    join_tokens: int
    budget: int
    decisions: tuple[Decision, ...]
    parts: tuple[str, ...] = field(repr=False, default=())
    separator: str = field(repr=False, default="")

    @property
    def text(self) -> str:
        """What is sent. Joined when asked for: a page keeps many assemblies of megabytes."""
        return self.separator.join(self.parts)


def assemble_context(
    sections: Sequence[ContextSection],
    budget: int | ContextBudget,
    tokenizer: str | Tokenizer = "chars/4",
    *,
    separator: str = "\n\n",
    wrap: Wrap | None = None,
    arrange: Arrange | None = None,
    tier_limits: Mapping[str, int] | None = None,
    fill_limit: int | None = None,
) -> Assembly:
    """Take what fits into `budget` tokens, pinned sections first, then by priority.

    `wrap` writes one section (default: its text), `separator` stands between two. `arrange`
    returns the sections in the order they are sent in (default: input order); it has no say
    in which are sent, nor in the order of the decisions. With `tier_limits` (tier → tokens)
    a section must fit its tier as well; `fill_limit` is a soft limit ≤ budget that only
    pinned sections may pass. The full rule stands in `engine.assembly.fill`. Raises
    `ContextOverflowError` where the pinned sections do not fit, `ValueError` for a limit
    that is no whole number, a duplicate name, a priority that is not finite, or an
    arrangement that loses or adds a section.

    >>> pair = [ContextSection("a", "first"), ContextSection("b", "second")]
    >>> assemble_context(pair, 9, separator=" ", arrange=lambda sections: sections[::-1]).text
    'second first'
    """
    limits = check_limits(budget, fill_limit, tier_limits)
    pool = gather(sections, tokenizer, separator, wrap, arrange)
    return account(pool, limits, pool.settle(limits, once=True))


def check_limits(
    budget: int | ContextBudget,
    fill_limit: int | None = None,
    tier_limits: Mapping[str, int] | None = None,
) -> Limits:
    """The three kinds of limit as whole numbers, or a `ValueError` naming the wrong one."""
    usable = (
        budget.usable_input_tokens
        if isinstance(budget, ContextBudget)
        else whole_number(budget, "budget")
    )
    if fill_limit is not None and whole_number(fill_limit, "fill_limit") > usable:
        raise ValueError(f"fill_limit must not exceed the budget {usable:,}; found {fill_limit:,}")
    for tier, tokens in (tier_limits or {}).items():
        if tier not in TIERS:
            raise ValueError(f"tier_limits: {tier!r} is none of {', '.join(TIERS)}")
        whole_number(tokens, f"tier_limits[{tier!r}]")
    # A soft limit at the budget is no limit of its own.
    fill = None if fill_limit is None or fill_limit == usable else int(fill_limit)
    return Limits(usable, fill, None if tier_limits is None else dict(tier_limits))


def account(pool: Pool, limits: Limits, settled: Settled) -> Assembly:
    """Write the account of a settled pool: who is in, who is out, and totals that add up."""
    flips = Flips(pool, limits, settled)
    decisions = tuple(
        Decision(
            item.name,
            place.outcome,
            place.reason,
            item.tokens,
            place.tokens,
            place.limit,
            item.position,
            flips,
        )
        for item, place in zip(pool.items, settled.places, strict=True)
    )

    def names(*outcomes: str) -> tuple[str, ...]:
        return tuple(d.name for d in decisions if d.outcome in outcomes)

    # The promise is about the text that is sent, so that text is counted, and nothing else.
    token_count = pool.count_whole(settled)
    return Assembly(
        sections=pool.placed_sections(settled),
        included=names("pinned", "included"),
        truncated=names("truncated"),
        dropped=names("dropped"),
        token_count=token_count,
        join_tokens=token_count - sum(d.tokens_after for d in decisions),
        budget=limits.budget,
        decisions=decisions,
        parts=pool.parts(settled),
        separator=pool.separator,
    )
