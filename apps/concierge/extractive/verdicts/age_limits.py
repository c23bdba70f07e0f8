"""Whether somebody is too old, where free text says up to which age: "up to 12", and
whether children may come."""

from __future__ import annotations

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import Verdict, existence, unmet_words
from apps.infrastructure import patterns
from apps.language.word_forms import stems

_FREE_TEXT = frozenset({"summary", "details", "kids"})
# "My 14 yr old", "is 13 too old", "for a 3-year-old".
_ASKED = patterns.compile(
    r"\b(\d{1,2})[- ]?(?:yrs?|years?|y/?o)\b|\b(?:is|are|am|at|age[ds]?) (\d{1,2})\b",
    "i",
)
_TOO_OLD = patterns.compile(r"\btoo old\b", "i")
_SPAN = patterns.compile(
    r"\b(?:age[ds]?|children|kids|youngsters|campers)\b[^.;\d]*"
    r"(?:(?P<least>\d{1,2})(?P<early> (?:weeks?|months?))?(?: years?)?(?: old)? ?)?"
    r"(?:\bup to|\bto|\bthrough|\buntil|-|\u2013) ?(?:age )?(?P<most>\d{1,2})\b"
    r"(?P<late> (?:weeks?|months?)\b)?",
    "i",
)
_OR_YOUNGER = patterns.compile(
    r"\b(\d{1,2}) (?:years )?(?:and|or) (?:under|younger)\b", "i"
)
_UNDER = patterns.compile(r"\b(?:under|younger than|below) (\d{1,2})\b", "i")
# Up to that age something costs less: nobody older is kept out by it.
_OF_PRICES = patterns.compile(
    r"\b(?:free|pays?|paid|half|prices?|priced|costs?|discounts?|menus?|portions?|"
    r"charged?)\b|\$",
    "i",
)
# What there is for children does not yet say that they may come.
_MAY_COME = patterns.compile(
    r"\b(allow(s|ed)?|welcome|may|admitted|permitted|enter|come|go|bring|okay|ok)\b",
    "i",
)
_LETS_IN = patterns.compile(
    r"\b(welcome|allowed|admitted|permitted|may (come|sit|eat|enter|join|stay)|"
    r"at home|(all|any) ages?|everybody|everyone)\b",
    "i",
)
_SENTENCES = patterns.compile(r"[.!?](?:\s+|$)")
# Who comes, and that they do.
_COMING = frozenset(
    stems(
        "son daughter kid kids child children boy girl toddler teen teenager grandson "
        "granddaughter nephew niece year years yr yrs yo old age drop leave stay watch "
        "come join enter attend too"
    )
)


def of(request: SpeakerRequest, fact: Fact) -> Verdict:
    """Empty where the question tells no age, or asks for more than to come."""
    age = _ASKED.search(request.question)
    if not age or fact.field not in _FREE_TEXT:
        return ""
    years = int(age[1] or age[2])
    asks_price = bool(_OF_PRICES.search(request.question))
    for sentence in _SENTENCES.split(fact.text):
        is_of_prices = bool(_OF_PRICES.search(sentence)) and not asks_price
        ages = range(0) if is_of_prices else _ages(sentence)
        if ages and not _unmet(request, fact, sentence):
            if _TOO_OLD.search(request.question):
                return "yes" if years > ages[-1] else "no"
            return "yes" if years in ages else "no"
    return ""


def of_children(request: SpeakerRequest, fact: Fact) -> Verdict:
    """Of what is recorded for families."""
    if _MAY_COME.search(request.question) and not _LETS_IN.search(fact.value):
        return ""
    return existence.of_thing(request, fact)


def _ages(sentence: str) -> range:
    """The years of age of those who are let in; empty where it names no highest."""
    if under := _UNDER.search(sentence):
        return range(int(under[1]))
    if younger := _OR_YOUNGER.search(sentence):
        return range(int(younger[1]) + 1)
    span = _SPAN.search(sentence)
    if not span or span["late"]:
        return range(0)
    least = 0 if span["early"] else int(span["least"] or 0)
    return range(least, int(span["most"]) + 1)


def _unmet(request: SpeakerRequest, fact: Fact, sentence: str) -> set[str]:
    words = unmet_words.asked_words(request, fact) - _COMING
    row_words = unmet_words.words_in(sentence, fact.row)
    return {word for word in words - row_words if not word.isdecimal()}
