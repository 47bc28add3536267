"""What is said of one query: where it goes, and how it fared at each gate?

>>> compared("gap", 0.7 - 0.6, "margin", 0.1)
'gap 0.09999999999999998 < margin 0.1'
>>> compared("top", 0.784, "threshold", 0.2)
'top 0.78 ≥ threshold 0.20'
"""

from __future__ import annotations

from engine.routing import RouteDecision
from engine.routing.aims import Gate

# The outcome (`ui.palette.OUTCOMES`) whose colour a verdict has.
LOOKS = {
    "match": "routed_right",
    "rule": "routed_right",
    "ambiguous_tie": "ambiguous_tie",
    "low_confidence": "low_confidence",
    "no_intents": "low_confidence",
}


def verdict(decision: RouteDecision) -> str:
    """Where the query goes, in a few words."""
    match decision.reason:
        case "match":
            return f"→ {decision.intent}"
        case "rule":
            return f"→ {decision.intent}, by a rule"
        case "ambiguous_tie":
            return f"a tie between {decision.best_intent} and {decision.runner_up}"
        case "no_intents":
            return "no intent: the set has none"
    # Where no score is above 0, the best is only the one that was registered first.
    would = f", would have been {decision.best_intent}" if decision.score > 0 else ""
    return f"no intent: low confidence{would}"


def gate_words(decision: RouteDecision, gate: Gate) -> str:
    """How the query fared at both gates, as `engine.routing.gates` compares; "" without intents."""
    if decision.reason == "no_intents":
        return ""
    if decision.rule is not None:
        return f"the rule {decision.rule.pattern} answers before both gates"
    if decision.score <= 0:
        return f"top {number(decision.score)}: no score above 0, whatever the threshold"
    first = compared("top", decision.score, "threshold", gate.threshold)
    if decision.score < gate.threshold:
        return f"{first}; the margin is not asked"
    if decision.runner_up is None:
        return f"{first}; no second intent, so no gap"
    if decision.runner_up_score <= 0:
        return f"{first}; no second score above 0, so the margin is not asked"
    return f"{first}; {compared('gap', decision.gap, 'margin', gate.margin)}"


def compared(name: str, value: float, limit_name: str, limit: float) -> str:
    """A value against its limit, with as many digits as it takes to see which is larger."""
    shown = f"{limit:.4f}".rstrip("0")
    limit_text = shown if len(shown) > 3 else f"{limit:.2f}"
    # Where no rounding tells, as with 0.7 − 0.6 against 0.1, both are written out.
    texts = [(number(value, digits), limit_text) for digits in (2, 3, 4)]
    texts.append((repr(value), repr(limit)))
    a, b = next((pair for pair in texts if _tells(*pair, value, limit)), texts[-1])
    return f"{name} {a} {'<' if value < limit else '≥'} {limit_name} {b}"


def _tells(value_text: str, limit_text: str, value: float, limit: float) -> bool:
    """Whether the written numbers stand to each other as the numbers do."""
    a, b = float(value_text.replace("−", "-")), float(limit_text)
    return (a > b, a == b) == (value > limit, value == limit)


def number(value: float, digits: int = 2) -> str:
    """A score as it is written."""
    return f"{value:.{digits}f}".replace("-", "−")
