"""Reads the YAML files of a folder and tells where in them an error lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from apps.infrastructure import yaml_files


class FixtureError(Exception):
    """A fixture is invalid; the message names file, row and field."""


@dataclass(frozen=True)
class Spot:
    """A place in a fixture: the file, the row and the field, as far as known."""

    file: str
    row: str = ""
    field: str = ""

    def at(self, field: str) -> Spot:
        return replace(self, field=field)

    def error(self, problem: str) -> FixtureError:
        where = ", ".join(filter(None, (self.file, self.row, self.field)))
        return FixtureError(f"{where}: {problem}")


def unknown(word: object, choices: Iterable[str]) -> str:
    """`“priceband” is not known here; did you mean “price_band”?`"""
    names = {name.lower(): name for name in choices}
    close_names = get_close_matches(str(word).lower(), names, n=1, cutoff=0.6)
    hint = (
        f"did you mean “{names[close_names[0]]}”?"
        if close_names
        else f"known are {', '.join(names.values())}."
    )
    return f"“{word}” is not known here; {hint}"


@dataclass(frozen=True)
class Document:
    spot: Spot
    content: dict[str, Any]


def read(folder: Path) -> list[Document]:
    """All fixtures of the folder, by name."""
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise FixtureError(f"{folder} holds no .yaml file.")
    return [_document(path) for path in paths]


def _document(path: Path) -> Document:
    spot = Spot(path.name)
    try:
        text = path.read_text(encoding="utf-8")
        content = yaml.load(text, Loader=yaml_files.LOADER)  # noqa: S506
        _refuse_doubles(spot, yaml.compose(text, Loader=yaml_files.LOADER))
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as problem:
        reason = " ".join(str(problem).split())
        raise spot.error(f"this cannot be read as YAML ({reason}).") from problem
    if not isinstance(content, dict):
        raise spot.error("begin with “property:” or “jurisdictions:”.")
    return Document(spot, content)


def _refuse_doubles(spot: Spot, root: yaml.Node | None) -> None:
    """YAML silently keeps the second of two equal keys; staff would not notice."""
    for mapping in _mappings(root, set()):
        keys: set[str] = set()
        for key, _ in mapping.value:
            if key.value in keys:
                line = key.start_mark.line + 1
                raise spot.error(f"“{key.value}” stands twice in a row, line {line}.")
            keys.add(key.value)


def _mappings(node: yaml.Node | None, visited: set[int]) -> Iterator[yaml.MappingNode]:
    if node is None or id(node) in visited:
        return
    visited.add(id(node))
    if isinstance(node, yaml.MappingNode):
        yield node
        for _, value in node.value:
            yield from _mappings(value, visited)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _mappings(value, visited)
