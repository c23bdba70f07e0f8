"""What the documents name exists: files, modules, commands, settings, links."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

ROOT = Path(settings.BASE_DIR)
UNTRACKED = {".git", ".venv", "var", "node_modules", "__pycache__"}
CODE = re.compile(r"`([^`\n]+)`|^ {4}(.+)$", re.MULTILINE)
WORD = re.compile(r"[^\s()|,;<>`\"'{}]+")
TOP = r"(?:apps|benchmarks|concierge_project|docs|fixtures|static|templates|tests)"
ENDING = r"(?:/|\.(?:py|md|sql|yaml|yml|html|js|css|po|npz|txt|in|toml))"
FILE = re.compile(rf"(?:{TOP}(?:/[\w.-]+)+/?|(?!/|\.\./)[\w.-]+(?:/[\w.-]*)*{ENDING})")
MODULE = re.compile(r"(apps|benchmarks|concierge_project)(\.\w+)+")
SETTING = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
# Files that a reader writes, or that belong to a benchmark.
ELSEWHERE = {"score_retrieval.py", "django.po"}


def documents() -> list[str]:
    paths = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    paths += [ROOT / "benchmarks/README.md", ROOT / "fixtures/README.md"]
    return sorted(str(path.relative_to(ROOT)) for path in paths)


def words_in_code(text: str) -> Iterator[str]:
    for match in CODE.finditer(text):
        for word in WORD.findall(match[1] or match[2]):
            yield word.rstrip(".:")


@cache
def tree() -> str:
    """Every file and folder on a line of its own, each with a slash before it."""
    lines = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in UNTRACKED]
        place = "/" + str(Path(folder).relative_to(ROOT))
        lines += [f"{place}/", *(f"{place}/{name}" for name in files)]
    return "\n".join(lines) + "\n"


def exists(path: str) -> bool:
    """Whether a file or folder has this path, or a path that ends with it."""
    place = "/" + path.rstrip("/")
    return f"{place}/\n" in tree() or f"{place}\n" in tree()


def is_importable(dotted: str) -> bool:
    try:
        import_module(dotted)
    except ModuleNotFoundError:
        module, _, name = dotted.rpartition(".")
        return bool(module) and hasattr(import_module(module), name)
    return True


@pytest.fixture(params=documents())
def text(request: pytest.FixtureRequest) -> str:
    return (ROOT / str(request.param)).read_text(encoding="utf-8")


def test_it_names_files_that_exist(text: str) -> None:
    words = {word for word in words_in_code(text) if FILE.fullmatch(word)}
    paths = {word for word in words - ELSEWHERE if not word.startswith("var/")}
    assert [path for path in sorted(paths) if not exists(path)] == []


def test_it_names_modules_that_can_be_imported(text: str) -> None:
    modules = {word for word in words_in_code(text) if MODULE.fullmatch(word)}
    assert [name for name in sorted(modules) if not is_importable(name)] == []


def test_it_names_commands_that_exist(text: str) -> None:
    commands = set(re.findall(r"manage\.py ([a-z_]+)", text))
    targets = set(re.findall(r"(?:`|^ {4})make ([a-z]+)", text, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert commands - set(get_commands()) == set()
    assert [name for name in targets if f"\n{name}:" not in makefile] == []


def test_it_names_settings_that_exist(text: str) -> None:
    sources = [*ROOT.glob("concierge_project/**/*.py"), ROOT / ".env.example"]
    sources.append(ROOT / "docker-compose.yml")
    settings_text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    names = {word for word in words_in_code(text) if SETTING.fullmatch(word)}
    assert [name for name in sorted(names) if name not in settings_text] == []


@pytest.mark.parametrize("document", documents())
def test_it_links_to_files_that_exist(document: str) -> None:
    path = ROOT / document
    links = re.findall(r"\]\(([^)\s#]+)[^)]*\)", path.read_text(encoding="utf-8"))
    local = {link for link in links if not link.startswith("http")}
    assert [link for link in sorted(local) if not (path.parent / link).exists()] == []


def test_it_lists_every_decision_record() -> None:
    folder = ROOT / "docs/decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    records = sorted(path.name for path in folder.glob("0*.md"))
    assert [name for name in records if f"({name})" not in index] == []
