"""A gauge: one number for the dashboard and for Prometheus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from apps.infrastructure import sql

Group = Literal["Now", "Speed", "Quality", "Safety", "Cost and data"]
GROUPS: tuple[Group, ...] = ("Now", "Speed", "Quality", "Safety", "Cost and data")
CONVERSATIONS = "/admin/conversations/conversation/"
SQL_FOLDER = Path(__file__).parent / "sql"


@dataclass(frozen=True)
class Gauge:
    """`name` and `labels` are for Prometheus, `title` and `link` for people."""

    group: Group
    title: str
    name: str
    value: float
    unit: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    link: str = ""


def query(name: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """Rows of `sql/<name>.sql`."""
    return sql.fetch(sql.statement(SQL_FOLDER / f"{name}.sql"), parameters)
