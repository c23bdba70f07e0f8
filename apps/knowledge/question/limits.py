"""Numbers that a guest sets: "under $200", "at least 500 sq ft", "for 12 people"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

# A company of so many has to ask before it comes to eat.
LARGE_COMPANY = 5
# Larger than any number of a record, and small enough for the database to compare.
MOST = 999_999_999
# Cents and other decimals are read and left out.
_NUMBER = r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_WORDS = "|".join(sorted(numerals.NUMBERS, key=len, reverse=True))
_COUNTED = rf"\d{{1,3}}(?:,\d{{3}})+|\d+|(?:{_WORDS})(?:-(?:one|{_WORDS}))?"
_COUNT = rf"({_COUNTED})(?:\.\d+)?"
_AT_MOST = (
    r"(?:under|below|less than|cheaper than|lower than|up to|at most|no more than|"
    r"not more than|within|max(?:imum)?(?: of)?|menos de|hasta|moins de)"
)
_AT_LEAST = (
    r"(?:over|above|at least|more than|bigger than|larger than|greater than|"
    r"min(?:imum)?(?: of)?|m[a\u00e1]s de|plus de)"
)
_MONEY = r"(?:\s*(?:\$|usd|dollars?|bucks|d[o\u00f3]lares))"
_SIZE = r"\s*(?:sq|square|ft2|feet)"
_PEOPLE = (
    r"\s*\+?\s*(?:people|persons?|guests|ppl|pax|of us|seats?|adults|friends|"
    r"coworkers|colleagues|personas)\b"
)
_END = (
    r"(?:\s*$|\s*[?!.,;]|\s+(?:please|pls|and|with|in|on|at|near|tonight|tomorrow|this|"
    r"next|total|under|below|less than|up to|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)"
)


_TO_EAT = (
    r"(?:steak ?house|restaurant|buffet|bistro|grill|place|spot|seat|reservation)s?|"
    r"dinner|lunch|brunch|breakfast|supper|somewhere|seating|steaks?|seafood|sushi|"
    r"italian|chinese|japanese|asian|mexican|american|french|thai|indian|greek"
)
_MEAL = patterns.compile(rf"\b(?:{_TO_EAT})\b", "i")
# "Is this place for 21 and over?" asks about an age.
_AGE = patterns.compile(r"\b\d{1,2} (?:and|or|&) (?:over|up|older|above)\b", "i")


def _compiled(*sources: str) -> tuple[patterns.Pattern, ...]:
    return tuple(patterns.compile(source, "i") for source in sources)


_MOST_MONEY = _compiled(
    rf"\b{_AT_MOST}\s*\$\s*{_NUMBER}",
    # A bare number is a price where nothing else is counted: "under 500 sq ft".
    rf"\b{_AT_MOST}\s*{_NUMBER}(?:{_MONEY}|\s*(?:a|per|/) ?night|\s*[?!.,]|\s*$)",
    rf"\$\s*{_NUMBER}\s*(?:max|or less|or under|tops|budget)\b",
    rf"\b{_NUMBER}{_MONEY}\s*(?:max|or less|or under|tops|budget)\b",
    rf"\bbudget (?:of|is)\s*\$?\s*{_NUMBER}\b",
)
_ANY_MONEY = patterns.compile(rf"\$\s?\d|\b\d+{_MONEY}", "i")
_LEAST_SIZE = _compiled(rf"\b{_AT_LEAST}\s*{_NUMBER}{_SIZE}")
_COMPANY = _compiled(
    rf"\b{_COUNT}{_PEOPLE}",
    rf"\b(?:party|group|table|family) (?:of|for)\s*{_COUNT}\b",
    rf"\b(?:we are|we're|we r|were)\s*{_COUNT}\b",
    # "A room for 4 nights" says nothing of people.
    rf"\b(?:rooms?|suites?) for\s*{_COUNT}{_END}",
    rf"\b(?:sleeps?|accommodates?)\s*{_COUNT}{_END}",
    # "Open for 7" may be an hour.
    rf"\b(?:{_TO_EAT}) for\s*{_COUNT}{_END}",
)


# "Two comedy tickets", "a massage for two": one for each who comes.
_FOR_EACH = _compiled(
    rf"\b{_COUNT} (?:\w+ )?tickets?\b",
    r"\b(?:tickets?|massages?|facials?|treatments?|lanes?|bowling)\b"
    rf"(?: [\w&'-]+){{0,6}}? for {_COUNT}{_END}",
)
_CHILDREN = _compiled(
    rf"\b({_COUNTED}|one)\s*"
    r"(?:kids?|child(?:ren)?|toddlers?|bab(?:y|ies)|infants?|ni[n\u00f1]os|enfants)\b"
)


@dataclass(frozen=True)
class Limits:
    """0 where the guest sets none, else from 1 to `MOST`.

    price: the most; size_sqft: the least; company: for how many people.
    """

    price: int = 0
    size_sqft: int = 0
    company: int = 0


NO_LIMITS = Limits()


def names_meal(text: str) -> bool:
    """Whether it names a meal, or a place to eat: "a steakhouse for 4"."""
    return bool(_MEAL.search(text))


def names_money(text: str) -> bool:
    """Whether it names an amount of money: "is it under $60 a person"."""
    return bool(_ANY_MONEY.search(text))


def read(text: str) -> Limits:
    price, size_sqft = _first(_MOST_MONEY, text), _first(_LEAST_SIZE, text)
    return Limits(price, size_sqft, company(text))


def company(text: str) -> int:
    """How many come, adults and children; 0 where nothing is said of it."""
    text = _AGE.sub(" ", text)
    return min(_first(_COMPANY, text) + _first(_CHILDREN, text), MOST)


def party(text: str) -> int:
    """For how many a guest books, also where he only counts what he buys."""
    return company(text) or min(_first(_FOR_EACH, text), MOST)


def without(text: str, read_limits: Limits) -> str:
    """What is said besides these numbers."""
    by_limit = (
        (read_limits.price, _MOST_MONEY),
        (read_limits.size_sqft, _LEAST_SIZE),
        (read_limits.company, (*_COMPANY, *_CHILDREN)),
    )
    for pattern in chain.from_iterable(own for number, own in by_limit if number):
        text = pattern.sub(" ", text)
    return text


def _first(limit_patterns: Sequence[patterns.Pattern], text: str) -> int:
    matches = (pattern.search(text) for pattern in limit_patterns)
    number = next((match[1] for match in matches if match), "")
    if not number:
        return 0
    if (count := numerals.number_of(number)) is not None:
        return count
    digits = number.replace(",", "")
    # Python does not convert thousands of digits.
    return max(int(digits), 1) if len(digits) <= len(str(MOST)) else MOST
