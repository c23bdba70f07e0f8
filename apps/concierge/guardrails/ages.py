"""Ages that a message tells of the guest and of whoever is with them.

The phrases are in `ages.yaml`. An age that is asked about ("must I be 21?") is none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from apps.concierge.guardrails import phrase_families, phrase_syntax
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern
from apps.language import normalise

PHRASES = Path(__file__).with_name("ages.yaml")
# From this age on a guest may gamble, drink and visit a nightclub anywhere.
ADULT = 21
CHILDHOOD_ENDS = 18
# An age is told in few words; the gate reads the rest of a long message.
LONGEST = 600
_MEMORY = 16 << 20
TWENTY = 20
OLDEST = 120
# Nobody asks before this year, so that ages reckoned by it are never too high.
LEAST_YEAR = 2026
_CUT = " _ "
_YEAR = patterns.compile(r"(?:19|20)[0-9]{2}")
_NUMBER = patterns.compile(r"[1-9]?[0-9]")
_TEENS = patterns.compile(r"(1[3-9]|20)", before="[^0-9]|^", behind="[^0-9]|$")


class Ages(NamedTuple):
    """own: of the guest, in the order of the message. company: of anybody else."""

    own: list[int]
    company: list[int]


def read(text: str) -> Ages:
    """Those that the words name; of a birthday that is still to come see `implied`."""
    ages = Ages([], [])
    for sentence in _without_coming(text):
        ages.own.extend(_numbers("own", sentence))
        ages.company.extend(_numbers("company", _without_own(sentence)))
    return ages


def implied(text: str, year: int) -> Ages:
    """Those that follow from a year of birth, or from a birthday that is still to come.

    year: of today, at the property.
    """
    ages = Ages([], [])
    for sentence in _sentences(text):
        ages.own.extend(age - 1 for age in _numbers("coming", sentence))
        ages.own.extend(_since_birth("own", sentence, year))
        ages.company.extend(_since_birth("company", sentence, year))
    return ages


def beside(kind: str, age: int, language: str) -> str:
    """Words that tell an age, of kind `own` or `company`, to stand before a text."""
    sentences: dict[str, dict[str, str]] = _source()["beside"]
    return sentences.get(language, sentences["en"])[kind].format(age=age)


def is_withdrawn(text: str) -> bool:
    """Whether a guest says that an age was a joke or a mistake."""
    return _says("withdrawn", text)


def are_adults(text: str) -> bool:
    """Whether a message speaks of people by their ages, and all of them are adults.

    Somebody whose age is not told, or a question about the rule, may be about others.
    """
    own, company = read(text)
    of_years, company_of_years = implied(text, LEAST_YEAR)
    own, company = [*own, *of_years], [*company, *company_of_years]
    ages = [*own, *company]
    if not ages or min(ages) < ADULT or _says("young", text):
        return False
    if any(_TEENS.search(sentence) for sentence in _sentences(text)):
        return False
    return bool(company) or not _says("relatives", text)


def asks_for_child_care(text: str) -> bool:
    """Whether a guest asks who minds the children, at a club of theirs for example."""
    return _says("child_care", text)


def are_of_company(text: str) -> bool:
    """Whether it begins by asking what somebody else may do: "can they play?"."""
    return _says("of_company", text)


def speak_of_company(text: str) -> bool:
    """Whether a question has a word of whoever may be too young: "is he allowed?"."""
    kinds = ("of_company", "young", "relatives", "pronouns")
    return any(_says(kind, text) for kind in kinds)


def _says(kind: str, text: str) -> bool:
    return any(_pattern(kind).search(sentence) for sentence in _sentences(text))


def _without_coming(text: str) -> Iterator[str]:
    for sentence in _sentences(text):
        yield " ".join(_pattern("coming").sub(_CUT, sentence).split())


def _since_birth(whose: str, sentence: str, year: int) -> Iterator[int]:
    """Without those who would be too old to be alive, or are not born yet."""
    for match in _birth_pattern(whose).finditer(sentence):
        age = year - int(_YEAR.findall(match[0])[-1])
        if 0 <= age <= OLDEST:
            yield age


def _without_own(sentence: str) -> str:
    return " ".join(_pattern("own").sub(_CUT, sentence).split())


def _numbers(kind: str, sentence: str) -> Iterator[int]:
    """The words behind an age may be the first ones of the next."""
    while match := _pattern(kind).search(sentence):
        end = match.start()
        for number in _NUMBER.finditer(match[0]):
            end = match.start() + number.end()
            yield int(number[0])
        sentence = sentence[end:]


def _sentences(text: str) -> list[str]:
    """Normalised sentences in which every age is a number in European digits."""
    digits = "".join(_european(sign) for sign in text[:LONGEST])
    words = _number_words().sub(_as_number, normalise.words(digits))
    return [sentence.strip() for sentence in words.split(".")]


def _european(sign: str) -> str:
    return str(unicodedata.decimal(sign, sign)) if not sign.isascii() else sign


def _as_number(match: patterns.Match) -> str:
    return str(_numbers_by_word()[match[0]])


@cache
def _number_words() -> Pattern:
    longest_first = sorted(_numbers_by_word(), key=len, reverse=True)
    return patterns.compile(rf"\b(?:{'|'.join(longest_first)})\b")


@cache
def _numbers_by_word() -> dict[str, int]:
    numbers: dict[int, list[str]] = _source()["numbers"]
    by_word = {word: number for number, words in numbers.items() for word in words}
    units = list(enumerate(_source()["units"], 1))
    tens = [(words[0], number) for number, words in numbers.items() if number >= TWENTY]
    compounds = {
        f"{ten} {unit}": number + more
        for ten, number in tens
        for more, unit in units
        if number % 10 == 0
    }
    return by_word | compounds


@cache
def _pattern(kind: str) -> Pattern:
    return _choice(_source()[kind])


@cache
def _birth_pattern(whose: str) -> Pattern:
    return _choice(_source()["born"][whose])


def _choice(phrases: Sequence[str]) -> Pattern:
    slots = phrase_families.shared_slots() | _source()["slots"]
    written = (phrase_syntax.spaced(phrase, slots) for phrase in phrases)
    return patterns.choice(written, memory=_MEMORY)


@cache
def _source() -> dict[str, Any]:
    source: dict[str, Any] = yaml_files.read(PHRASES)
    return source
