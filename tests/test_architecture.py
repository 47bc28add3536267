"""Does the code keep its direction: app → pages → ui → engine, without circles?

Every check is a function from a folder to a list of complaints. It must find nothing in this
repository, and it must find what it looks for in a small wrong tree made for it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("engine", "ui", "pages", "app")  # each may import what stands before it
OUTSIDE = ("tests", "benchmarks", "sample_data")
NOT_SHIPPED = {".git", ".venv", "venv", "__pycache__", "node_modules", "test-results"}
CACHES = re.compile(r"\..*cache|\.hypothesis|\.browser|\.idea|\.vscode")

Modules = Mapping[str, ast.Module]
Imports = dict[str, set[str]]


@cache
def python_modules(root: Path) -> Modules:
    """Every module of the layers by its dotted name; a package goes by the name of its folder."""
    modules = {}
    for layer in LAYERS:
        for path in [root / f"{layer}.py", *sorted((root / layer).rglob("*.py"))]:
            if path.exists():
                parts = path.relative_to(root).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                modules[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return modules


def is_package(root: Path, name: str) -> bool:
    return (root / Path(*name.split(".")) / "__init__.py").exists()


def imported_names(tree: ast.Module, package: str) -> Iterator[tuple[str, str | None]]:
    """What a module imports, wherever the statement stands: (module, name taken from it)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                module = ".".join([*above, module] if module else above)
            yield from ((module, alias.name) for alias in node.names)


def imports_of(root: Path) -> Imports:
    """For each module the modules it imports, by full dotted name, those from outside included.

    `from engine.tokens import count_tokens` is an import of `engine.tokens`, and of
    `engine.tokens.count_tokens` where that is a module.
    """
    modules = python_modules(root)
    graph: Imports = {}
    for name, tree in modules.items():
        package = name if is_package(root, name) else name.rpartition(".")[0]
        graph[name] = set()
        for module, taken in imported_names(tree, package):
            full = f"{module}.{taken}"
            graph[name].add(full if taken is not None and full in modules else module)
    return graph


def top(name: str) -> str:
    return name.partition(".")[0]


def engine_imports_a_front_end(root: Path) -> list[str]:
    front_end = {"streamlit", "plotly", "pandas", "altair", "pydeck"}
    return [
        f"{name} imports {other}"
        for name, others in imports_of(root).items()
        for other in sorted(others)
        if top(name) == "engine" and top(other) in front_end
    ]


def imports_against_the_direction(root: Path) -> list[str]:
    return [
        f"{name} imports {other}"
        for name, others in imports_of(root).items()
        for other in sorted(others)
        if top(other) in OUTSIDE
        or (top(other) in LAYERS and LAYERS.index(top(other)) > LAYERS.index(top(name)))
    ]


def pages_importing_pages(root: Path) -> list[str]:
    return [
        f"{name} imports {other}"
        for name, others in imports_of(root).items()
        for other in sorted(others)
        if top(name) == top(other) == "pages"
    ]


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """One circle for each step back that a walk in depth meets, empty where there is none.

    >>> circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]})
    [['a', 'b', 'c', 'a']]
    """
    found: list[list[str]] = []
    done: set[str] = set()

    def walk(name: str, path: list[str]) -> None:
        if name in path:
            found.append([*path[path.index(name) :], name])
        elif name not in done:
            for other in sorted(graph.get(name, ())):
                walk(other, [*path, name])
            done.add(name)

    for name in sorted(graph):
        walk(name, [])
    return found


def import_circles(root: Path) -> list[str]:
    return [" → ".join(circle) for circle in circles(imports_of(root))]


def room_circles(root: Path) -> list[str]:
    """The same for the rooms of the engine: a room is a file or a folder right below it."""
    rooms: Imports = {}
    for name, others in imports_of(root).items():
        if name.startswith("engine."):
            own = name.split(".")[1]
            theirs = {other.split(".")[1] for other in others if other.startswith("engine.")}
            rooms.setdefault(own, set()).update(theirs - {own})
    return [" → ".join(circle) for circle in circles(rooms)]


def unsafe_or_slow_calls(root: Path) -> list[str]:
    """HTML from text, and Plotly's express, which costs fifty times what graph_objects costs."""
    found = []
    for name, tree in python_modules(root).items():
        package = name if is_package(root, name) else name.rpartition(".")[0]
        found += [
            f"{name} imports plotly.express"
            for module, taken in imported_names(tree, package)
            if f"{module}.{taken}".startswith("plotly.express")
        ]
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "unsafe_allow_html":
                is_off = isinstance(node.value, ast.Constant) and node.value.value is False
                if not is_off:
                    found.append(f"{name}, line {node.value.lineno}: unsafe_allow_html")
    return found


def shipped_files(root: Path) -> Iterator[Path]:
    for path in sorted(root.iterdir()):
        if path.name in NOT_SHIPPED or CACHES.fullmatch(path.name) or path == ROOT / "runs":
            continue
        if path.is_dir():
            yield from shipped_files(path)
        else:
            yield path


def paths_of_one_machine(root: Path) -> list[str]:
    """Lines that hold an absolute path into somebody's own folders."""
    folders = "|".join(("home", "work", "root", "Users"))
    own_folder = re.compile(r"(?<![\w.~/})])/(?:" + folders + r")(?![\w-])")
    found = []
    for path in shipped_files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        for number, line in enumerate(text.splitlines(), 1):
            if own_folder.search(line):
                found.append(f"{path.relative_to(root)}:{number}: {line.strip()[:80]}")
    return found


CHECKS: tuple[Callable[[Path], list[str]], ...] = (
    engine_imports_a_front_end,
    imports_against_the_direction,
    pages_importing_pages,
    import_circles,
    room_circles,
    unsafe_or_slow_calls,
    paths_of_one_machine,
)


@pytest.mark.parametrize("check", CHECKS)
def test_this_repository_keeps_the_rule(check):
    assert check(ROOT) == []


def test_there_is_something_to_check():
    assert {"engine", "engine.assembly", "engine.sections"} <= python_modules(ROOT).keys()
    assert "engine.tokens" in imports_of(ROOT)["engine.assembly.pool"]
    assert {ROOT / "Makefile", ROOT / ".ci" / "run"} <= set(shipped_files(ROOT))


GOOD = {
    "app.py": "import pages.assemble\nimport ui.frame",
    "pages/assemble.py": "import streamlit\nfrom ui.frame import draw\nfrom engine import fill",
    "ui/__init__.py": "",
    "ui/frame.py": "from engine.assembly import fill\nimport plotly.graph_objects as go",
    "engine/__init__.py": "from engine.assembly import fill",
    "engine/assembly/__init__.py": "from .fill import fill",
    "engine/assembly/fill.py": "from engine.tokens import count\nfrom ..sections import Section",
    "engine/tokens.py": "import numpy",
    "engine/sections.py": "from dataclasses import dataclass",
    "README.md": "Open http://example.org/home or ./work in homework/work.",
}
BAD = [
    (engine_imports_a_front_end, "engine/tokens.py", "import pandas as pd"),
    (engine_imports_a_front_end, "engine/tokens.py", "from plotly.graph_objects import Figure"),
    (engine_imports_a_front_end, "engine/tokens.py", "def f():\n    import streamlit.web"),
    (imports_against_the_direction, "engine/tokens.py", "from ui.frame import draw"),
    (imports_against_the_direction, "ui/frame.py", "import pages.assemble"),
    (imports_against_the_direction, "ui/frame.py", "from app import main"),
    (imports_against_the_direction, "engine/tokens.py", "from tests.engine import strategies"),
    (pages_importing_pages, "pages/route.py", "from pages import assemble"),
    (pages_importing_pages, "pages/route.py", "from .assemble import fill"),
    (import_circles, "engine/tokens.py", "from engine.assembly.fill import fill"),
    (import_circles, "engine/tokens.py", "from engine import fill"),
    (import_circles, "engine/sections.py", "def f():\n    from engine.assembly import fill"),
    (import_circles, "ui/frame.py", "from ui import frame"),
    (
        room_circles,
        "engine/tokens.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import engine.assembly",
    ),
    (unsafe_or_slow_calls, "ui/frame.py", "st.markdown(text, unsafe_allow_html=True)"),
    (unsafe_or_slow_calls, "pages/assemble.py", "st.markdown(text, unsafe_allow_html=safe)"),
    (unsafe_or_slow_calls, "ui/frame.py", "import plotly.express as px"),
    (unsafe_or_slow_calls, "ui/frame.py", "from plotly import express"),
    (unsafe_or_slow_calls, "ui/frame.py", "from plotly.express import bar"),
    (paths_of_one_machine, "README.md", "See /" + "home/ada/notes"),
    (paths_of_one_machine, ".ci/run", "cd '/" + "work'"),
    (paths_of_one_machine, "sample_data/a.json", '{"cwd": "/' + 'Users/ada"}'),
]


def plant(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    return root


@pytest.mark.parametrize("check", CHECKS)
def test_a_good_tree_passes(check, tmp_path):
    assert check(plant(tmp_path, GOOD)) == []


@pytest.mark.parametrize(("check", "name", "text"), BAD)
def test_a_bad_tree_is_found(check, name, text, tmp_path):
    root = plant(tmp_path, GOOD | {name: text})
    complaints = check(root)
    assert complaints
    where = name.removesuffix(".py").replace("/", ".") if name.endswith(".py") else name
    assert any(where.removeprefix("engine.") in complaint for complaint in complaints)
