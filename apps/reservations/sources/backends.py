"""Backends that bookings come from: our own rows, or a property's own system over HTTP.

`GET <address>/bookings?property=<slug>&since=<ISO day>&cursor=<cursor>` with the key as
a bearer token answers `{"bookings": [...], "next": <cursor or null>}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any, Protocol

from apps.catalog import wall_clock
from apps.infrastructure import json_http
from apps.infrastructure.json_http import NoJson
from apps.properties.models import Property
from apps.reservations.models import Reservation

PLAIN = (
    *("code", "kind", "family_name", "email", "phone", "what"),
    *("starts_at", "ends_at", "party"),
    *("state", "amount", "deposit", "deposit_state", "booked_at"),
)
SECONDS = 15
MAX_PAGE_BYTES = 5 * 2**20
# A resort has some ten thousand bookings to come; a page of one would never end.
MAX_PAGES = 500


class SourceUnavailable(Exception):  # noqa: N818 - named for what the source is
    """It could not be read to its end; the message tells operators why."""


class ReservationSource(Protocol):
    """A source lists bookings; the fields of each are those of `records.Record`.

    name: stands on the bookings that come from it. is_remote: another system has to
    be asked, so that its rows can be older than ours.
    """

    name: str
    is_remote: bool

    def bookings(self, since: date) -> Iterator[Mapping[str, Any]]:
        """All bookings that begin on that day or later. Raises SourceUnavailable."""
        ...


class DatabaseSource:
    name, is_remote = "staff", False

    def __init__(self, place: Property) -> None:
        self._place = place

    def bookings(self, since: date) -> Iterator[Mapping[str, Any]]:
        first = wall_clock.moment(since, time(), self._place.zone)
        rows = Reservation.objects.filter(property=self._place, starts_at__gte=first)
        for row in rows.select_related("item"):
            values = {name: getattr(row, name) for name in PLAIN}
            yield {**values, "item": row.item.slug if row.item else None}


class HttpSource:
    name, is_remote = "the property's system", True

    def __init__(self, slug: str, address: str, key: str) -> None:
        self._slug, self._key = slug, key
        self._address = f"{address.rstrip('/')}/bookings"

    def bookings(self, since: date) -> Iterator[Mapping[str, Any]]:
        query = {"property": self._slug, "since": since.isoformat()}
        for _ in range(MAX_PAGES):
            page = self._page(query)
            yield from page["bookings"]
            if not page.get("next"):
                return
            query["cursor"] = str(page["next"])
        raise SourceUnavailable(f"It sent more than {MAX_PAGES} pages.")

    def _page(self, query: Mapping[str, str]) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        try:
            page = json_http.get(
                self._address,
                query,
                headers,
                seconds=SECONDS,
                most_bytes=MAX_PAGE_BYTES,
            )
        except NoJson as error:
            raise SourceUnavailable(str(error)) from error
        rows = page.get("bookings") if isinstance(page, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise SourceUnavailable("Its answer has no list of bookings.")
        return page  # type: ignore[no-any-return]
