"""Where forecasts come from: providers by dotted path, and a cache before them."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import orjson
from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from redis import RedisError

from apps.concierge.forecast import Forecast, Weather, WeatherUnavailable
from apps.infrastructure import redis

log = logging.getLogger(__name__)
# A forecast that is older says little; a younger one is better than none.
OLDEST = timedelta(hours=6)
# A provider that fails is not asked by every guest.
REST_SECONDS = 60


@dataclass(frozen=True)
class Place:
    """In degrees; west and south are negative."""

    latitude: float
    longitude: float
    zone: ZoneInfo

    @property
    def key(self) -> str:
        return f"{self.latitude:.4f},{self.longitude:.4f}"


class Provider(Protocol):
    """name and url: whom its licence wants named beside every figure, and linked."""

    name: str
    url: str

    async def fetch(self, place: Place) -> dict[str, Any]:
        """What it says of a place, as JSON. Raises WeatherUnavailable."""

    def read(self, fetched: dict[str, Any], place: Place, at: datetime) -> Forecast:
        """The same as a forecast. Raises WeatherUnavailable for what it is not."""


def of_place(
    latitude: float | None, longitude: float | None, zone: ZoneInfo
) -> Weather | None:
    """None where no forecast is configured, or nobody knows where the resort is."""
    if not settings.WEATHER_URL or latitude is None or longitude is None:
        return None
    provider: Provider = import_string(settings.WEATHER_PROVIDER)()
    return CachedWeather(provider, Place(latitude, longitude, zone))


class CachedWeather:
    """The `Weather` of a place; all processes share what was fetched.

    Without Redis every question fetches. While the provider fails, the latest forecast
    is told with its time.
    """

    def __init__(self, provider: Provider, place: Place) -> None:
        self._provider, self._place = provider, place

    async def forecast(self) -> Forecast:
        now = timezone.now()
        stored = await self._stored(now)
        fresh = timedelta(seconds=settings.WEATHER_CACHE_SECONDS)
        if stored and now - stored.fetched_at < fresh:
            return stored
        try:
            return await self._fetched(now)
        except WeatherUnavailable as problem:
            log.warning("the weather is not known: %s", problem)
            if stored is None:
                raise
            return stored

    async def _fetched(self, now: datetime) -> Forecast:
        if await self._is_resting():
            raise WeatherUnavailable("It failed a moment ago.")
        try:
            fetched = await self._provider.fetch(self._place)
            forecast = self._provider.read(fetched, self._place, now)
        except WeatherUnavailable:
            await self._store(self._key("rest"), b"1", REST_SECONDS)
            raise
        entry = orjson.dumps({"at": now.isoformat(), "fetched": fetched})
        await self._store(self._key("latest"), entry, int(OLDEST.total_seconds()))
        return forecast

    async def _stored(self, now: datetime) -> Forecast | None:
        try:
            entry = await redis.shared().get(self._key("latest"))
            if entry is None:
                return None
            stored = orjson.loads(entry)
            at = datetime.fromisoformat(stored["at"]).astimezone(UTC)
            return self._provider.read(stored["fetched"], self._place, at)
        except (RedisError, OSError, ValueError, KeyError, WeatherUnavailable):
            return None

    async def _is_resting(self) -> bool:
        try:
            return bool(await redis.shared().exists(self._key("rest")))
        except (RedisError, OSError):
            return False

    async def _store(self, key: str, value: bytes, seconds: int) -> None:
        try:
            await redis.shared().set(key, value, ex=seconds)
        except (RedisError, OSError) as error:
            log.warning("the forecast is not shared: %s", error)

    def _key(self, part: str) -> str:
        provider = type(self._provider).__name__
        return redis.key("weather", provider, self._place.key, part)
