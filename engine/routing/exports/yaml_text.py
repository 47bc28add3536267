"""How is YAML written so that every text survives, and read with a word on where it is broken?

>>> parsed_yaml(yaml_text({"name": 'yes: "{{x}}"\\n'}, comment="Mine."))
{'name': 'yes: "{{x}}"\\n'}
>>> parsed_yaml("a: [")
Traceback (most recent call last):
...
engine.errors.RouterConfigError: line 2: not YAML (did not find expected node content)
"""

from __future__ import annotations

from typing import Any

from engine.complaints import shown
from engine.errors import RouterConfigError


class Block(str):
    """A text that is written as a block of lines where YAML allows it."""


def yaml_text(value: dict[str, Any], comment: str) -> str:
    """The value as YAML, keys as they come, with a comment on top."""
    import yaml

    base = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    dumper: Any = type("Dumper", (base,), {"ignore_aliases": lambda self, data: True})
    dumper.add_representer(
        Block, lambda d, text: d.represent_scalar("tag:yaml.org,2002:str", str(text), style="|")
    )
    written: str = yaml.dump(value, Dumper=dumper, sort_keys=False, allow_unicode=True, width=1000)
    return "".join(f"# {line}\n" for line in comment.splitlines()) + written


def parsed_yaml(text: str) -> dict[str, Any]:
    """The mapping that a YAML text holds."""
    import yaml

    try:
        value = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1:,}: " if mark is not None else ""
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or reason
        raise RouterConfigError(f"{where}not YAML ({reason})") from None
    if not isinstance(value, dict):
        raise RouterConfigError(f"expected a mapping; found {shown(value)}")
    return value
