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
# Of gauges that are 1 or 0, which people read as yes or no.
YES_OR_NO = frozenset({"breaker_open", "embeddings_away"})
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
        """The value as people read it: "1.2 s", "42.5¢", "1,204", "yes"."""
        if self.is_yes_or_no and not self.missing:
            return "yes" if self.value else "no"
        return self.missing or quantities.say(self.value, self.unit)

    @property
    def is_yes_or_no(self) -> bool:
        return is_yes_or_no(self.name)

    def at(self, value: float) -> Gauge:
        """The same gauge with another value."""
        return replace(self, value=value, missing="")


def is_yes_or_no(series: str) -> bool:
    """series: the name of a gauge, with or without its labels."""
    return series.partition("{")[0] in YES_OR_NO


def age(title: str, name: str, seconds: float | None, missing: str, link: str) -> Gauge:
    """A time in seconds since something happened; zero when clocks differ."""
    if seconds is None:
        return Gauge("Now", title, name, NOTHING, "s", link=link, missing=missing)
    return Gauge("Now", title, name, max(round(seconds), 0), "s", link=link)


def query(name: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """Rows of `sql/<name>.sql`."""
    return sql.fetch(sql.statement(SQL_FOLDER / f"{name}.sql"), parameters)
