"""The tool `my_bookings`: what the guest of this conversation has booked or asked for.

It reads the rows that the guest has proved to be his, and changes nothing. Its
arguments are choices, so that a model can name neither a code nor another guest.
"""

from __future__ import annotations

from pydantic import Field

from apps.concierge.bookings import (
    BookingKind,
    BookingLookup,
    BookingRow,
    BookingTime,
    BookingTopic,
    UnknownGuest,
)
from apps.concierge.context import Context
from apps.concierge.tools import passages
from apps.concierge.tools.declarations import Arguments, Result, Tool

NAME = "my_bookings"
DESCRIPTION = (
    "Look up what this guest has booked here, or has asked the staff for: times, "
    "number of people, status, price, deposit, until when it can be changed, requests, "
    "past stays. Use it when the guest asks about his own bookings or plans here, in "
    "whatever words. It changes nothing: never say that a booking was made, changed or "
    "cancelled by it."
)
SECONDS = 4.0
NOTHING = "Nothing of that kind. Say that you see no such booking or request."


class BookingQuestion(Arguments):
    kind: BookingKind = Field("any", description="What is booked")
    when: BookingTime = Field("upcoming", description="all: also those cancelled")
    about: BookingTopic = Field("time", description="history: past ones with prices")


async def run(arguments: BookingQuestion, context: Context) -> Result:
    """A passage for each row; where the guest is not known, the question who he is."""
    lookup = BookingLookup(arguments.kind, arguments.when, arguments.about)
    try:
        rows = await context.bookings.look_up(lookup)
    except UnknownGuest as unknown:
        return Result(reply=unknown.reply)
    return Result([_passage(row) for row in rows], note="" if rows else NOTHING)


def _passage(row: BookingRow) -> dict[str, object]:
    lines = [
        passages.line(
            fact.field, fact.label, fact.value, fact.text, in_language=fact.in_language
        )
        for fact in row.facts
    ]
    return passages.passage(
        passages.BOOKING, row.title, lines, source=row.source, at=row.updated_at
    )


TOOL = Tool(
    NAME,
    DESCRIPTION,
    BookingQuestion,
    run,
    SECONDS,
    is_offered=lambda context: context.bookings.may_be_looked_up,
)
