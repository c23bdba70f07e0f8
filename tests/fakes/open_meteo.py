"""A weather service in the shape of Open-Meteo on loopback.

with running_server() as sky:
    settings.WEATHER_URL = f"{sky.url}/v1/forecast"
    sky.chances["2026-11-28"] = 70
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.fakes.loopback import JsonHandler, serving

LIGHT_RAIN, CLEAR = 61, 0
DRY = 5


@dataclass
class Sky:
    """today: of the forecast, by default the present day. chances: of rain in percent,
    by day as ISO 8601; other days are dry. highs: by day likewise. failures: statuses
    of the next answers. body: sent in place of a forecast."""

    url: str = ""
    today: date = field(default_factory=lambda: datetime.now(UTC).date())
    chances: dict[str, int] = field(default_factory=dict)
    highs: dict[str, float] = field(default_factory=dict)
    failures: list[int] = field(default_factory=list)
    queries: list[dict[str, str]] = field(default_factory=list)
    body: Any = None
    pause_seconds: float = 0

    def answer(self, query: dict[str, str]) -> tuple[int, Any]:
        self.queries.append(query)
        time.sleep(self.pause_seconds)
        if self.failures:
            return self.failures.pop(0), {"error": True, "reason": "busy"}
        return 200, self._forecast(query) if self.body is None else self.body

    def _forecast(self, query: dict[str, str]) -> dict[str, Any]:
        first = self.today - timedelta(days=int(query["past_days"]))
        last = self.today + timedelta(days=int(query["forecast_days"]) - 1)
        days = [
            first + timedelta(days=ahead) for ahead in range((last - first).days + 1)
        ]
        return {
            "latitude": float(query["latitude"]),
            "longitude": float(query["longitude"]),
            "timezone": query["timezone"],
            "daily_units": {"temperature_2m_max": "°F"},
            "daily": self._daily(days),
            "hourly": self._hourly(days),
        }

    def _daily(self, days: list[date]) -> dict[str, list[Any]]:
        chances = [self._chance(day) for day in days]
        return {
            "time": [day.isoformat() for day in days],
            "temperature_2m_min": [41.2] * len(days),
            "temperature_2m_max": [self.highs.get(f"{day}", 55.4) for day in days],
            "precipitation_probability_max": [
                None if day < self.today else chance
                for day, chance in zip(days, chances, strict=True)
            ],
            "precipitation_sum": [0.25 if chance > DRY else 0.0 for chance in chances],
            "wind_speed_10m_max": [12.3] * len(days),
            "weather_code": [self._code(chance) for chance in chances],
        }

    def _hourly(self, days: list[date]) -> dict[str, list[Any]]:
        hours = [(day, hour) for day in days for hour in range(24)]
        chances = [self._chance(day) for day, _ in hours]
        return {
            "time": [f"{day}T{hour:02d}:00" for day, hour in hours],
            "temperature_2m": [40.0 + hour for _, hour in hours],
            "precipitation_probability": [*chances],
            "wind_speed_10m": [8.0] * len(hours),
            "weather_code": [self._code(chance) for chance in chances],
        }

    def _chance(self, day: date) -> int:
        return self.chances.get(day.isoformat(), DRY)

    def _code(self, chance: int) -> int:
        return LIGHT_RAIN if chance > DRY else CLEAR


@contextmanager
def running_server() -> Iterator[Sky]:
    sky = Sky()

    class Handler(JsonHandler):
        def do_GET(self) -> None:  # noqa: N802 - the name that the server calls
            query = parse_qs(urlsplit(self.path).query)
            values = {name: each[0] for name, each in query.items()}
            self.answer(*sky.answer(values))

    with serving(Handler) as sky.url:
        yield sky
