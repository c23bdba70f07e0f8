"""Which sort of value a question asks for, and which sentences hold one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from apps.infrastructure import patterns
from apps.knowledge.question import limits
from apps.knowledge.statements.scoring import particulars

# By sort: the question, then the sentence. Questions are read in plain English.
_SORTS = {
    "money": (
        r"\b(how much|prices?|costs?|fees?|pay|charge|expensive|cheap|free|rates?|"
        r"pricey|buy.?in|dollars?)\b|\$",
        r"\$\d|\bfree\b|\d+ (cents|percent)|costs? nothing|pay nothing|inexpensive|"
        r"moderate|upscale|fine-dining|for a fee|\bon request\b|"
        r"ask (us )?for the price",
    ),
    "time": (
        r"\b(what time|when|how late|until|till|open|close|hours|how long|tonight|"
        r"start|\d+ ?[ap]m)\b",
        r"\d ?[AP]M\b|\bhours?\b|noon|midnight|day and night|24/7|every night|"
        r"never clos|\b(mon|tues|wednes|thurs|fri|satur|sun)day|"
        r"\b(opened|built|founded) (in|on) [\w ,]*\d{4}\b",
    ),
    "amount": (
        r"\bhow (many|big|large|tall|old|far|fast|high|deep|long|heavy)\b|square|"
        r"\bsize\b|capacity|number of",
        r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|"
        r"thirty|forty|hundred)\b",
    ),
    "contact": (
        r"\b(phone|call|number|email|website|contact|reach|(talk|speak|write) to)\b",
        r"\d-\d{3}-\d{3}-\d{4}|@|write to|\bcall ",
    ),
    "age": (
        r"\b(how old|age|kids?|child(ren)?|teens?|year old|son|daughter|under \d+)\b",
        r"\d+ (or|and) older|\baged\b|years|under \d|children|kids|famil",
    ),
    "place": (
        r"\b(where|which floor|what floor|located|address|near)\b",
        r"floor|lobby|tower|casino of|wing|level|beside|next to|behind|near|"
        r"where to find|basement|address|\b(road|street|avenue|boulevard|drive)\b",
    ),
}
# "Where can I eat ramen?" is answered by the name of a place, wherever that is.
_WHERE_TO_DO = patterns.compile(
    r"\bwhere (can|could|do|should|would|may|might) (i|we|you|one|they) (go )?"
    r"(eat|dine|drink|get|grab|have|order|try|taste|watch|see|listen|dance|play|bet|"
    r"gamble|swim|relax|shop|buy|enjoy)\b",
    "i",
)
# "How much space do you have?" asks for no price.
_NO_PRICE = patterns.compile(r"\bhow much (space|time|longer|notice)\b", "i")
# Nor "last call" and "should we call ahead?" for a number.
_NO_CONTACT = patterns.compile(r"\blast calls?\b|\bcall ahead\b", "i")
_QUESTIONS, _SENTENCES = (
    {sort: patterns.compile(pair[side], "i") for sort, pair in _SORTS.items()}
    for side in (0, 1)
)
SORTS = tuple(_SORTS)
MAX_TEXTS = 512
# "How long is the show?" asks for a time as well, and for none of these.
_WHEN = patterns.compile(r"\b(?:when|(?:what|which) (?:time|day|date)s?)\b", "i")
AskedValue = Literal["", "held", "missing", "unmeasured"]
LACKING = frozenset[AskedValue]({"missing", "unmeasured"})


@lru_cache(MAX_TEXTS)
def asked_for(question: str) -> NDArray[np.bool_]:
    """Of the shape (sorts,), in the order of `SORTS`; not to be written to."""
    text = _NO_CONTACT.sub(" ", _NO_PRICE.sub("how many", question))
    asked_sorts = np.array([bool(own.search(text)) for own in _QUESTIONS.values()])
    asked_sorts.flags.writeable = False
    return asked_sorts


def asks_when(question: str) -> bool:
    """Whether it asks for a date or an hour, and for no other value."""
    is_time_alone = asked_for(question).nonzero()[0].tolist() == [SORTS.index("time")]
    return is_time_alone and bool(_WHEN.search(question))


def held_by(texts: Sequence[str]) -> NDArray[np.bool_]:
    """Of the shape (texts, sorts)."""
    held = [[bool(own.search(text)) for own in _SENTENCES.values()] for text in texts]
    return np.array(held, np.bool_).reshape(len(texts), len(SORTS))


def in_sentence(question: str, sentence: str) -> AskedValue:
    """Whether it holds such a value as is asked for; "" for a question of no value.

    unmeasured: it lacks the very measure, whatever else it holds.

    Halls of 275,000 square feet are not yet a place for 300 people.
    """
    company = limits.read(question).company
    if company >= limits.LARGE_COMPANY and limits.read(sentence).company < company:
        return "missing"
    if particulars.is_missing(question, sentence):
        return "unmeasured"
    asked_sorts = asked_for(question).copy()
    if _WHERE_TO_DO.search(question):
        asked_sorts[SORTS.index("place")] = False
    if not asked_sorts.any():
        return ""
    return "held" if (asked_sorts & held_by([sentence])).any() else "missing"
