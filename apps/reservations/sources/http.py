"""A property's own system over HTTP.

`GET <address>/bookings?property=<slug>&since=<ISO day>&cursor=<cursor>` with the key as
a bearer token answers `{"bookings": [...], "next": <cursor or null>}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import httpx
import orjson

from apps.reservations.sources.port import SourceUnavailable

SECONDS = 15
MAX_PAGE_BYTES = 5 * 2**20
# A resort has some ten thousand bookings to come; a page of one would never end.
MAX_PAGES = 500


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
            with httpx.stream(
                "GET",
                self._address,
                params=dict(query),
                headers=headers,
                timeout=SECONDS,
            ) as response:
                return _read(response)
        except httpx.HTTPError as error:
            problem = f"It cannot be reached ({type(error).__name__})."
            raise SourceUnavailable(problem) from error


def _read(response: httpx.Response) -> dict[str, Any]:
    """The page of an answer. A redirection is a fault: the key is for one address."""
    if response.status_code != httpx.codes.OK:
        raise SourceUnavailable(f"It answered with status {response.status_code}.")
    body = bytearray()
    for piece in response.iter_bytes():
        body += piece
        if len(body) > MAX_PAGE_BYTES:
            raise SourceUnavailable("A page of it is too large.")
    try:
        page = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise SourceUnavailable("It answered with something else than JSON.") from error
    rows = page.get("bookings") if isinstance(page, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise SourceUnavailable("Its answer has no list of bookings.")
    return page  # type: ignore[no-any-return]
