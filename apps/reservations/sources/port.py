"""What a source of bookings has to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Protocol


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
