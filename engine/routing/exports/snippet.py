"""How does a router leave as a Python program that runs as it is?

>>> config = RouterConfig("keywords", 0.2, 0.1, (Intent("billing", ("refund", "charge")),))
>>> print("\\n".join(to_snippet(config).splitlines()[8:12]))
from engine import IntentRouter
<BLANKLINE>
router = IntentRouter(threshold=0.2, margin=0.1, scorer='keywords', aggregate='centroid')
router.register('billing', keywords=['refund', 'charge'])
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.routing.exports.config import RouterConfig
from engine.routing.exports.schema import checked
from engine.routing.queries import Intent

_LONGEST = 100  # characters of a line, where a list can be broken


def to_snippet(config: RouterConfig) -> str:
    """A program that builds the router with the engine and routes the queries it is given.

    Each of its arguments is a query; for each it prints the intent, the reason and the score.
    Texts are written in ASCII, so that nothing in them can end the text they stand in.
    """
    config = checked(config)
    rules = f", rules=({', '.join(_rules(config))},)" if config.rules else ""
    lines = [
        '"""A router as it was set in Context Playground.',
        "",
        "Run it beside the folder engine, or with PYTHONPATH set to where that is:",
        '    python this_file.py "a query" "another"',
        '"""',
        "",
        "import sys",
        "",
        "from engine import IntentRouter",
        *(["from engine.routing import Rule"] if config.rules else []),
        "",
        f"router = IntentRouter(threshold={config.threshold!r}, margin={config.margin!r}, "
        f"scorer={config.scorer!r}, aggregate={config.aggregate!r}{rules})",
        *(_register(intent) for intent in config.intents),
        "",
        'for query in sys.argv[1:] or ["cancel and refund the charge"]:',
        "    decision = router.route(query)",
        '    print(f"{query}: {decision.intent} ({decision.reason}, {decision.score:.3f})")',
    ]
    return "\n".join(lines) + "\n"


def _rules(config: RouterConfig) -> list[str]:
    return [f"Rule({rule.pattern!a}, {rule.intent!a})" for rule in config.rules]


def _register(intent: Intent) -> str:
    known = {"keywords": intent.keywords, "utterances": intent.utterances}
    parts = [f"{name}={_list(texts)}" for name, texts in known.items() if texts]
    return f"router.register({', '.join([ascii(intent.name), *(parts or ['keywords=[]'])])})"


def _list(texts: Sequence[str]) -> str:
    line = f"[{', '.join(map(ascii, texts))}]"
    if len(line) <= _LONGEST:
        return line
    return "[\n" + "".join(f"    {text!a},\n" for text in texts) + "]"
