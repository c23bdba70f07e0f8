"""What the value of a field says to a question for yes or no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import (
    Verdict,
    age_limits,
    existence,
    meals,
    unmet_words,
)
from apps.concierge.extractive.verdicts.existence import OTHER_TIME, OUTSIDERS, TIMES
from apps.infrastructure import patterns
from apps.knowledge.question import wish_words
from apps.language.word_forms import content, stems

_CHEAP = patterns.compile(r"\b(cheap|affordable)", "i")
_EXPENSIVE = patterns.compile(r"\b(expensive|pricey)\b", "i")
_BANDS = patterns.compile(
    r"\b(cheap|affordable|expensive|pricey|prices?|very|too)\b", "i"
)
_WITHOUT = patterns.compile(r"\b(walk|without)\b", "i")
_BOOKING = patterns.compile(
    r"\b(need|needs|have to|has to|must|required|without|walk( ?ins?)?|right|"
    r"reserv\w+|book\w*|table|ahead|advance|appointment|lunch|dinner)\b",
    "i",
)
_BOOKING_ASKED = patterns.compile(r"\b(reserv|book|walk|table)", "i")
_CASUAL = r"jeans?|shorts?|sneakers?|hoodie|casual|flip"
_CASUAL_CLOTHES = patterns.compile(rf"\b({_CASUAL}|t-?shirts?)\b", "i")
_FORMAL_CLOTHES = patterns.compile(
    r"\b(dress up|jacket|suit|tie|formal|dress code)\b", "i"
)
_CLOTHES = patterns.compile(
    rf"\b({_CASUAL}|flops?|t ?shirts?|shirt|dress(ed)?|up|jacket|suit|tie|formal|code|"
    r"wear(ing)?|need|have to|must|lunch|dinner)\b",
    "i",
)
_AGE = patterns.compile(r"\b(\d{1,2})\b")
_NO_AGES = patterns.compile(
    r"\b\d{1,2}(:\d\d)? ?([ap]\.?m\b|people|persons|guests|of us|nights?|days?|hours?)|"
    r"\b(until|till|past|after|before|by) \d{1,2}\b",
    "i",
)
_CHILDREN = r"kids?|child(ren)?|minors?|teens?|teenagers?|bab(y|ies)|son|daughter"
_MINORS = patterns.compile(rf"\b({_CHILDREN})\b", "i")
_MUST_BE = patterns.compile(r"\b((need|have) to be|over|minimum|older)\b", "i")
_AGES = patterns.compile(
    rf"\b(\d{{1,2}}|{_CHILDREN}|year|years|yr|yrs|yo|old|older|over|under|age|aged|"
    r"minimum|need|have to|must|let|go|come|enter|in|bring|play|visit|use)\b",
    "i",
)
_ONLY = patterns.compile(r"\b(only|exclusive\w*|have to|must|need to)\b", "i")
_OUTSIDERS = patterns.compile(rf"\b({OUTSIDERS}|day guests?|without)\b", "i")
_ACCESS = patterns.compile(
    rf"\b(only|exclusive\w*|{OUTSIDERS}|have to|must|need( to)?|day|without|staying|"
    r"stay|overnight|hotel|resort|guests?|key|room)\b",
    "i",
)
_STAYING = patterns.compile(
    r"\b(stay(s|ing)?|overnight|guests?|hotel|resort|room|key|residents?)\b", "i"
)
_OTHERS_LET_IN = patterns.compile(rf"\b({OUTSIDERS})\b", "i")
_CLOSED = patterns.compile(r"\bclosed\b|\bdoes not play\b|\bno performance\b", "i")
# "Until 11?" and "closes at 9?" ask for an end, which "open now" leaves open.
_END = patterns.compile(r"\b(closes?|closing|until|till?|past|late|later|all)\b", "i")
# "Shut", but no shuttle.
_SHUT = r"clos(e|es|ed|ing)|shut(s|ting)?"
_STATE_ASKED = patterns.compile(rf"\b((open|play|perform)|({_SHUT}|now)\b)", "i")
_CLOSED_ASKED = patterns.compile(rf"\b({_SHUT}|does not play|no performance)\b", "i")
_ALWAYS = patterns.compile(r": open 24 hours\b", "i")
# Each of them is within the 24 hours of any day.
_HOURS = patterns.compile(
    r"\d|\b(every|always|noon|midnight|tonight|today|evening)\b", "i"
)
_STATES = patterns.compile(
    rf"\b({TIMES}|open(ed|ing|s)?|closed?|shut|now|right|moment|yet|already|day|week|"
    r"weekend|morning|afternoon|night|nights|early|hours?|eve|new years?|easter|"
    r"holidays?|at|on|this|next|coming|(\d[\d ]*)|am|pm|jan\w*|feb\w*|march|april|may|"
    r"june|july|aug\w*|sept\w*|oct\w*|nov\w*|dec\w*|play(s|ing)?|perform\w*|happening|"
    r"closes?|closing|until|till?|past|late|later|all|ever|"
    r"dinner|lunch|breakfast)\b",
    "i",
)
_COUNTS = patterns.compile(
    r"\b(\d[\d ]*|holds?|fit|fits|seats?|sleeps?|guests?|people|persons?|more|than|"
    r"least|room|big|large|square|feet|sq|ft|built|floors?|rooms|tables?|machines?)\b",
    "i",
)
_NUMBERS = patterns.compile(r"\d[\d,]*")
_PARTS = patterns.compile(r",|;|\band\b|&|/")
_MIDDLE_BAND = 2


@dataclass(frozen=True)
class Reader:
    """explains: the words of a question that it understands by itself. of_row: whether
    the other words may be met by anything that is known of the row."""

    read: Callable[[SpeakerRequest, Fact], Verdict]
    explains: patterns.Pattern | None = None
    of_row: bool = False


def _of_state(request: SpeakerRequest, fact: Fact) -> Verdict:
    """Whether it is, as asked, open or closed."""
    question, is_now = request.question, fact.field == "now"
    asks_for_closed = bool(_CLOSED_ASKED.search(question))
    if unmet_words.OPEN_THING.search(question):
        return ""
    if _ALWAYS.search(fact.text) and _STATE_ASKED.search(question):
        is_of_day = OTHER_TIME.search(_HOURS.sub(" ", question))
        return "" if is_of_day else ("no" if asks_for_closed else "yes")
    if meals.is_closed_for_meal(question, fact.text):
        return "yes" if asks_for_closed else "no"
    is_other_time = bool(OTHER_TIME.search(question))
    is_asked = bool(_STATE_ASKED.search(question)) or is_other_time
    if not _CLOSED.search(fact.text) and _asks_who_may_come(question, fact):
        return ""
    if _END.search(question) or not is_asked or (is_now and is_other_time):
        return ""
    is_closed = bool(_CLOSED.search(fact.text))
    return "yes" if is_closed == asks_for_closed else "no"


def _asks_who_may_come(question: str, fact: Fact) -> bool:
    """ "Can my son come in at 8?": that it is open then lets nobody in."""
    is_of_state = _STATE_ASKED.search(question) or wish_words.FAMILY.search(fact.row)
    return not is_of_state and wish_words.asks_who_may_come(question)


def _nothing(request: SpeakerRequest, fact: Fact) -> Verdict:
    return ""


def _of_band(request: SpeakerRequest, fact: Fact) -> Verdict:
    band = fact.value.count("$") if fact.field == "price_band" else _MIDDLE_BAND
    if band == _MIDDLE_BAND:
        return ""
    if _CHEAP.search(request.question):
        return "yes" if band < _MIDDLE_BAND else "no"
    if _EXPENSIVE.search(request.question):
        return "no" if band < _MIDDLE_BAND else "yes"
    return ""


def _of_reservations(request: SpeakerRequest, fact: Fact) -> Verdict:
    if not _BOOKING_ASKED.search(request.question):
        return ""
    value, walks_in = fact.value.lower(), bool(_WITHOUT.search(request.question))
    if value.startswith("not required"):
        return "yes" if walks_in else "no"
    if value.startswith("required"):
        return "no" if walks_in else "yes"
    return ""


def _of_dress_code(request: SpeakerRequest, fact: Fact) -> Verdict:
    if fact.value.lower() != "casual":
        return ""
    if _CASUAL_CLOTHES.search(request.question):
        return "yes"
    return "no" if _FORMAL_CLOTHES.search(request.question) else ""


def _of_age(request: SpeakerRequest, fact: Fact) -> Verdict:
    question, limit = request.question, _AGE.search(fact.value)
    if not limit:
        return ""
    age = _AGE.search(_NO_AGES.sub(" ", question))
    if age and _MUST_BE.search(question):
        return "yes" if int(age[1]) <= int(limit[1]) else "no"
    if age:
        return "yes" if int(age[1]) >= int(limit[1]) else "no"
    return "no" if _MINORS.search(question) else ""


def _of_access(request: SpeakerRequest, fact: Fact) -> Verdict:
    """Empty where it depends on whether the guest stays at the hotel, and where that
    is not what is asked: "do I need to bring a towel?"."""
    question = request.question
    if not (_STAYING.search(question) or _OTHERS_LET_IN.search(question)):
        return ""
    if _ONLY.search(question):
        return "yes"
    return "no" if _OUTSIDERS.search(question) else ""


def _of_value(request: SpeakerRequest, fact: Fact) -> Verdict:
    """Yes where the question names the value; another value may still be meant."""
    words = unmet_words.asked_words(request, fact)
    if not words:
        return existence.of_thing(request, fact)
    known_words = words | {*stems(fact.row)}
    parts = (content(stems(part)) for part in _PARTS.split(fact.value))
    return "yes" if any(part & words and part <= known_words for part in parts) else ""


def _of_number(request: SpeakerRequest, fact: Fact) -> Verdict:
    asked_numbers, stated_numbers = (
        {match[0].replace(",", "") for match in _NUMBERS.finditer(text)}
        for text in (request.question, fact.value)
    )
    return "yes" if asked_numbers & stated_numbers else ""


EXISTENCE = Reader(existence.of_thing)
_NOTHING = Reader(_nothing)
_STATE = Reader(_of_state, _STATES)
_BAND = Reader(_of_band, _BANDS)
_VALUE = Reader(_of_value)
_NUMBER = Reader(_of_number, _COUNTS)
PLACES = frozenset({"place", "at_venue", "in_tower"})
READERS = {
    "now": _STATE,
    "then": _STATE,
    "hours": _NOTHING,
    "hours_note": _NOTHING,
    "hours_exceptions": _NOTHING,
    "performances": _NOTHING,
    "website": _NOTHING,
    "phone": _NOTHING,
    "price_band": _BAND,
    "rate_from": _BAND,
    "fee": _BAND,
    "reservations": Reader(_of_reservations, _BOOKING, of_row=True),
    "dress_code": Reader(_of_dress_code, _CLOTHES, of_row=True),
    "minimum_age": Reader(_of_age, _AGES, of_row=True),
    "kids": Reader(age_limits.of_children),
    "hotel_guests_only": Reader(_of_access, _ACCESS, of_row=True),
    "cuisine": _VALUE,
    "genre": _VALUE,
    "sort": _VALUE,
    "capacity": _NUMBER,
    "size_sqft": _NUMBER,
    "room_count": _NUMBER,
    "floor_count": _NUMBER,
    "table_count": _NUMBER,
    "machine_count": _NUMBER,
    "opened": _NUMBER,
}
