"""Answers to questions about the guest's own bookings, each with its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from apps.concierge import replies
from apps.concierge.bookings import BookingReply
from apps.concierge.state import Citation
from apps.conversations.turns.bookings.records import single_facts
from apps.conversations.turns.bookings.records.single_facts import BookingQuestion
from apps.conversations.turns.bookings.words import selection, sentences, spoken_numbers
from apps.infrastructure import patterns
from apps.reservations import policies, queries
from apps.reservations.models import Reservation

# So many bookings are answered about at once; of more the guest is asked which.
MOST_AT_ONCE = 3
_STAY = "stay"
_COUNT = patterns.compile(
    r"\b(?:last|past|latest|recent|previous|ultim[oa]s|derniers|dernieres) (\w+)|"
    r"\b(\w+) (?:derniers|dernieres)\b"
)
_ONE = patterns.compile(
    r"\b(?:last|latest|previous|ultima|ultimo|dernier|derniere) "
    r"(?:stay|visit|booking|reservation|trip|dinner|estancia|visita|sejour|visite)\b"
)


def upcoming(question: BookingQuestion) -> BookingReply:
    rows = list(queries.upcoming(question.booking_ids, question.now))
    chosen = selection.matching(rows, question.text, question.now)
    if not chosen:
        return none_such(rows, question.language)
    lines = [sentences.line(own, question.language) for own in chosen]
    listed = "\n".join(f"- {text} [{n}]" for n, text in enumerate(lines, 1))
    text = replies.say("booking_upcoming", question.language, list=listed)
    expects = _about(chosen) or {"listed": [own.pk for own in chosen]}
    return BookingReply(text, expects, _cited(chosen, "when", question.language))


def stays(question: BookingQuestion) -> BookingReply:
    """The last ones, at most fifteen, with what they came to."""
    kinds = selection.kinds_in(question.words)
    kind = kinds.pop() if len(kinds) == 1 else ""
    limit = 1 if _ONE.search(question.words) else _count(question.words)
    rows = list(queries.past(question.booking_ids, question.now, kind, limit))
    language = question.language
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


def changes(question: BookingQuestion) -> BookingReply:
    rows = [
        own
        for own in queries.changed(question.booking_ids, question.now)
        if own.updated_at - own.booked_at > policies.A_MOMENT
    ]
    if not rows:
        return BookingReply(replies.say("booking_no_changes", question.language))
    language = question.language
    lines = [
        f"{sentences.line(own, language)}, {_state(own, language)}" for own in rows
    ]
    listed = "\n".join(f"- {text} [{n}]" for n, text in enumerate(lines, 1))
    text = replies.say("booking_changes", language, list=listed)
    return BookingReply(text, {}, _cited(rows, "state", language))


def of_bookings(meaning: str, question: BookingQuestion) -> BookingReply:
    """One fact of each booking that the question means."""
    if meaning == "nights" and single_facts.asks_when_stay_ends(question.words):
        meaning = "when"
        question = replace(question, text=_STAY)
    fact, rows = single_facts.FACTS[meaning], _matching(question)
    if meaning == "nights":
        rows = [own for own in rows if own.kind == Reservation.Kind.ROOM] or rows
    if meaning == "deposit":
        rows = [own for own in rows if own.deposit is not None] or rows
    if not rows:
        all_rows = list(queries.upcoming(question.booking_ids, question.now))
        return none_such(all_rows, question.language)
    if len(rows) > MOST_AT_ONCE:
        return which(rows, question.text, question.language)
    facts = [fact(own, question) for own in rows]
    text = "\n".join(f"{own[2]} [{n}]" for n, own in enumerate(facts, 1))
    cited = [
        sentences.citation(n, booking, field, quote, question.language)
        for n, (booking, (field, quote, _)) in enumerate(
            zip(rows, facts, strict=True), 1
        )
    ]
    return BookingReply(text, _about(rows), cited)


def which(rows: Sequence[Reservation], text: str, language: str) -> BookingReply:
    """Asks which of several is meant; text: the message that does not say so."""
    listed = sentences.numbered(rows, language)
    expects = {"for": "choice", "ids": [own.pk for own in rows], "text": text}
    return BookingReply(replies.say("booking_which", language, list=listed), expects)


def over(booking_ids: Sequence[int], now: datetime, language: str) -> str:
    """That a booking is over or cancelled; empty where it is still to come."""
    if queries.upcoming(booking_ids, now):
        return ""
    rows = queries.of_guest(booking_ids).exclude(state=Reservation.State.BOOKED)
    lines = [
        f"{sentences.line(own, language)}: {_state(own, language)}." for own in rows
    ]
    return "\n".join(lines)


def none_such(rows: Sequence[Reservation], language: str) -> BookingReply:
    """rows: those that are to come, of which the guest means none."""
    if not rows:
        return BookingReply(replies.say("booking_none_upcoming", language))
    listed = sentences.numbered(rows, language)
    return BookingReply(replies.say("booking_none_such", language, list=listed))


def _matching(question: BookingQuestion) -> list[Reservation]:
    """Of what is to come; of what is over, where nothing else fits."""
    rows = list(queries.upcoming(question.booking_ids, question.now))
    if chosen := selection.matching(rows, question.text, question.now):
        return chosen
    past = list(queries.past(question.booking_ids, question.now))
    return selection.matching(past, question.text, question.now)[:1]


def _with_amount(booking: Reservation, language: str) -> str:
    text = sentences.line(booking, language)
    amount = sentences.dollars(booking.amount) if booking.amount is not None else ""
    return f"{text}, {amount}" if amount else text


def _state(booking: Reservation, language: str) -> str:
    return replies.say(f"booking_state_{booking.state}", language)


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
    number = spoken_numbers.number_of((match[1] or match[2] or "") if match else "")
    return number or queries.MOST_PAST
