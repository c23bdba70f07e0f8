"""How many people come instead: "one of us can't", "two more", "there will be 3"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apps.conversations.turns.bookings.words import dates, party_numbers, shifts
from apps.infrastructure import patterns
from apps.language import normalise

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


def changed(
    target: dates.Wanted, text: str, party: int, earlier: Mapping[str, Any]
) -> dates.Wanted:
    """With how many will come of so many who are booked.

    earlier: what is proposed already. Beside a time, "but for 4" counts people.
    """
    if more := _more(text):
        return replace(target, party=party + more)
    if "starts_at" not in earlier or target.party is not None:
        return target
    number = party_numbers.at_end(dates.in_english(text))
    return target if number is None else replace(target, party=number, clock=None)


def _more(text: str) -> int:
    """Negative for fewer, 0 where it says no such thing."""
    folded = normalise.folded(normalise.visible(text)).replace("'", " ")
    if match := _ABSENT.search(normalise.words(normalise.visible(text))):
        return -1 if match["who"] else -(shifts.number_of(match[1]) or 0)
    for pattern, sign in ((_MORE_PEOPLE, 1), (_FEWER_PEOPLE, -1)):
        match = pattern.search(folded)
        numbers = [each for each in match.groups() if each] if match else []
        if number := shifts.number_of(numbers[0]) if numbers else None:
            return sign * number
    return 0
