"""Forecasts in the shape of Open-Meteo: https://open-meteo.com/en/docs.

Its licence asks for a link beside the figures (https://open-meteo.com/en/license).
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.conf import settings
from pydantic import BaseModel, Field, ValidationError

from apps.concierge.forecast import Day, Forecast, Hour, WeatherUnavailable
from apps.concierge.tools.weather.port import Place
from apps.infrastructure import json_http
from apps.infrastructure.json_http import NoJson

SECONDS = 3.0
MOST_BYTES = 2 << 20
FORECAST_DAYS, PAST_DAYS = 16, 31
HOURLY = ("temperature_2m", "precipitation_probability", "wind_speed_10m")
DAILY = (
    *("temperature_2m_min", "temperature_2m_max", "precipitation_probability_max"),
    *("precipitation_sum", "wind_speed_10m_max"),
)
CODE = "weather_code"


class _Hourly(BaseModel):
    time: list[datetime]
    temperature_2m: list[float | None]
    precipitation_probability: list[int | None]
    wind_speed_10m: list[float | None]
    weather_code: list[int | None]


class _Daily(BaseModel):
    time: list[date]
    temperature_2m_min: list[float | None]
    temperature_2m_max: list[float | None]
    precipitation_probability_max: list[int | None]
    precipitation_sum: list[float | None]
    wind_speed_10m_max: list[float | None]
    weather_code: list[int | None]


class _Answer(BaseModel):
    hourly: _Hourly
    daily: _Daily = Field()


class OpenMeteo:
    name, url = "Open-Meteo.com", "https://open-meteo.com/"

    async def fetch(self, place: Place) -> dict[str, Any]:
        try:
            fetched = await json_http.aget(
                settings.WEATHER_URL,
                _query(place),
                seconds=SECONDS,
                most_bytes=MOST_BYTES,
            )
        except NoJson as error:
            raise WeatherUnavailable(str(error)) from error
        if not isinstance(fetched, dict):
            raise WeatherUnavailable("Its answer is no forecast.")
        return fetched

    def read(self, fetched: dict[str, Any], place: Place, at: datetime) -> Forecast:
        try:
            answer = _Answer.model_validate(fetched)
            days, hours = _days(answer.daily), _hours(answer.hourly, place)
        except (ValidationError, ValueError) as error:
            raise WeatherUnavailable("Its answer is no forecast.") from error
        if not days:
            raise WeatherUnavailable("Its answer has no days.")
        return Forecast(days, hours, at.astimezone(place.zone), self.name, self.url)


def _query(place: Place) -> dict[str, str]:
    key = {"apikey": settings.WEATHER_KEY} if settings.WEATHER_KEY else {}
    return {
        "latitude": f"{place.latitude:.4f}",
        "longitude": f"{place.longitude:.4f}",
        "hourly": ",".join((*HOURLY, CODE)),
        "daily": ",".join((*DAILY, CODE)),
        "timezone": place.zone.key,
        "forecast_days": str(FORECAST_DAYS),
        "past_days": str(PAST_DAYS),
        "temperature_unit": "fahrenheit",
        "wind_speed_unit": "mph",
        "precipitation_unit": "inch",
        **key,
    }


def _days(own: _Daily) -> list[Day]:
    """Days without figures are left out. Raises ValueError for lists that differ."""
    rows = zip(
        own.time,
        own.temperature_2m_min,
        own.temperature_2m_max,
        own.precipitation_probability_max,
        own.precipitation_sum,
        own.wind_speed_10m_max,
        own.weather_code,
        strict=True,
    )
    return [
        Day(day, low, high, chance, inches or 0.0, wind or 0.0, code)
        for day, low, high, chance, inches, wind, code in rows
        if low is not None and high is not None and code is not None
    ]


def _hours(own: _Hourly, place: Place) -> list[Hour]:
    rows = zip(
        own.time,
        own.temperature_2m,
        own.precipitation_probability,
        own.wind_speed_10m,
        own.weather_code,
        strict=True,
    )
    return [
        Hour(at.replace(tzinfo=place.zone), degrees, chance, wind or 0.0, code)
        for at, degrees, chance, wind, code in rows
        if degrees is not None and chance is not None and code is not None
    ]
