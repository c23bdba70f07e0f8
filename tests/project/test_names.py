"""Names in the code say what they hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("apps", "concierge_project", "benchmarks", "tests")
# Each fits any value, so a reader has to find the assignment to learn what it holds.
# fmt: off
EMPTY_NAMES = {
    "one", "found", "said", "told", "near", "asked", "heard", "given", "known", "seen",
    "kept", "meant", "wanted", "taken", "made", "rest", "other", "others", "stuff",
    "done", "things",
}
# fmt: on
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def empty_names(source: str) -> Iterator[tuple[int, str]]:
    """Lines and names that `source` binds outside comprehensions of one line."""
    tree = ast.parse(source)
    exempt = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, COMPREHENSIONS) and node.lineno == node.end_lineno
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in exempt:
            continue
        if (name := _bound_name(node)) and name.strip("_") in EMPTY_NAMES:
            yield getattr(node, "lineno", 0), name


def _bound_name(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
        case ast.alias(asname=name) | ast.ExceptHandler(name=name):
            return name
        case ast.MatchAs(name=name) | ast.MatchStar(name=name):
            return name
        case ast.Attribute(attr=name, ctx=ast.Store()):
            return name
    return node.name if isinstance(node, DEFINITIONS) else None


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_binds_no_name_that_fits_any_value(folder: str) -> None:
    names = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
        for line, name in empty_names(path.read_text())
    ]
    assert not names


@pytest.mark.parametrize(
    "source",
    [
        "found = 1",
        "for one in rows: pass",
        "def told(): pass",
        "def of(rest): pass",
        "row.kept = 1",
        "import rows as others",
        "_said: int = 1",
        "[\n    one\n    for one in rows\n]",
    ],
)
def test_it_notices_such_a_name(source: str) -> None:
    assert list(empty_names(source))


@pytest.mark.parametrize(
    "source", ["[one for one in rows]", "found_rows = 1", "print(found)"]
)
def test_it_allows_other_names(source: str) -> None:
    assert not list(empty_names(source))
