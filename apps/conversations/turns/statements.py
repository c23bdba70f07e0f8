"""The statements of a turn's life, by name; their texts lie in `sql/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from apps.infrastructure import sql

FOLDER = Path(__file__).with_name("sql")


def rows(name: str, **values: Any) -> list[tuple[Any, ...]]:
    return sql.fetch(sql.statement(FOLDER / f"{name}.sql"), values)


def row(name: str, **values: Any) -> tuple[Any, ...] | None:
    """The first row, if there is one."""
    return next(iter(rows(name, **values)), None)
