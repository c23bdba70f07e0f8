"""Changes that a guest counts from what is booked: "half an hour later", "two more",
"one of us can't".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from apps.conversations.turns.bookings.words import dates, spoken_numbers
from apps.infrastructure import patterns
from apps.language import normalise

# From here on it is another time of the day, and no shift of it.
LONGEST = timedelta(hours=12)
_HALVES = patterns.compile(
    r"\b(?:half an hour|half hour|media hora|(?:une )?demi[ -]heure|meia hora|"
    r"halbe stunde|mezz ?ora)\b|"
    r"半个?小时"
)
_AND_A_HALF = patterns.compile(
    r"\b(hours? and a half|horas? y media|heures? et demie|horas? e meia|"
    r"or[ae] e mezza)\b|个半小时"
)
_SPANS = (
    (patterns.compile(r"\b(\w+) (?:hours?|horas?|heures?|hrs?|stunden?|or[ae])\b"), 60),
    (patterns.compile(r"\b(\w+) (?:minutes?|mins?|minutos?|minuten?|minuti)\b"), 1),
    (patterns.compile(r"(\d+|[一二两三四五六])个?半?(?:小时|钟头)"), 60),
    (patterns.compile(r"(\d+)分钟"), 1),
)
_LATER = patterns.compile(
    r"\b(later|late|back|delay|delayed|postpone|postponed|push|pushed|mas tarde|"
    r"despues|retras[ae]\w*|atras[ae]\w*|aplazar|aplace|posponer|posponga|plus tard|"
    r"retarder|decaler|decalez|repousser|repoussez|reculer|mais tarde|"
    r"depois|adiar|spater|piu tardi|posticipare)\b|"
    r"推迟|延后|延迟|晚(?:\d|[一二两三半])"
)
_EARLIER = patterns.compile(
    r"\b(earlier|sooner|forward|up|mas temprano|antes|adelant[ae]\w*|plus tot|"
    r"avancer|avancez|mais cedo|antecipar|adiantar|"
    r"fruher|eher|piu presto|anticipare)\b|提前|提早|早(?:\d|[一二两三半])"
)
_LONGER_STAY = patterns.compile(
    r"\b(?:another|extra|additional|more|further) (?:nights?|days?)\b|"
    r"\b(?:stay longer|longer stay)\b|"
    r"\b(?:noches?|nuits?|noites?) (?:mas|de plus|mais)\b|"
    r"\b(?:otra noche|une autre nuit|outra noite)\b"
)
_NOBODY = patterns.compile(r"\b(?:0|zero|cero)\b")
_ARTICLES = frozenset({"a", "an", "another", "uma"})
_CHINESE = dict(zip("一二两三四五六", (1, 2, 2, 3, 4, 5, 6), strict=True))
_PEOPLE = "persons?|people|guests?|friends?|adults?|kids?|seats?|chairs?|of us"
_MORE_PEOPLE = patterns.compile(
    rf"\b(\w+) (?:more|extra|additional|further) (?:{_PEOPLE}|to|for)\b|"
    rf"\badd (\w+) (?:{_PEOPLE})\b|\b(an)other (?:{_PEOPLE})\b|"
    r"\b(\w+) (?:personas?|pessoas?|personnes?) (?:mas|mais|de plus)\b|"
    r"\b(?:sera|serons|seremos|we ll be|well be|will be) (\w+) (?:de plus|mas|more)\b|"
    r"\b(\w+) (?:weitere|zusatzliche)r? (?:person|personen|gast|gaste)\b|"
    r"[多加]([一二两三四五六]|\d+)(?:个人|位|人)"
)
_FEWER_PEOPLE = patterns.compile(
    rf"\b(\w+) (?:fewer|less) (?:{_PEOPLE}|for)\b|"
    r"\b(\w+) (?:personas?|pessoas?|personnes?) (?:menos|de moins)\b|"
    r"\b(?:sera|serons|seremos|we ll be|well be|will be) "
    r"(\w+) (?:de moins|menos|fewer|less)\b|"
    r"\b(\w+) (?:person|personen|gast|gaste) weniger\b|"
    r"少([一二两三四五六]|\d+)(?:个人|位|人)"
)
_COMPANIONS = (
    "husband|wife|spouse|partner|girlfriend|boyfriend|fiancee?|date|son|daughter|mother|"
    "father|mom|mum|dad|brother|sister|friend|guest|cousin|aunt|uncle|colleague|"
    "marido|esposo|esposa|mujer|pareja|novi[oa]|hij[oa]|madre|padre|herman[oa]|amig[oa]|"
    "mari|femme|compagnon|compagne|copain|copine|fils|fille|mere|pere|frere|soeur|"
    "amie?|collegue"
)
_NOT = (
    r"(?:(?:is|are|will|does|do|has|have|ya) )?(?:cant|cannot|can not|wont|not|isnt|"
    r"arent|doesnt|dont|couldnt|no longer|unable|no|ne|n)\b"
)
# "One of us cannot", "my wife won't".
_ABSENT = patterns.compile(
    rf"\b(\w+) (?:of|de|d entre|parmi) (?:us|them|nosotr[oa]s|nous|(?:my|our|mis|"
    rf"nuestr[oa]s|mes|nos) \w+) {_NOT}|"
    rf"\b(?:my|our|mi|nuestr[oa]|mon|ma|notre) (?:\w+ )?(?P<who>{_COMPANIONS}) {_NOT}"
)


def stays_on(text: str) -> bool:
    """Whether a guest wants to stay on: "one more night"."""
    return bool(_LONGER_STAY.search(normalise.folded(text)))


def read(text: str) -> timedelta | None:
    """Positive for later; None where the text does not say by how much."""
    words = normalise.folded(normalise.visible(text)).replace("'", " ")
    span = _span(words)
    is_later, is_earlier = bool(_LATER.search(words)), bool(_EARLIER.search(words))
    if span is None or is_later == is_earlier or span > LONGEST:
        return None
    return span if is_later else -span


def applied(target: dates.Wanted, text: str, base: datetime) -> dates.Wanted:
    """With the time that is so much later than `base`, where none is named."""
    shift = read(text) if target.clock is None else None
    if shift is None:
        return target
    moment = base + shift
    day = target.day or (moment.date() if moment.date() != base.date() else None)
    return replace(target, day=day, clock=moment.time())


def instead(
    target: dates.Wanted, text: str, booked: datetime, proposed: datetime
) -> dates.Wanted:
    """Of "make it two hours", after a shift of one hour was asked for: the time so
    much later, or earlier, than what is booked."""
    words = normalise.folded(normalise.visible(text)).replace("'", " ")
    span = _span(words)
    is_asked = booked.date() == proposed.date() and booked != proposed
    has_way = _LATER.search(words) or _EARLIER.search(words)
    if target.clock or span is None or not is_asked or has_way or span > LONGEST:
        return target
    moment = booked + (span if proposed > booked else -span)
    return replace(target, clock=moment.time())


def clock_after(moment: datetime, text: str) -> time | None:
    """Of "two hours later"; None where that is another day, or nothing is named."""
    shift = read(text)
    if shift is None or (moment + shift).date() != moment.date():
        return None
    return (moment + shift).time()


def _span(words: str) -> timedelta | None:
    if _HALVES.search(words) and not _AND_A_HALF.search(words):
        return timedelta(minutes=30)
    for pattern, minutes in _SPANS:
        match = pattern.search(words)
        number = number_of(match[1]) if match else None
        if number:
            half = minutes // 2 if _AND_A_HALF.search(words) else 0
            return timedelta(minutes=number * minutes + half)
    return None


def number_of(word: str) -> int | None:
    if word in _ARTICLES:
        return 1
    return _CHINESE.get(word) or spoken_numbers.number_of(word)


def with_party(
    target: dates.Wanted, text: str, party: int, earlier: Mapping[str, Any]
) -> dates.Wanted:
    """With how many will come of so many who are booked.

    earlier: what is proposed already. Beside that, "but for 4" counts people.
    """
    if target.is_empty and _NOBODY.search(normalise.folded(text)):
        return replace(target, party=0)
    if more := _more(text):
        return replace(target, party=party + more)
    is_beside = "starts_at" in earlier or "party" in earlier
    if not is_beside or target.party is not None:
        return target
    number = spoken_numbers.party_at_end(dates.in_english(text))
    return target if number is None else replace(target, party=number, clock=None)


def _more(text: str) -> int:
    """Negative for fewer, 0 where it says no such thing."""
    folded = normalise.folded(normalise.visible(text)).replace("'", " ")
    if match := _ABSENT.search(normalise.words(normalise.visible(text))):
        return -1 if match["who"] else -(number_of(match[1]) or 0)
    for pattern, sign in ((_MORE_PEOPLE, 1), (_FEWER_PEOPLE, -1)):
        match = pattern.search(folded)
        numbers = [each for each in match.groups() if each] if match else []
        if number := number_of(numbers[0]) if numbers else None:
            return sign * number
    return 0
