"""Yes or no: what a fact means for a question that asks for one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.infrastructure import patterns
from apps.knowledge.search import extremes
from apps.language.word_forms import content, stems

Verdict = Literal["yes", "no", ""]

_YES_OR_NO = patterns.compile(
    r"^\W*((hi|hey|hello|ok|okay|and|so|but|then|also|oh|well|yo)\W+)*"
    r"(do|does|did|is|are|can|could|may|will|would|has|have|any|got|am|was)\b",
    "i",
)
_FREE = patterns.compile(r"\bfree|gratis\b", "i")
_COSTS = patterns.compile(r"\b(cost|pay|charge|fee)\b", "i")
_AMOUNT = patterns.compile(r"\$\d")
_CHEAP = patterns.compile(r"\bcheap|affordable\b", "i")
_EXPENSIVE = patterns.compile(r"\b(expensive|pricey)\b", "i")
_WITHOUT = patterns.compile(r"\b(walk|without)\b", "i")
_CASUAL_CLOTHES = patterns.compile(
    r"\b(jeans?|shorts?|sneakers?|hoodie|casual|flip|t-?shirts?)\b", "i"
)
_FORMAL_CLOTHES = patterns.compile(
    r"\b(dress up|jacket|suit|tie|formal|dress code)\b", "i"
)
_AGE = patterns.compile(r"\b(\d{1,2})\b")
_MINORS = patterns.compile(
    r"\b(kids?|child(ren)?|minors?|teens?|teenagers?|bab(y|ies)|son|daughter)\b", "i"
)
_MUST_BE = patterns.compile(r"\b(need|have) to be|over|minimum|older\b", "i")
_ONLY = patterns.compile(r"\b(only|have to|must|need to)\b", "i")
_MUST = patterns.compile(r"\b(need|needs|have to|has to|must|required)\b", "i")
_DENIED = patterns.compile(
    r"\b(not|no|never|none|closed|(smoke|smoking|pet|cash)-free|non-smoking|prohibited|"
    r"forbidden|banned)\b",
    "i",
)
_CLOSED = patterns.compile(r"\bclosed\b|\bdoes not play\b|\bno performance\b", "i")
# "Until 11?" and "closes at 9?" ask for an end, which "open now" leaves open.
_END = patterns.compile(r"\b(closes?|closing|until|till?|past|late|later|all)\b", "i")
_OTHER_TIME = patterns.compile(
    r"\d|\b(tonight|tonite|today|evening|tomorrow|weekends?|weekdays?|(mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"every|always|noon|midnight|christmas|thanksgiving)\b",
    "i",
)
_PARTS = patterns.compile(r",|;|\band\b|&|/")
_SENTENCES = patterns.compile(r"[^.!?]+")
_MIDDLE_BAND = 2
# They say that something is there, not what.
_WORDS_OF_HAVING = frozenset(
    stems(
        "come offer serve sell provide include take work run accept use bring stay "
        "available onsite site located inside around open casino resort hotel guest "
        "people anybody everyone anyone actually really currently y'all guys still"
    )
)


def is_yes_or_no(question: str) -> bool:
    return bool(_YES_OR_NO.search(question))


def of(question: str, fact: Fact, lacking: Collection[str] = ()) -> Verdict:
    """Empty where the question asks for neither, or the fact leaves it open.

    lacking: stems of the question that the row has nowhere. A record that does not say
    the thing asked for is no yes: a room with a view is none with breakfast.
    """
    if not _YES_OR_NO.search(question) or fact.kind == "faq":
        return ""
    if fact.field in _READERS:
        return _READERS[fact.field](question, fact)
    answer = _of_existence(question, fact)
    is_of_other = lacks_thing(fact, lacking) or _is_of_another_tier(question, fact)
    return "" if answer == "yes" and is_of_other else answer


def _is_of_another_tier(question: str, fact: Fact) -> bool:
    """What Diamond gets says nothing of Platinum."""
    if not fact.field.startswith("tier_"):
        return False
    heading = fact.text.partition(":")[0].removeprefix(fact.row)
    return not content(stems(heading)) - {"tier"} <= {*stems(question)}


def lacks_thing(fact: Fact, lacking: Collection[str]) -> bool:
    """Whether a word that names something is missing in the fact."""
    return bool({*lacking} - _WORDS_OF_HAVING - {*stems(f"{fact.row} {fact.text}")})


def of_comparison(request: SpeakerRequest, facts: Sequence[Fact]) -> Verdict:
    """Whether the row that is talked about comes before the row that is named."""
    question = request.question
    is_asked = extremes.is_comparison(question) and is_yes_or_no(question)
    if not is_asked or len({fact.value for fact in facts}) < len(facts):
        return ""
    return "no" if facts[0].item_id in request.named else "yes"


def _of_state(question: str, fact: Fact) -> Verdict:
    """Whether it is, as asked, open or closed."""
    is_now = fact.field == "now"
    if _END.search(question) or (is_now and _OTHER_TIME.search(question)):
        return ""
    is_closed = bool(_CLOSED.search(fact.text))
    return "yes" if is_closed == bool(_CLOSED.search(question)) else "no"


def _nothing(question: str, fact: Fact) -> Verdict:
    return ""


def _of_price(question: str, fact: Fact) -> Verdict:
    if _FREE.search(question) or _COSTS.search(question):
        return _of_cost(question, fact)
    band = fact.value.count("$") if fact.field == "price_band" else _MIDDLE_BAND
    if band == _MIDDLE_BAND:
        return ""
    if _CHEAP.search(question):
        return "yes" if band < _MIDDLE_BAND else "no"
    if _EXPENSIVE.search(question):
        return "no" if band < _MIDDLE_BAND else "yes"
    return ""


def _of_cost(question: str, fact: Fact) -> Verdict:
    is_free = bool(_FREE.search(fact.text))
    if is_free and _AMOUNT.search(fact.text):
        return ""  # free for some
    return "yes" if is_free == bool(_FREE.search(question)) else "no"


def _of_reservations(question: str, fact: Fact) -> Verdict:
    value, walks_in = fact.value.lower(), bool(_WITHOUT.search(question))
    if value.startswith("not required"):
        return "yes" if walks_in else "no"
    if value.startswith("required"):
        return "no" if walks_in else "yes"
    return ""


def _of_dress_code(question: str, fact: Fact) -> Verdict:
    if fact.value.lower() != "casual":
        return ""
    if _CASUAL_CLOTHES.search(question):
        return "yes"
    return "no" if _FORMAL_CLOTHES.search(question) else ""


def _of_age(question: str, fact: Fact) -> Verdict:
    limit = _AGE.search(fact.value)
    if not limit:
        return ""
    age = _AGE.search(question)
    if age and _MUST_BE.search(question):
        return "yes" if int(age[1]) <= int(limit[1]) else "no"
    if age:
        return "yes" if int(age[1]) >= int(limit[1]) else "no"
    return "no" if _MINORS.search(question) else ""


def _of_access(question: str, fact: Fact) -> Verdict:
    return "yes" if _ONLY.search(question) else "no"


def _of_value(question: str, fact: Fact) -> Verdict:
    """Yes where the question names the value; another value may still be meant."""
    words = set(stems(question))
    parts = (content(stems(part)) for part in _PARTS.split(fact.value))
    return "yes" if any(part and part <= words for part in parts) else ""


def _of_existence(question: str, fact: Fact) -> Verdict:
    """A record that tells of it says yes, unless the sentence about it denies it."""
    if _OTHER_TIME.search(question) or _MUST.search(question):
        return ""  # whether it holds then, or is needed, a sentence cannot say
    words = content(stems(question))
    sentences = _SENTENCES.findall(fact.text) or [fact.text]
    nearest = max(sentences, key=lambda part: len(words & {*stems(part)}))
    return "no" if _DENIED.search(nearest) else "yes"


_READERS: dict[str, Callable[[str, Fact], Verdict]] = {
    "now": _of_state,
    "then": _of_state,
    "hours": _nothing,
    "hours_note": _nothing,
    "hours_exceptions": _nothing,
    "performances": _nothing,
    "price_band": _of_price,
    "rate_from": _of_price,
    "fee": _of_price,
    "is_free": _of_price,
    "reservations": _of_reservations,
    "dress_code": _of_dress_code,
    "minimum_age": _of_age,
    "hotel_guests_only": _of_access,
    "place": _of_value,
    "at_venue": _of_value,
    "cuisine": _of_value,
    "genre": _of_value,
    "sort": _of_value,
    "capacity": _of_value,
    "size_sqft": _of_value,
    "room_count": _of_value,
    "floor_count": _of_value,
    "table_count": _of_value,
    "machine_count": _of_value,
    "opened": _of_value,
}
