"""Answers to a question of ours that come after the guest has asked something else.

He was asked "until what time?", asked for the gym himself, and says "1pm".
"""

from __future__ import annotations

from apps.concierge.bookings import Expected
from apps.conversations.turns.bookings.words import (
    offered_values,
    phrases,
    selection,
    spoken_numbers,
)
from apps.conversations.turns.bookings.writer import Writer
from apps.guests import contacts
from apps.language import normalise
from apps.reservations.models import RequestKind

# Longer messages say something new.
MOST_WORDS = 6


def is_answer(writer: Writer, text: str, expected: Expected) -> bool:
    """Whether the message can only answer that, and does nothing besides."""
    is_long = len(text.split()) > MOST_WORDS
    if is_long or normalise.has_question_mark(text):
        return False
    if expected["for"] == "choice":
        return selection.only_says_which(text, writer.names)
    return _gives_details(text, expected)


def _gives_details(text: str, expected: Expected) -> bool:
    kind = phrases.KINDS.get(expected["meaning"])
    if kind == RequestKind.SERVICE:
        return spoken_numbers.is_room_alone(text)
    if kind == RequestKind.CALLBACK:
        return bool(contacts.number_in(text))
    is_short = len(text.split()) <= offered_values.MOST_WORDS
    named = offered_values.spelled(text) if is_short else text
    is_other = phrases.read(text) is not None
    return not is_other and offered_values.name_another(named, is_question=False)
