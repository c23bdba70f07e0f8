"""Answers to questions about the guest's own bookings, each with its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.concierge import replies
from apps.concierge.bookings import BookingReply
from apps.concierge.state import Citation
from apps.conversations.turns.bookings import choosing, moments, sentences
from apps.infrastructure import patterns
from apps.reservations import policies, queries
from apps.reservations.models import RequestKind, Reservation

# So many bookings are answered about at once; of more the guest is asked which.
MOST_AT_ONCE = 3
_COUNT = patterns.compile(
    r"\b(?:last|past|latest|recent|previous|ultim[oa]s|derniers|dernieres) (\w+)|"
    r"\b(\w+) (?:derniers|dernieres)\b"
)
_ONE = patterns.compile(
    r"\b(?:last|latest|previous|ultima|ultimo|dernier|derniere) "
    r"(?:stay|visit|booking|reservation|trip|dinner|estancia|visita|sejour|visite)\b"
)


@dataclass(frozen=True)
class Asked:
    """A question of a guest: the ids of his bookings, his words and his moment."""

    booking_ids: Sequence[int]
    words: str
    text: str
    now: datetime
    language: str


# A fact of a booking: its field, its value as quoted, and the sentence.
Fact = tuple[str, str, str]


def upcoming(asked: Asked) -> BookingReply:
    rows = list(queries.upcoming(asked.booking_ids, asked.now))
    chosen = choosing.matching(rows, asked.text, asked.now)
    if not rows:
        return BookingReply(replies.say("booking_none_upcoming", asked.language))
    if not chosen:
        return _none_such(rows, asked.language)
    lines = [sentences.line(own, asked.language) for own in chosen]
    listed = "\n".join(f"- {text} [{n}]" for n, text in enumerate(lines, 1))
    text = replies.say("booking_upcoming", asked.language, list=listed)
    return BookingReply(text, _about(chosen), _cited(chosen, "when", asked.language))


def stays(asked: Asked) -> BookingReply:
    """The last ones, at most fifteen, with what they came to."""
    kinds = choosing.kinds_in(asked.words)
    kind = kinds.pop() if len(kinds) == 1 else ""
    limit = 1 if _ONE.search(asked.words) else _count(asked.words)
    rows = list(queries.past(asked.booking_ids, asked.now, kind, limit))
    language = asked.language
    if not rows:
        return BookingReply(replies.say("booking_none_past", language))
    listed = "\n".join(
        f"- {_with_amount(own, language)} [{n}]" for n, own in enumerate(rows, 1)
    )
    cited = _cited(rows, "when", language)
    if len(rows) == 1:
        text = replies.say("booking_past_one", language, list=listed)
        return BookingReply(text, _about(rows), cited)
    total = sentences.dollars(queries.total([own.pk for own in rows]))
    values = {"count": len(rows), "list": listed, "total": total}
    return BookingReply(replies.say("booking_past", language, **values), {}, cited)


def changes(asked: Asked) -> BookingReply:
    rows = [
        own
        for own in queries.changed(asked.booking_ids, asked.now)
        if own.updated_at - own.booked_at > policies.A_MOMENT
    ]
    if not rows:
        return BookingReply(replies.say("booking_no_changes", asked.language))
    language = asked.language
    lines = [
        f"{sentences.line(own, language)}, {_state(own, language)}" for own in rows
    ]
    listed = "\n".join(f"- {text} [{n}]" for n, text in enumerate(lines, 1))
    text = replies.say("booking_changes", language, list=listed)
    return BookingReply(text, {}, _cited(rows, "state", language))


def of_bookings(meaning: str, asked: Asked) -> BookingReply:
    """One fact of each booking that the question means."""
    fact, rows = FACTS[meaning], _meant(asked)
    if not rows:
        all_rows = list(queries.upcoming(asked.booking_ids, asked.now))
        return _none_such(all_rows, asked.language)
    if len(rows) > MOST_AT_ONCE:
        listed = sentences.numbered(rows, asked.language)
        text = replies.say("booking_which", asked.language, list=listed)
        expects = {"for": "choice", "ids": [own.pk for own in rows], "text": asked.text}
        return BookingReply(text, expects)
    facts = [fact(own, asked) for own in rows]
    text = "\n".join(f"{own[2]} [{n}]" for n, own in enumerate(facts, 1))
    cited = [
        sentences.citation(n, booking, field, quote, asked.language)
        for n, (booking, (field, quote, _)) in enumerate(
            zip(rows, facts, strict=True), 1
        )
    ]
    return BookingReply(text, _about(rows), cited)


def _meant(asked: Asked) -> list[Reservation]:
    """Of what is to come; of what is over, where nothing else fits."""
    rows = list(queries.upcoming(asked.booking_ids, asked.now))
    if chosen := choosing.matching(rows, asked.text, asked.now):
        return chosen
    past = list(queries.past(asked.booking_ids, asked.now))
    return choosing.matching(past, asked.text, asked.now)[:1]


def _when(booking: Reservation, asked: Asked) -> Fact:
    language = asked.language
    if booking.kind == Reservation.Kind.ROOM and booking.ends_at:
        start = sentences.starts(booking, language)
        end = moments.say(sentences.ends(booking), language)
        values = {"what": booking.what, "start": start, "end": end}
        return "when", start, replies.say("booking_stay", language, **values)
    moment = sentences.starts(booking, language)
    said = replies.say("booking_when", language, what=booking.what, when=moment)
    return "when", moment, said


def _where(booking: Reservation, asked: Asked) -> Fact:
    place = booking.item.place if booking.item else ""
    place = f"{place}, {booking.property.name}" if place else booking.property.name
    values = {"what": booking.what, "place": place}
    return "where", place, replies.say("booking_where", asked.language, **values)


def _party(booking: Reservation, asked: Asked) -> Fact:
    people = sentences.party(booking.party, asked.language)
    values = {**sentences.named(booking, asked.language), "party": people}
    said = replies.say("booking_for_people", asked.language, **values)
    return "party", people, said


def _paid(booking: Reservation, asked: Asked) -> Fact:
    values = sentences.named(booking, asked.language)
    if booking.amount is None:
        said = replies.say("booking_no_amount", asked.language, **values)
        return "amount", "-", said
    amount = sentences.dollars(booking.amount)
    said = replies.say("booking_amount", asked.language, **values, amount=amount)
    *_, deposit = _deposit(booking, asked)
    has_deposit = booking.deposit_state != Reservation.Deposit.NONE
    return "amount", amount, f"{said} {deposit}" if has_deposit else said


def _deposit(booking: Reservation, asked: Asked) -> Fact:
    values = sentences.named(booking, asked.language)
    if booking.deposit is None or booking.deposit_state == Reservation.Deposit.NONE:
        said = replies.say("booking_deposit_none", asked.language, **values)
        return "deposit", "-", said
    amount = sentences.dollars(booking.deposit)
    reply = f"booking_deposit_{booking.deposit_state}"
    return (
        "deposit",
        amount,
        replies.say(reply, asked.language, **values, amount=amount),
    )


def _deadline(booking: Reservation, asked: Asked) -> Fact:
    """Until when the guest may ask, for a cancellation and for a change."""
    said = [
        _until(booking, kind, asked)
        for kind in (RequestKind.CANCEL, RequestKind.CHANGE)
    ]
    return "when", sentences.starts(booking, asked.language), " ".join(said)


def _until(booking: Reservation, kind: RequestKind, asked: Asked) -> str:
    policy = policies.of(booking.property, kind)
    values = {"what": booking.what, "phone": booking.property.phone}
    if policy.window is None:
        return replies.say(f"booking_may_{kind}_always", asked.language, **values)
    ends_at = (booking.starts_at - policy.window).astimezone(booking.property.zone)
    values["until"] = moments.say(ends_at, asked.language)
    verb = "may" if policy.is_open(booking, asked.now) else "may_not"
    return replies.say(f"booking_{verb}_{kind}", asked.language, **values)


FACTS: Mapping[str, Callable[[Reservation, Asked], Fact]] = {
    "when": _when,
    "where": _where,
    "party": _party,
    "paid": _paid,
    "deposit": _deposit,
    "deadline": _deadline,
}


def _with_amount(booking: Reservation, language: str) -> str:
    text = sentences.line(booking, language)
    amount = sentences.dollars(booking.amount) if booking.amount is not None else ""
    return f"{text}, {amount}" if amount else text


def _state(booking: Reservation, language: str) -> str:
    return replies.say(f"booking_state_{booking.state}", language)


def _none_such(rows: Sequence[Reservation], language: str) -> BookingReply:
    if not rows:
        return BookingReply(replies.say("booking_none_upcoming", language))
    listed = sentences.numbered(rows, language)
    return BookingReply(replies.say("booking_none_such", language, list=listed))


def _cited(rows: Sequence[Reservation], field: str, language: str) -> list[Citation]:
    return [
        sentences.citation(n, own, field, _quote(own, field, language), language)
        for n, own in enumerate(rows, 1)
    ]


def _quote(booking: Reservation, field: str, language: str) -> str:
    if field == "state":
        return _state(booking, language)
    return sentences.when(booking, language)


def _about(rows: Sequence[Reservation]) -> dict[str, object]:
    """What "it" means in the next message."""
    return {"about": rows[0].pk} if len(rows) == 1 else {}


def _count(words: str) -> int:
    match = _COUNT.search(words)
    number = moments.number_of((match[1] or match[2] or "") if match else "")
    return number or queries.MOST_PAST
