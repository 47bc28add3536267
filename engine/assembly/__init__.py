"""What fits into the window, and why did the rest not?

`items` and `turns` are what the rule in `fill` goes by, on token counts; `pool` counts the
candidates and recounts what is joined, `assemble` is the public function, `flips` says what
would get a section in, `staircase` shows every budget at once.
"""

from engine.assembly.assemble import Assembly, Decision, assemble_context
from engine.assembly.items import Limits
from engine.assembly.staircase import budget_staircase, staircase

__all__ = [
    "Assembly",
    "Decision",
    "Limits",
    "assemble_context",
    "budget_staircase",
    "staircase",
]
