"""Is what the README says still so? Its example runs, its links and folders exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def code_blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_example_runs_and_drops_what_does_not_fit(capsys):
    exec(code_blocks()[0], {})
    assert "('memory', 'crowded_out', 24)" in capsys.readouterr().out


def test_the_lines_on_dask_are_those_of_the_example_that_is_tested():
    example = (ROOT / "examples" / "dask_sweep.py").read_text(encoding="utf-8")
    lines = [line.strip() for line in code_blocks()[1].splitlines()]
    assert lines
    assert [line for line in lines if line not in example] == []


def test_every_link_and_every_folder_it_names_exists():
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    folders = re.findall(r"^\| `([a-z_./]+)`", README, re.MULTILINE)
    assert len(targets) >= 3
    assert len(folders) >= 10
    missing = [name for name in (*targets, *folders) if not (ROOT / name).exists()]
    assert missing == []


def test_every_package_of_the_tree_is_in_its_table():
    top = {p.name for p in ROOT.iterdir() if p.is_dir() and not p.name.startswith(".")}
    named = {name.split("/")[0] for name in re.findall(r"`([a-z_]+)/", README)}
    assert top - {"__pycache__", "test-results"} <= named
