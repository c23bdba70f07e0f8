"""The weather at a resort, as far as the graph knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol


class WeatherUnavailable(Exception):  # noqa: N818 - the state is the name
    """No forecast can be had now."""


@dataclass(frozen=True)
class Hour:
    """at: local time. temperature: in degrees Fahrenheit. rain_chance: in percent, of
    rain or snow. wind: in miles an hour. code: of the weather, by WMO table 4677."""

    at: datetime
    temperature: float
    rain_chance: int
    wind: float
    code: int


@dataclass(frozen=True)
class Day:
    """low, high: in degrees Fahrenheit. rain_chance: None for days that are over.
    rain_inches: of rain and melted snow."""

    day: date
    low: float
    high: float
    rain_chance: int | None
    rain_inches: float
    wind: float
    code: int


@dataclass(frozen=True)
class Forecast:
    """days: in order, some of them over. fetched_at: with its time zone. source: who
    must be named, and url: where the link beside the figures must lead."""

    days: Sequence[Day]
    hours: Sequence[Hour]
    fetched_at: datetime
    source: str
    url: str

    def day(self, day: date) -> Day | None:
        return next((own for own in self.days if own.day == day), None)


class Weather(Protocol):
    """The weather of one place."""

    async def forecast(self) -> Forecast:
        """Fetched lately, or now. Raises WeatherUnavailable."""
