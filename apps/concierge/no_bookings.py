"""The bookings of a property at which nothing is booked here."""

from __future__ import annotations

from collections.abc import Sequence

from apps.concierge.bookings import BookingLookup, BookingReply, BookingRow, Expected


class NoBookings:
    """The `GuestBookings` of a property at which nothing is booked here."""

    may_be_looked_up = False

    async def look_up(self, lookup: BookingLookup) -> Sequence[BookingRow]:
        return ()

    async def read(self, text: str, vector: Sequence[float] | None) -> None:
        pass

    async def are_likely_meant(self, text: str) -> bool:
        return False

    async def are_meant(self, text: str, expected: Expected) -> bool:
        return False

    async def decides_earlier(self, text: str, expected: Expected) -> bool:
        return False

    async def answers_after_aside(self, text: str, expected: Expected) -> bool:
        return False

    def says_who(self, text: str) -> bool:
        return False

    def introduction(self, text: str) -> str:
        return ""

    def wants(self, clause: str, *, is_after_own: bool = False) -> bool:
        return False

    async def asks_for_stay(self, text: str) -> bool:
        return False

    def decides(self, text: str) -> bool:
        return False

    def says_which(self, clause: str) -> bool:
        return False

    def sets_condition(self, text: str) -> bool:
        return False

    def corrects(self, text: str) -> bool:
        return False

    async def reply(self, text: str, expected: Expected) -> BookingReply:
        raise NotImplementedError("No message is about bookings here.")
