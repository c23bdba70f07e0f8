"""Telephone numbers and websites that a text names, however they are written."""

from __future__ import annotations

from collections.abc import Iterable

from apps.infrastructure import patterns
from apps.language import normalise
from apps.properties import phones

_LONG = patterns.compile(r"\d(?:[\s().\-/·]{0,3}\d){6,}")
_VANITY = patterns.compile(
    r"\b(?:1[- .]?\(?\d{3}\)?[- .]|\d{3}-)(?:[a-z0-9]{1,10}[- .]?){1,3}"
)
_DATE = patterns.compile(
    r"\b(?:19|20)\d\d[-/.]\d\d?[-/.]\d\d?\b|\b\d\d?[-/.]\d\d?[-/.](?:19|20)\d\d\b"
)
CALL = (
    r"\b(?:call|dial|phon|ring|text|contact|llam|marqu|marca|telefon|"
    r"appel|compos|joindre|ligu|disq|ruf|wahl)\w*"
)
# A number too short to be known as one by its length alone.
_SHORT = patterns.compile(
    rf"(?:(?:{CALL}|\b(?:numbers?|numeros?|line|linea|ligne|ext|extension|nummer)\b)"
    r"\W+(?:[a-z']+\W+){0,4}|拨打|致电|拨|撥)(\d{3,6})\b"
)
SITE = patterns.compile(r"\b(?:https?://)?(?:www\.)?((?:[a-z0-9-]+\.)+[a-z]{2,24})\b")
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


def digits_of(numbers: Iterable[str]) -> frozenset[str]:
    return frozenset(_national(phones.digits(number)) for number in numbers if number)


def numbers(text: str) -> frozenset[str]:
    remainder = _DATE.sub(" ", str(_SPELT.sub(_in_digits, text)))
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


def plain(text: str) -> str:
    """Folded, with one kind of dash and of apostrophe."""
    return normalise.folded(normalise.visible(text)).translate(_MARKS)
