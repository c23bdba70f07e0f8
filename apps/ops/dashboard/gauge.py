"""A gauge: one number for the dashboard and for Prometheus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from apps.infrastructure import quantities, sql

Group = Literal["Now", "Speed", "Quality", "Safety", "Cost and data"]
GROUPS: tuple[Group, ...] = ("Now", "Speed", "Quality", "Safety", "Cost and data")
CONVERSATIONS = "/admin/conversations/conversation/"
NOTHING = -1.0
SQL_FOLDER = Path(__file__).parent / "sql"


@dataclass(frozen=True)
class Gauge:
    """`name` and `labels` are for Prometheus, `title` and `link` for people.

    missing: the word that people read in place of a value that is `NOTHING`.
    """

    group: Group
    title: str
    name: str
    value: float
    unit: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    link: str = ""
    missing: str = ""

    @property
    def text(self) -> str:
        """The value as people read it: "1.2 s", "42.5¢", "1,204"."""
        return self.missing or quantities.say(self.value, self.unit)

    def at(self, value: float) -> Gauge:
        """The same gauge with another value."""
        return replace(self, value=value, missing="")


def age(title: str, name: str, seconds: float | None, missing: str, link: str) -> Gauge:
    """A time in seconds since something happened; zero when clocks differ."""
    if seconds is None:
        return Gauge("Now", title, name, NOTHING, "s", link=link, missing=missing)
    return Gauge("Now", title, name, max(round(seconds), 0), "s", link=link)


def query(name: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """Rows of `sql/<name>.sql`."""
    return sql.fetch(sql.statement(SQL_FOLDER / f"{name}.sql"), parameters)
