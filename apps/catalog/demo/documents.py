"""Reads the YAML files of a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from apps.catalog.demo.problems import FixtureError, Spot


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
        content = yaml.safe_load(text)
        _refuse_doubles(spot, yaml.compose(text, Loader=yaml.SafeLoader))
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
