"""One fact of one booking: its field, its value as quoted, and the sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from apps.concierge import replies
from apps.conversations.turns.bookings.words import dates, sentences
from apps.infrastructure import patterns
from apps.reservations import policies
from apps.reservations.models import RequestKind, Reservation


@dataclass(frozen=True)
class BookingQuestion:
    """A question of a guest: the ids of his bookings, his words and his moment."""

    booking_ids: Sequence[int]
    words: str
    text: str
    now: datetime
    language: str


# How many nights are still to come.
_LEFT = patterns.compile(
    r"\b(?:left|remain(?:s|ing)?|still (?:have|got|here)|more nights|"
    r"quedan?|restantes?|faltan?|restent|(?:me|nous) reste|encore|restam|ubrig|"
    r"rimangono|restano)\b"
)
_COUNTED = patterns.compile(
    r"\b(?:how many|nights?|cuant[oa]s|noches?|combien|nuits?|quant[oa]s|noites?)\b"
)
# When the room has to be left, or may be entered.
_ENDS_OF_STAY = patterns.compile(
    r"\b(?:check(?:ing|s)? ?(?:out|in)|checkouts?|leave|leaving|vacate|depart|"
    r"(?:sal|dej|desocup|entreg)\w+ .*\bhabitacion|salida|entrada|"
    r"(?:quitt|rend|liber)\w* .*\bchambre|depart|arrivee)\b|退房|入住"
)
# A fact of a booking: its field, its value as quoted, and the sentence.
Fact = tuple[str, str, str]


def _when(booking: Reservation, question: BookingQuestion) -> Fact:
    language = question.language
    if booking.kind == Reservation.Kind.ROOM and booking.ends_at:
        start = sentences.starts(booking, language)
        end = dates.say(sentences.ends(booking), language)
        values = {"what": booking.what, "start": start, "end": end}
        return "when", start, replies.say("booking_stay", language, **values)
    moment = sentences.starts(booking, language)
    sentence = replies.say("booking_when", language, what=booking.what, when=moment)
    return "when", moment, sentence


def _where(booking: Reservation, question: BookingQuestion) -> Fact:
    place = booking.item.place if booking.item else ""
    place = f"{place}, {booking.property.name}" if place else booking.property.name
    values = {"what": booking.what, "place": place}
    return "where", place, replies.say("booking_where", question.language, **values)


def _party(booking: Reservation, question: BookingQuestion) -> Fact:
    people = sentences.party(booking.party, question.language)
    values = {**sentences.named(booking, question.language), "party": people}
    sentence = replies.say("booking_for_people", question.language, **values)
    return "party", people, sentence


def _paid(booking: Reservation, question: BookingQuestion) -> Fact:
    values = sentences.named(booking, question.language)
    if booking.amount is None:
        sentence = replies.say("booking_no_amount", question.language, **values)
        return "amount", "-", sentence
    amount = sentences.dollars(booking.amount)
    sentence = replies.say("booking_amount", question.language, **values, amount=amount)
    *_, deposit = _deposit(booking, question)
    has_deposit = booking.deposit_state != Reservation.Deposit.NONE
    return "amount", amount, f"{sentence} {deposit}" if has_deposit else sentence


def _nights(booking: Reservation, question: BookingQuestion) -> Fact:
    """How many nights, and what each and all of them come to; of a stay that has begun,
    how many are left where that is asked."""
    nights_left = (sentences.ends(booking).date() - question.now.date()).days
    if _LEFT.search(question.words) and booking.starts_at <= question.now:
        return _nights_left(booking, max(nights_left, 0), question.language)
    count = (sentences.ends(booking).date() - _local(booking).date()).days
    if booking.kind != Reservation.Kind.ROOM or count < 1:
        return _paid(booking, question)
    language = question.language
    values = {
        **sentences.named(booking, language),
        "nights": sentences.nights(count, language),
    }
    if booking.amount is None:
        when = sentences.when(booking, language)
        sentence = replies.say("booking_nights_no_amount", language, **values)
        return "when", when, sentence
    rate = (booking.amount / count).quantize(Decimal("0.01"))
    reply = "" if rate * count == booking.amount else "_average"
    amount = sentences.dollars(booking.amount)
    values |= {"rate": sentences.dollars(rate), "amount": amount}
    sentence = replies.say(f"booking_nights{reply}", language, **values)
    return "amount", amount, sentence


def _nights_left(booking: Reservation, count: int, language: str) -> Fact:
    """count: with the night that is about to come."""
    values = {
        "what": booking.what,
        "nights": sentences.nights(count, language),
        "end": dates.say(sentences.ends(booking), language),
    }
    return "when", values["end"], replies.say("booking_nights_left", language, **values)


def asks_when_stay_ends(words: str) -> bool:
    """Whether "when do we check out" asks for a time, and for no number of nights."""
    is_of_nights = _LEFT.search(words) or _COUNTED.search(words)
    return bool(_ENDS_OF_STAY.search(words)) and not is_of_nights


def _local(booking: Reservation) -> datetime:
    return booking.starts_at.astimezone(booking.property.zone)


def _deposit(booking: Reservation, question: BookingQuestion) -> Fact:
    values = sentences.named(booking, question.language)
    if booking.deposit is None or booking.deposit_state == Reservation.Deposit.NONE:
        sentence = replies.say("booking_deposit_none", question.language, **values)
        return "deposit", "-", sentence
    amount = sentences.dollars(booking.deposit)
    reply = f"booking_deposit_{booking.deposit_state}"
    sentence = replies.say(reply, question.language, **values, amount=amount)
    return "deposit", amount, sentence


def _deadline(booking: Reservation, question: BookingQuestion) -> Fact:
    """Until when the guest may ask, for a cancellation and for a change."""
    sentence = [
        _until(booking, kind, question)
        for kind in (RequestKind.CANCEL, RequestKind.CHANGE)
    ]
    return "when", sentences.starts(booking, question.language), " ".join(sentence)


def _until(booking: Reservation, kind: RequestKind, question: BookingQuestion) -> str:
    policy = policies.of(booking.property, kind)
    values = {"what": booking.what, "phone": booking.property.phone}
    if policy.window is None:
        return replies.say(f"booking_may_{kind}_always", question.language, **values)
    ends_at = (booking.starts_at - policy.window).astimezone(booking.property.zone)
    values["until"] = dates.say(ends_at, question.language)
    verb = "may" if policy.is_open(booking, question.now) else "may_not"
    return replies.say(f"booking_{verb}_{kind}", question.language, **values)


FACTS: Mapping[str, Callable[[Reservation, BookingQuestion], Fact]] = {
    "when": _when,
    "where": _where,
    "party": _party,
    "nights": _nights,
    "paid": _paid,
    "deposit": _deposit,
    "deadline": _deadline,
}
