"""What a guest asks for, as values for the staff; or what is to be asked of him."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from apps.conversations.turns.bookings.requests import staff_words
from apps.conversations.turns.bookings.words import (
    dates,
    offered_values,
    relative_changes,
    sentences,
    spoken_numbers,
)
from apps.conversations.turns.bookings.writer import Writer
from apps.guests import contacts
from apps.infrastructure import patterns
from apps.reservations import queries
from apps.reservations.models import MAX_PARTY, RequestKind, Reservation

# Nearer to these is what "until 1" and "at 11" mean.
AFTERNOON, MORNING = time(14), time(11)
FIRST_HOUR = 7  # nobody checks in or out earlier: "at 1" is of the afternoon
_OF_MORNING = patterns.compile(
    r"\d ?a\.? ?m\b|\bmorning\b|\b(?:de la mañana|du matin|da manhã)\b|早上|凌晨", "i"
)
Values = dict[str, Any]
# Of a wish that keeps the guest's message as it is.
_QUOTED = frozenset({"note", "text"})


@dataclass(frozen=True)
class Question:
    """What the guest is asked before anything can be proposed."""

    text: str


@dataclass(frozen=True)
class Asking:
    """A message that asks for something of a kind.

    meaning: a key of `phrases.yaml`. earlier: the values of the proposal that it
    changes; empty for a new one. is_answer: it answers our question.
    """

    kind: RequestKind
    meaning: str
    text: str
    booking: Reservation | None
    earlier: Mapping[str, Any]
    is_answer: bool = False


def read(asking: Asking, writer: Writer) -> Values | Question:
    """The values of a `Request.wish`, with `words` for the staff, or a question."""
    values = _READERS[asking.kind](asking, writer)
    if isinstance(values, Question):
        return values
    is_new = not asking.is_answer and not asking.earlier
    if is_new and not _QUOTED & values.keys():
        note = staff_words.beside(asking.text, writer)
        values = {**values, "note": note} if note else values
    values = staff_words.with_condition(values, asking.text)
    return {**values, "words": staff_words.of(values)}


def noted(values: Values, text: str) -> Values:
    """The same values with a text of the guest for the staff."""
    with_note = {**values, "note": staff_words.note(text)}
    return {**with_note, "words": staff_words.of(with_note)}


def identifying(text: str) -> str:
    """The part of "move my Thursday dinner to Friday" that says which one it is."""
    before, joint, after = text.rpartition(" to ")
    is_target = joint and any(sign.isalnum() for sign in after)
    return before if is_target else text


def _change(asking: Asking, writer: Writer) -> Values | Question:
    booking = _booking(asking)
    local = booking.starts_at.astimezone(writer.now.tzinfo)
    base = _moment(asking.earlier.get("starts_at")) or local
    text = offered_values.without_replaced(asking.text)
    target = _target(text, writer.now, base.time())
    target = relative_changes.applied(target, asking.text, base)
    target = relative_changes.instead(target, asking.text, local, base)
    target = relative_changes.with_party(
        target, asking.text, booking.party, asking.earlier
    )
    if target.is_past:
        return Question(writer.say("request_day_is_over"))
    if target.party is not None and not 1 <= target.party <= MAX_PARTY:
        return _impossible_party(target.party, writer)
    starts_at = datetime.combine(
        target.day or base.date(), target.clock or base.time(), writer.now.tzinfo
    )
    values = {**asking.earlier}
    if target.day or target.clock:
        if starts_at <= writer.now:
            when = dates.say(starts_at, writer.language)
            return Question(writer.say("request_time_is_over", when=when))
        values["starts_at"] = starts_at.isoformat()
    if target.party is not None:
        values["party"] = target.party
    is_stay = booking.kind == Reservation.Kind.ROOM and relative_changes.stays_on(text)
    if target.is_empty and not asking.earlier and not is_stay:
        when = sentences.when(booking, writer.language)
        return Question(writer.say("request_ask_change", what=booking.what, when=when))
    if target.is_empty:
        return {**values, "note": staff_words.note(asking.text)}
    return _unless_same(values, booking, local, writer)


def _unless_same(
    values: Values, booking: Reservation, local: datetime, writer: Writer
) -> Values | Question:
    is_same_time = _moment(values.get("starts_at")) in (None, local)
    is_same_party = values.get("party") in (None, booking.party)
    if is_same_time and is_same_party and "note" not in values:
        when = sentences.when(booking, writer.language)
        people = sentences.party(booking.party, writer.language)
        facts = {"what": booking.what, "when": when, "party": people}
        return Question(writer.say("request_same_already", **facts))
    return values


def _impossible_party(count: int, writer: Writer) -> Question:
    if count < 1:
        return Question(writer.say("request_party_of_nobody"))
    return Question(writer.say("request_party_too_large", count=count, most=MAX_PARTY))


def _target(text: str, now: datetime, time_before: time) -> dates.Wanted:
    """What follows the last "to", where that says anything; else all of it."""
    _, joint, after = text.rpartition(" to ")
    target = dates.read(f"to {after}", now, time_before) if joint else dates.Wanted()
    return dates.read(text, now, time_before) if target.is_empty else target


def _cancel(asking: Asking, writer: Writer) -> Values:
    return {"note": staff_words.note(asking.text)} if asking.earlier else {}


def _late_checkout(asking: Asking, writer: Writer) -> Values | Question:
    checkout = sentences.ends(_booking(asking))
    spoken = dates.say_clock(checkout, writer.language)
    clock = _clock(asking, writer.now, AFTERNOON)
    clock = clock or relative_changes.clock_after(checkout, asking.text)
    if clock is None and asking.earlier.get("until"):
        return {**asking.earlier, "note": staff_words.note(asking.text)}
    if clock is None:
        return Question(writer.say("request_ask_until", time=spoken))
    if time() < clock <= checkout.time():  # midnight ends the day
        return Question(writer.say("request_not_later", time=spoken))
    return {**asking.earlier, "until": f"{clock:%H:%M}"}


def _clock(asking: Asking, now: datetime, usual: time) -> time | None:
    """Of an answer, "1" is enough."""
    text = offered_values.spelled(asking.text) if asking.is_answer else asking.text
    return _by_day(dates.read(text, now, usual).clock, asking.text)


def _by_day(clock: time | None, text: str) -> time | None:
    is_midnight = clock == time()
    if not clock or is_midnight or clock.hour >= FIRST_HOUR or _OF_MORNING.search(text):
        return clock
    return clock.replace(hour=clock.hour + 12)


def _early_checkin(asking: Asking, writer: Writer) -> Values | Question:
    arrival = _booking(asking).starts_at.astimezone(writer.now.tzinfo)
    spoken = dates.say_clock(arrival, writer.language)
    clock = _clock(asking, writer.now, MORNING)
    clock = clock or relative_changes.clock_after(arrival, asking.text)
    if clock is None and asking.earlier.get("from"):
        return {**asking.earlier, "note": staff_words.note(asking.text)}
    if clock is None:
        return Question(writer.say("request_ask_from", time=spoken))
    if clock >= arrival.time():
        return Question(writer.say("request_not_earlier", time=spoken))
    return {**asking.earlier, "from": f"{clock:%H:%M}"}


def _in_words(asking: Asking, writer: Writer) -> Values:
    return {**asking.earlier, "note": staff_words.joined(asking.earlier, asking.text)}


def _service(asking: Asking, writer: Writer) -> Values | Question:
    """Staff have to know the room: it is asked where the guest does not say it."""
    earlier = {**asking.earlier}
    room = spoken_numbers.room(asking.text, is_answer=asking.is_answer)
    if room := room or ("" if earlier else queries.room_named_in(writer.thread_id)):
        earlier["room"] = room
    elif earlier.get("text"):
        earlier["note"] = staff_words.note(asking.text)
    values = {"what": asking.meaning, "text": staff_words.note(asking.text), **earlier}
    if "room" not in values and not asking.earlier:
        return Question(writer.say("request_ask_room"))
    return values


def _callback(asking: Asking, writer: Writer) -> Values | Question:
    """A time that the guest names goes with it in his words."""
    number = contacts.number_in(asking.text) or asking.earlier.get("phone")
    if not (number := number or writer.texting_number):
        return Question(writer.say("request_ask_phone"))
    values, text = {**asking.earlier, "phone": number}, contacts.named(asking.text)
    is_timed = offered_values.are_named(text, writer.now)
    note = {"note": staff_words.joined(values, text)} if is_timed else {}
    return {**values, **note}


def _concern(asking: Asking, writer: Writer) -> Values:
    """Of a refund, a bill or a complaint: the guest's words, and the room he names."""
    if asking.earlier:
        return {**asking.earlier, "note": staff_words.note(asking.text)}
    room = spoken_numbers.room(asking.text)
    values = {"text": staff_words.note(asking.text)}
    return values | ({"room": room} if room else {})


_READERS: Mapping[RequestKind, Callable[[Asking, Writer], Values | Question]] = {
    RequestKind.CHANGE: _change,
    RequestKind.CANCEL: _cancel,
    RequestKind.LATE_CHECKOUT: _late_checkout,
    RequestKind.EARLY_CHECKIN: _early_checkin,
    RequestKind.UPGRADE: _in_words,
    RequestKind.NOTE: _in_words,
    RequestKind.SERVICE: _service,
    RequestKind.CALLBACK: _callback,
    RequestKind.REFUND: _concern,
    RequestKind.BILLING: _concern,
    RequestKind.COMPLAINT: _concern,
}


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _booking(asking: Asking) -> Reservation:
    if asking.booking is None:
        raise ValueError(f"a {asking.kind} needs a booking")
    return asking.booking
