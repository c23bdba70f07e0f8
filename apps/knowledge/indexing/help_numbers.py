"""Whether a text of a document sends guests in need to a number of its own.

Helplines change only by two people; a document must not go round them. See
docs/decisions/0068-two-people-change-a-helpline.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.language import normalise
from apps.properties import phones
from apps.properties.models import Helpline, Property

# Folded words. What guests in need look for, in the languages of documents.
_HELP = patterns.compile(
    r"\b(?:emergenc|urgence|urgencia|notfall|notruf|help ?-?line|hot ?-?line|"
    r"crisis|crise|krise|suicid|self[ -]harm|autolesion|automutilation|"
    r"ambulan|police|policia|polizei|paramedic|pompiers|bomberos|bombeiros|"
    r"fire (?:brigade|department)|life[ -]threatening|in danger|en peligro|en danger|"
    r"overdos|sobredosis|surdose|poison|self[ -]exclu|autoexclu|auto-exclu|"
    r"(?:problem|compulsive|responsible) gambl|gambling (?:problem|help|support)|"
    r"ludopat|addict|adicci|linea de ayuda|linha de apoio|ligne d'(?:aide|ecoute))"
    r"|\b(?:911|988)\b|紧急|緊急|急救|求助|报警|報警|热线|熱線|自杀|自殺|危机"
)
_LONG = patterns.compile(r"\d(?:[\s().\-/·]{0,3}\d){6,}")
_VANITY = patterns.compile(
    r"\b(?:1[- .]?\(?\d{3}\)?[- .]|\d{3}-)(?:[a-z0-9]{1,10}[- .]?){1,3}"
)
_DATE = patterns.compile(
    r"\b(?:19|20)\d\d[-/.]\d\d?[-/.]\d\d?\b|\b\d\d?[-/.]\d\d?[-/.](?:19|20)\d\d\b"
)
_CALL = (
    r"\b(?:call|dial|phon|ring|text|contact|llam|marqu|marca|telefon|"
    r"appel|compos|joindre|ligu|disq|ruf|wahl)\w*"
)
# A number too short to be known as one by its length alone.
_SHORT = patterns.compile(
    rf"(?:(?:{_CALL}|\b(?:numbers?|numeros?|line|linea|ligne|ext|extension|nummer)\b)"
    r"\W+(?:[a-z']+\W+){0,4}|拨打|致电|拨|撥)(\d{3,6})\b"
)
_NOT = (
    r"\b(?:n'|(?:not|never|don't|dont|avoid|without|no|nunca|sin|jamais|ne|nao|nicht)"
    r"\b)"
)
_INSTEAD = (
    r"\b(?:not|instead of|rather than|en (?:lugar|vez) de|au lieu (?:de|du)|em vez d\w|"
    r"statt)\b"
)
_FORBIDS_CALL = patterns.compile(
    rf"{_NOT}\W*(?:\w+\W+){{0,2}}{_CALL}|{_INSTEAD}\W+(?:\w+\W+){{0,3}}\d{{3}}"
    r"|(?:不要|别|不能)(?:拨打|致电|拨|打)"
)
LEAST_VANITY_DIGITS = 9
NATIONAL_DIGITS = 10
_MARKS = str.maketrans(
    {**dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"), "\u2019": "'"}
)


@dataclass(frozen=True)
class HelpNumbers:
    """of_help: what guests in need may be given, as digits. of_rows: what else guests
    are given."""

    of_help: frozenset[str]
    of_rows: frozenset[str]

    def are_bypassed_by(self, text: str, beside: Iterable[str] = ()) -> bool:
        """Whether a text gives guests in need another number, or forbids a call.

        beside: the headings and the sentences around it, which may say what its number
        is for.
        """
        plain = _plain(text)
        unknown_numbers = _numbers(plain) - self.of_help
        if _HELP.search(plain):
            return bool(unknown_numbers) or bool(_FORBIDS_CALL.search(plain))
        is_of_none = bool(unknown_numbers - self.of_rows)
        return is_of_none and any(_HELP.search(_plain(words)) for words in beside)


def of(place: Property) -> HelpNumbers:
    """As the helplines and the rows of a property are now."""
    helplines = Helpline.objects.filter(jurisdiction=place.jurisdiction)
    numbers = chain.from_iterable(helplines.values_list("phone", "vanity"))
    of_rows = Item.objects.filter(property=place).values_list("phone", flat=True)
    return HelpNumbers(
        _digits_of([*numbers, place.phone, place.security_phone]),
        _digits_of(of_rows),
    )


def _digits_of(numbers: Iterable[str]) -> frozenset[str]:
    return frozenset(_national(phones.digits(number)) for number in numbers if number)


def _numbers(plain: str) -> frozenset[str]:
    remainder = _DATE.sub(" ", plain)
    lettered = [m[0] for m in _VANITY.finditer(remainder) if _has_letter(m[0])]
    long = [match[0] for match in _LONG.finditer(remainder)]
    remainder = _LONG.sub(" ", _VANITY.sub(" ", remainder))
    short = [match[1] for match in _SHORT.finditer(remainder)]
    vanities = [digits for digits in map(phones.digits, lettered) if _is_whole(digits)]
    return frozenset(map(_national, [*map(phones.digits, long), *short, *vanities]))


def _has_letter(text: str) -> bool:
    return any(sign.isalpha() for sign in text)


def _is_whole(digits: str) -> bool:
    return len(digits) >= LEAST_VANITY_DIGITS


def _national(digits: str) -> str:
    """Without the country's 1; a vanity number may have letters too many."""
    is_long = len(digits) > NATIONAL_DIGITS
    national = digits[1:] if is_long and digits.startswith("1") else digits
    return national[:NATIONAL_DIGITS]


def _plain(text: str) -> str:
    """Folded, with one kind of dash and of apostrophe."""
    return normalise.folded(normalise.visible(text)).translate(_MARKS)
