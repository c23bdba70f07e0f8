"""A property's own booking system on loopback, which answers page by page.

with running_server() as system:
    settings.RESERVATION_SOURCES = {"mohegan-sun": system.url}
    system.bookings = [booking(code="ROOM4821")]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.fakes.loopback import JsonHandler, serving

KEY = "key-of-the-fake"
PAGE = 2


@dataclass
class BookingSystem:
    """failures: statuses of the next answers, in order. before_page: called with the
    number of each page before it is sent. body: sent in place of bookings."""

    url: str = ""
    bookings: list[dict[str, Any]] = field(default_factory=list)
    failures: list[int] = field(default_factory=list)
    queries: list[dict[str, str]] = field(default_factory=list)
    body: Any = None
    before_page: Callable[[int], None] = lambda number: None
    pause_seconds: float = 0

    def answer(self, query: dict[str, str]) -> tuple[int, Any]:
        self.queries.append(query)
        time.sleep(self.pause_seconds)
        if self.failures:
            return self.failures.pop(0), {"error": "busy"}
        if self.body is not None:
            return 200, self.body
        start = int(query.get("cursor", 0))
        self.before_page(start // PAGE)
        end = start + PAGE
        more = str(end) if end < len(self.bookings) else None
        return 200, {"bookings": self.bookings[start:end], "next": more}


def booking(**values: Any) -> dict[str, Any]:
    return {
        "code": "ROOM4821",
        "kind": "room",
        "family_name": "Okafor",
        "what": "Deluxe Room",
        "starts_at": "2026-12-03T16:00:00-05:00",
        "ends_at": "2026-12-05T11:00:00-05:00",
        "party": 2,
        "amount": "398.00",
        "booked_at": "2026-11-01T10:00:00-05:00",
        **values,
    }


@contextmanager
def running_server() -> Iterator[BookingSystem]:
    system = BookingSystem()

    class Handler(JsonHandler):
        def do_GET(self) -> None:  # noqa: N802 - the name that the server calls
            if self.headers.get("authorization") != f"Bearer {KEY}":
                return self.answer(401, {"error": "who are you?"})
            parts = urlsplit(self.path)
            query = {name: each[0] for name, each in parse_qs(parts.query).items()}
            if parts.path != "/bookings":
                return self.answer(404, {"error": "no such page"})
            return self.answer(*system.answer(query))

    with serving(Handler) as system.url:
        yield system
