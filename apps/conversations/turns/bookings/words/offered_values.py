"""Times and numbers of people that a guest names when he answers an offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from apps.conversations.turns.bookings.words import (
    dates,
    relative_changes,
    spoken_numbers,
)
from apps.infrastructure import patterns
from apps.language import normalise

# Of "8 then" and "rather 9".
MOST_WORDS = 3
_DAY = (
    r"(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|today|tonight|tomorrow|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december) \d{1,2}(?:st|nd|rd|th)?|\d{4}-\d\d-\d\d"
)
_CLOCK = (
    r"\d{1,2}(?::[0-5]\d)?(?: ?(?:a\.?m\b\.?|p\.?m\b\.?|o'?clock\b))?|noon|midnight"
)
_PARTY = r"\d{1,3} (?:people|persons?|guests|of us|personas|personnes|pessoas)"
_VALUE = patterns.compile(
    rf"(?:\b(?:at|for|on|from|until|till|to|by) )?\b(?:{_PARTY}|{_DAY}|{_CLOCK})"
    r"(?: in the (?:morning|afternoon|evening))?"
)
_VALUES = patterns.compile(r"\bit(?:[ ,]+(?:and )?it\b)+")
_BARE = patterns.compile(r"\b(\d{1,2})\b")
_PLACE = patterns.compile(r"\b(?:at|in|on|by) (?:the |a |our )?([a-z]+)\b", "i")
_REPLACED = patterns.compile(
    r"\b(?:instead of|rather than|and not|en vez de|en lugar de|au lieu de|em vez de|"
    r"ao inv[eé]s de|statt|anzich[eé])(?: (?:at|the|las?|el|a|à|um|as|alle))* "
    r"\d{1,2}(?:[:h.][0-5]\d)? ?(?:am|pm|h|uhr)?\b",
    "i",
)
# Beside these, a message that names a time may be about something else.
_FILLERS = frozenset(
    {"it", "uhr", "um", "gegen", "bis", "alle", "bitte", "a", "as", "at", "ate"}
    | {"jusqu", "no", "nein", "non", "please", "sorry", "then", "ok"}
)
_INSTEAD = patterns.compile(
    r"\b(instead|rather|make (?:it|that)|change (?:it|that) to|better|actually|mejor|"
    r"en vez|que sea|plutot|lieber|besser|stattdessen|doch|melhor|em vez)\b|改"
)
# "And for 3", beside a table.
_PEOPLE_ALONE = patterns.compile(
    r"^(?:(?:and|but|y|pero|et|mais|e|mas|actually|mejor|plutot) )*"
    r"(?:for|para|pour) (?P<number>\w+)(?: (?:please|instead|por favor|then))?$"
)
_OTHER = patterns.compile(
    r"\b(instead|rather|earlier|later|what about|how about|could it|can it|"
    r"(?:can|could|may) (?:i|we|you|they) (?:do|make|have|get|say|take|come)|mejor|"
    r"en vez|mas (?:tarde|temprano)|que tal|puede(?:n)? ser|podria(?:n)? ser|podemos|"
    r"plutot|plus (?:tard|tot)|pourquoi pas|peut on|on peut|serait ce|"
    r"em vez|mais (?:tarde|cedo)|pode ser)\b"
)


def without_replaced(text: str) -> str:
    """ "Could we get 10 instead of 7:30" with the new time alone: "at 10"."""
    remaining = _REPLACED.sub("", text)
    return spelled(remaining) if remaining != text else text


def are_named(text: str, now: datetime) -> bool:
    """Whether a day, a time or a number of people is named at all."""
    return not dates.read(text, now).is_empty


def is_all(clause: str) -> bool:
    """Whether "say noon" is all that a part of a message says."""
    return len(clause.split()) <= MOST_WORDS and are_named(clause, dates.ANY_DAY)


def name_another(text: str, *, is_question: bool) -> bool:
    """Whether a text may name other values than those that it answers.

    A question that names a time may as well be about the resort.
    """
    is_open = not is_question or bool(_OTHER.search(normalise.folded(text)))
    return is_open and are_named(text, dates.ANY_DAY)


def are_instead(text: str, *, is_answer: bool = False) -> bool:
    """Whether the words ask for another time or number than before; no row is read.

    is_answer: they stand beside a yes.
    """
    is_question = normalise.has_question_mark(text)
    is_shift = relative_changes.read(text) is not None and not is_question
    if is_shift or _people_alone(text):
        return True
    text = in_full(text)
    if not name_another(text, is_question=is_question):
        return False
    words = normalise.words(without(text, dates.ANY_DAY))
    is_time_alone = _FILLERS.issuperset(w for w in words.split() if w.isalpha())
    is_said = is_answer or bool(_INSTEAD.search(normalise.folded(text)))
    return is_time_alone or is_said


def in_full(text: str) -> str:
    """ "Actually at 8" for "actually 8"; "and for 3" counts people."""
    is_short = len(text.split()) <= MOST_WORDS and not _people_alone(text)
    return spelled(text) if is_short else text


def _people_alone(text: str) -> bool:
    match = _PEOPLE_ALONE.search(normalise.words(text))
    return match is not None and spoken_numbers.number_of(match["number"]) is not None


def without(text: str, now: datetime) -> str:
    """The text with "it" for what it says of days, times and people."""
    if not are_named(text, now):
        return text
    replaced = _VALUE.sub("it", dates.in_english(text))
    return _VALUES.sub("it", replaced)


def spelled(text: str, party: int | None = None) -> str:
    """ "8 is fine" with "at 8", or with "8 people" where so many are offered."""
    if are_named(text, dates.ANY_DAY):
        return text
    return _BARE.sub(
        lambda match: (
            f"{match[1]} people" if int(match[1]) == party else f"at {match[1]}"
        ),
        text,
    )


def without_place(text: str, reason: str) -> str:
    """The text without "at the bar", where staff say so of what they offer."""
    words = frozenset(normalise.words(reason).replace(".", " ").split())

    def without_known(match: patterns.Match) -> str:
        phrase: str = match[0]
        is_place = match[1].lower() in words and not are_named(phrase, dates.ANY_DAY)
        return "" if is_place else phrase

    return _PLACE.sub(without_known, text)


def are_meant(text: str, offer: Mapping[str, Any], now: datetime) -> bool:
    """Whether all that is named is what is offered; also where nothing is named."""
    moment = _moment(offer, now)
    clock = moment.time() if moment else _clock(offer)
    named = dates.read(text, now, clock)
    if named.is_past:
        return False
    days: set[date | None] = {None, moment.date() if moment else None}
    if moment and moment.time() < dates.NIGHT_ENDS:
        days.add(moment.date() + dates.DAY)
    is_day = named.day in days
    is_clock = named.clock in (None, clock)
    return is_day and is_clock and named.party in (None, offer.get("party"))


def other_than(clauses: Sequence[str], offer: Mapping[str, Any], now: datetime) -> str:
    """The first clause that names something else; empty where none does."""
    naming = (own for own in clauses if are_named(own, now))
    return next((own for own in naming if not are_meant(own, offer, now)), "")


def _moment(offer: Mapping[str, Any], now: datetime) -> datetime | None:
    if "starts_at" not in offer:
        return None
    return datetime.fromisoformat(offer["starts_at"]).astimezone(now.tzinfo)


def _clock(offer: Mapping[str, Any]) -> time | None:
    value = offer.get("until") or offer.get("from")
    return time.fromisoformat(value) if value else None
