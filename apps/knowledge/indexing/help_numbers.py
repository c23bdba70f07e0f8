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
    r"(?:problem|compulsive|responsible) gambl|"
    r"gambling (?:problem|help|support|hurt|harm)|"
    r"(?:end(?:ing)?|tak(?:e|ing)) (?:your|my|their|his|her) (?:own )?li(?:fe|ves)\b|"
    r"(?:hurt|harm|kill)(?:ing)? (?:yourself|myself|themselves|oneself)|want to die|"
    r"quitarse la vida|mettre fin a (?:vos|ses|mes) jours|"
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
    # "Do not tell anyone", and "there is no need for an ambulance".
    rf"|{_NOT}\W*(?:\w+\W+){{0,2}}(?:tell|talk to|speak to|inform|alert|dig\w+|"
    r"habl\w+ con|parl\w+ a|dit\w+ (?:rien )?a) (?:\w+ )?"
    r"(?:any(?:one|body)|nadie|personne|staff|others?|police|security|help)\b"
    r"|\b(?:no need|not necessary|unnecessary|no hace falta|pas besoin|inutile)\b"
    r"\W+(?:\w+\W+){0,3}(?:ambulan|police|policia|doctor|medic|help|ayuda|aide|911|988)"
)
_SITE = patterns.compile(r"\b(?:https?://)?(?:www\.)?((?:[a-z0-9-]+\.)+[a-z]{2,24})\b")
_DIGIT_WORDS = {
    "zero oh cero": "0",
    "one uno un": "1",
    "two dos deux": "2",
    "three tres trois": "3",
    "four cuatro quatre": "4",
    "five cinco cinq": "5",
    "six seis": "6",
    "seven siete sept": "7",
    "eight ocho huit": "8",
    "nine nueve neuf": "9",
    "hundred cientos cent": "00",
}
_DIGITS = {word: own for words, own in _DIGIT_WORDS.items() for word in words.split()}
_SPELT = patterns.compile(
    rf"\b(?:{'|'.join(_DIGITS)})\b(?:[ ,.-]{{1,3}}(?:{'|'.join(_DIGITS)})\b){{6,}}"
)
LEAST_VANITY_DIGITS = 9
NATIONAL_DIGITS = 10
_MARKS = str.maketrans(
    {**dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"), "\u2019": "'"}
)


@dataclass(frozen=True)
class HelpNumbers:
    """of_help: what guests in need may be given, as digits. of_rows: what else guests
    are given. sites: hosts of the resort and of its helplines."""

    of_help: frozenset[str]
    of_rows: frozenset[str]
    sites: frozenset[str] = frozenset()

    def are_bypassed_by(self, text: str, beside: Iterable[str] = ()) -> bool:
        """Whether a text gives guests in need another number or website, or forbids a
        call.

        beside: the headings and the sentences around it, which may say what its number
        is for.
        """
        plain = _plain(text)
        unknown_numbers = _numbers(plain) - self.of_help
        if _HELP.search(plain):
            is_elsewhere = any(map(self._is_foreign, _SITE.findall(plain)))
            is_forbidden = bool(_FORBIDS_CALL.search(plain))
            return bool(unknown_numbers) or is_elsewhere or is_forbidden
        is_of_none = bool(unknown_numbers - self.of_rows)
        return is_of_none and any(_HELP.search(_plain(words)) for words in beside)

    def _is_foreign(self, host: str) -> bool:
        return not any(f".{host}".endswith(f".{own}") for own in self.sites)


def of(place: Property) -> HelpNumbers:
    """As the helplines and the rows of a property are now."""
    helplines = Helpline.objects.filter(jurisdiction=place.jurisdiction)
    numbers = chain.from_iterable(helplines.values_list("phone", "vanity"))
    addresses = [place.website, *helplines.values_list("website", flat=True)]
    sites = frozenset(_SITE.findall(" ".join(addresses).lower()))
    of_rows = Item.objects.filter(property=place).values_list("phone", flat=True)
    return HelpNumbers(
        _digits_of([*numbers, place.phone, place.security_phone]),
        _digits_of(of_rows),
        sites,
    )


def _digits_of(numbers: Iterable[str]) -> frozenset[str]:
    return frozenset(_national(phones.digits(number)) for number in numbers if number)


def _numbers(plain: str) -> frozenset[str]:
    remainder = _DATE.sub(" ", str(_SPELT.sub(_in_digits, plain)))
    lettered = [m[0] for m in _VANITY.finditer(remainder) if _has_letter(m[0])]
    long = [match[0] for match in _LONG.finditer(remainder)]
    remainder = _LONG.sub(" ", _VANITY.sub(" ", remainder))
    short = [match[1] for match in _SHORT.finditer(remainder)]
    vanities = [digits for digits in map(phones.digits, lettered) if _is_whole(digits)]
    return frozenset(map(_national, [*map(phones.digits, long), *short, *vanities]))


def _in_digits(match: patterns.Match) -> str:
    words = normalise.words(match[0]).replace(".", " ").replace("-", " ").split()
    return "".join(_DIGITS[word] for word in words)


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
