"""Which period and property the dashboard shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from django.db.models import QuerySet

from apps.properties.models import Property


@dataclass(frozen=True)
class Period:
    """step: what a bar of its charts stands for."""

    key: str
    title: str
    length: timedelta
    step: Literal["hour", "day"]


PERIODS = (
    Period("day", "24 hours", timedelta(days=1), "hour"),
    Period("week", "7 days", timedelta(days=7), "day"),
    Period("month", "30 days", timedelta(days=30), "day"),
)


@dataclass(frozen=True)
class Choice:
    """place: None for all properties."""

    period: Period
    place: Property | None

    @classmethod
    def of(cls, values: Mapping[str, str], places: QuerySet[Property]) -> Choice:
        """What nobody can choose counts as not chosen."""
        periods = {period.key: period for period in PERIODS}
        period = periods.get(values.get("period", ""), PERIODS[0])
        slug = values.get("property", "").replace("\0", "")[:200]
        place = places.filter(slug=slug).first()
        return cls(period, place)

    @property
    def is_default(self) -> bool:
        """A day of all properties: what rules and Prometheus read."""
        return self.place is None and self.period == PERIODS[0]
