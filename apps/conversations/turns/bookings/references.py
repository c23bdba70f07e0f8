"""Which booking "it" and "the second one" are, after the answer before."""

from __future__ import annotations

from apps.concierge.bookings import Expected
from apps.conversations.turns.bookings.words import list_places, phrases, selection
from apps.conversations.turns.bookings.words.booking_names import NO_NAMES
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.reservations import queries
from apps.reservations.models import Reservation

# In all languages.
_PRONOUN_WORDS = (
    "it that this them la lo las los esa eso elle le les en l es ihn sie das o os"
)
_PRONOUNS = frozenset(_PRONOUN_WORDS.split())
# "My booking" says as little of which one as "it" does.
_BOOKING_WORDS = (
    "booking reservation appointment reserva reservacion cita rendez rdv buchung "
    "reservierung termin prenotazione appuntamento marcacao"
)
_BOOKING = frozenset(_BOOKING_WORDS.split())
_OTHER_WORDS = "other another others otra otro autre outra outro andere anderen altra"
_OTHER = frozenset(_OTHER_WORDS.split())
_AND = patterns.compile(
    r"^(?:(?:and|y|et|e|und) )?(?:(?:what|how) about |que tal )|^(?:and|y|et|e|und) "
)
# The guest has given the code of what is spoken of.
BY_CODE = "is_by_code"


def may_follow(expected: Expected) -> bool:
    """Whether one booking was just spoken of, or several were listed."""
    return "about" in expected or "listed" in expected


def are_meant(text: str, expected: Expected) -> bool:
    """Whether the words go on with what was just spoken of; no row is read."""
    is_further = bool(expected) and phrases.further(text) is not None
    if _is_of_other(text, expected):
        return True
    if "listed" in expected and selection.is_one_of_list(text, NO_NAMES):
        return True
    return is_further or (may_follow(expected) and phrases.follow_up(text) is not None)


def _is_of_other(text: str, expected: Expected) -> bool:
    """Whether "and the show?" goes on with another booking than the one spoken of."""
    words = phrases.words_of(text)
    is_and = may_follow(expected) and bool(_AND.search(words))
    return is_and and selection.only_says_which(_AND.sub("", words), NO_NAMES)


def of_list(writer: Writer, text: str, expected: Expected) -> list[Reservation]:
    """What "the massage one" is of those that were listed; empty for other words."""
    if not selection.is_one_of_list(text, writer.names):
        return []
    listed = _listed(writer, expected)
    return selection.chosen(listed, text, writer.now) if listed else []


def order(text: str) -> BookingMessage | None:
    """ "Cancel please" and "make it 3pm", which name no booking."""
    message = phrases.follow_up(text)
    return message if message and message.meaning in phrases.ORDERS else None


def has_upcoming(writer: Writer) -> bool:
    """Whether the guest has proved a booking that is to come."""
    return queries.upcoming(writer.booking_ids, writer.now).exists()


def follow_up(
    writer: Writer, text: str, expected: Expected, *, is_asked: bool
) -> BookingMessage | None:
    """What the words ask of the booking just spoken of, or of one that is to come.

    is_asked: the guest was asked something, which they may answer.
    """
    if expected and (message := phrases.further(text)):
        return message
    if of_list(writer, text, expected) or _is_of_other(text, expected):
        return BookingMessage("upcoming", phrases.words_of(text))
    if may_follow(expected):
        return phrases.follow_up(text)
    message = None if is_asked else order(text)
    return message if message and has_upcoming(writer) else None


def means_it(message: BookingMessage, expected: Expected) -> bool:
    """Whether "it" is the booking of the answer before."""
    has_name = bool(selection.kinds_in(message.words))
    is_said = has_pronoun(message) or expected.get(BY_CODE, False)
    return "about" in expected and not has_name and is_said


def names_other_kind(message: BookingMessage, expected: Expected) -> bool:
    """Whether "what time is dinner?" follows an answer about a massage."""
    kinds = selection.kinds_in(message.words)
    about = queries.of_guest([expected["about"]] if "about" in expected else [])
    return bool(kinds) and about.exclude(kind__in=kinds).exists()


def has_pronoun(message: BookingMessage) -> bool:
    return not _PRONOUNS.isdisjoint(message.words.split())


def of_code(writer: Writer, booking: Reservation, text: str) -> Expected:
    """What a wish is about that came with the code of a booking: that one, unless the
    words name another. "Cancel my booking" names none.

    With the code of a stay a guest opens all that he has booked.
    """
    if booking.kind == Reservation.Kind.ROOM:
        return {}
    words = set(phrases.words_of(text).split())
    is_any = not words.isdisjoint(_BOOKING | {"it"}) and words.isdisjoint(_OTHER)
    rows = list(queries.upcoming(writer.booking_ids, writer.now))
    is_other = selection.names_one(rows, text) or selection.are_all_meant(text)
    is_other = is_other or writer.place_names_are_in(text)
    is_by_code = is_any and not is_other
    return {"about": booking.pk, **({BY_CODE: True} if is_by_code else {})}


def booking_id(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> int | None:
    """Of the booking that a wish is about; None where it means no such thing.

    Words that say no more than what becomes of it, as "cancélalo", mean it as well.
    """
    listed, kinds = _listed(writer, expected), selection.kinds_in(message.words)
    listed = [own for own in listed if own.kind in kinds] or listed
    if nth := list_places.nth(listed, text):
        return nth.pk
    is_bare = "about" in expected and writer.read(text) is None
    is_it = is_bare or means_it(message, expected)
    return int(expected["about"]) if is_it else None


def _listed(writer: Writer, expected: Expected) -> list[Reservation]:
    """In the order of the answer."""
    ids = [pk for pk in expected.get("listed", ()) if pk in writer.booking_ids]
    by_id = queries.of_guest(ids).in_bulk()
    return [by_id[pk] for pk in ids if pk in by_id]
