"""What a guest's question asks for: aspects, a kind of place, a day, one or many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from apps.concierge.extractive.aspects import ASPECTS, OVERVIEW, Aspect
from apps.concierge.extractive.facts import SpeakerRequest
from apps.infrastructure import patterns
from apps.language.calendar import days
from apps.language.word_forms import content, holds, stems

# Words that name a kind of row. Tune together with the aspects.
KINDS: dict[str, str] = {
    "restaurant": "restaurant eat dining dine food dinner lunch breakfast brunch bite "
    "meal hungry restaurante comer cenar cena",
    "show": "show concert event entertainment gig espectaculo",
    "venue": "venue stage nightlife theater theatre entertainment",
    "room": "room suite accommodation stay habitacion",
    "tower": "tower torre",
    "promo": "promotion promo deal discount special package promocion",
    "gaming": "gaming",
    "amenity": "amenity facility activity",
}
# "show", "room" and so on may be this one place; these are several.
_MANY = patterns.compile(
    r"\b(restaurants|shows|concerts|events|venues|rooms|suites|towers|promotions|deals|"
    r"discounts|offers|specials|packages|spas|nightclubs|clubs|lounges|cafes|places|"
    r"options|choices|amenities|activities|restaurantes|espectaculos|habitaciones)\b"
)
_LEADS = tuple(
    tuple(stems(lead))
    for lead in (
        "which", "what", "any", "list", "show me", "are there", "is there",
        "do you have", "where can", "where could", "where should", "recommend",
        "suggest", "best", "somewhere", "looking for", "want", "cheapest", "all the",
        "que", "cuales", "hay", "donde puedo",
    )
)  # fmt: skip
_BACK = patterns.compile(r"\b(it|its|there|they|them|their|this|that|here|he|she)\b")
# "Is there a pool?" points at nothing.
_IS_THERE = patterns.compile(r"(is|are) there\b")
_YES_OR_NO = patterns.compile(r"^\s*(do|does|did|is|are|can|could|will|has|have)\b")
_THIS_ONE = patterns.compile(
    r"\b(it|its|this|that|the (?:show|restaurant|room|venue))\b"
)
_OF_THOSE = patterns.compile(r"\b(of (?:those|them|these)|which ones?|the ones?)\b")
_OPEN_NOW = patterns.compile(
    r"\b(open now|right now|open at the moment|still open|open currently|"
    r"currently open|abiertos? ahora)\b"
)
_WITHOUT = patterns.compile(
    r"\b(without|no|sin|(?:do|does|is|are)(?:n'?t| not) (?:have|need|take|require))\b"
)
_DAYS = patterns.compile(
    r"\b(tonight|today|tomorrow|now|right|moment|currently|evening|night|weekend|next|"
    r"upcoming|coming|soon|later|week|ahora|hoy|noche|manana|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|thanksgiving|christmas|eve|"
    r"new year'?s?|day|midnight|noon|\d{1,2}(?::\d\d)?\s?(?:am|pm)|\d{1,2}:\d\d|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december) \d{1,2}(?:st|nd|rd|th)?)\b"
)
_EXISTS = patterns.compile(
    r"^\s*(do you have|is there|are there|have you got|any|hay)\b"
)
_INSIDE = patterns.compile(r"\b(at|in|inside|on)\b")
# A question of the concierge, and the rows to choose from.
_ASKED_WHICH = patterns.compile(r"[?\uff1f]\s*\n\n- [^\[]*$")
_CONTINUES = patterns.compile(r"^\s*(and|what about|how about|y)\b", "i")


@dataclass(frozen=True)
class Question:
    """aspects: each with the words it was asked by. content: what else must be met."""

    text: str
    words: tuple[str, ...]
    aspects: tuple[tuple[Aspect, frozenset[str]], ...]
    kinds: frozenset[str]
    kind_words: frozenset[str]
    content: frozenset[str]
    days: tuple[date, ...]
    wants_many: bool
    wants_overview: bool
    open_now: bool
    negative: bool
    is_today: bool
    refers_back: bool
    of_those: bool
    asks_existence: bool
    is_yes_or_no: bool

    @property
    def subject(self) -> frozenset[str]:
        """The free words, or where none is left those of aspects and kinds."""
        aspect_words = (words for _, words in self.aspects)
        return self.content or self.kind_words.union(*aspect_words)


def understand(request: SpeakerRequest) -> Question:
    """A bare "and the spa?" takes its aspect from the question before.

    So does what answers "Which one do you mean?".
    """
    question = _understand(request.question, request)
    is_answer = _ASKED_WHICH.search(request.last_answer)
    if question.aspects or not (is_answer or _CONTINUES.match(question.text)):
        return question
    before = _understand(request.previous_question, request)
    aspects = before.aspects or _of_a_day(request)
    if is_answer:
        return replace(question, aspects=aspects, content=frozenset(), refers_back=True)
    return replace(question, aspects=aspects)


def aspects_of(words: Sequence[str]) -> list[tuple[Aspect, frozenset[str]]]:
    """Aspects whose phrases stand in the words, with the words that they explain."""
    matches = [(aspect, _phrase_words(aspect, words)) for aspect in ASPECTS]
    return [(aspect, triggers) for aspect, triggers in matches if triggers]


def _phrase_words(aspect: Aspect, words: Sequence[str]) -> frozenset[str]:
    """Words of the phrases that were met, and of the fields' own names."""
    met = [phrase for phrase in _phrases(aspect) if holds(words, phrase)]
    if not met:
        return frozenset()
    return frozenset().union(*met) | (_field_words(aspect) & set(words))


@cache
def _phrases(aspect: Aspect) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(stems(phrase)) for phrase in aspect.phrases)


@cache
def _field_words(aspect: Aspect) -> frozenset[str]:
    return frozenset(stems(" ".join(aspect.fields).replace("_", " ")))


def _of_a_day(request: SpeakerRequest) -> tuple[tuple[Aspect, frozenset[str]], ...]:
    """A question that names a day and nothing else asks for the hours."""
    is_dated = any(fact.field == "then" for fact in request.facts)
    return ((ASPECTS[0], frozenset()),) if is_dated else ()


def _understand(text: str, request: SpeakerRequest) -> Question:
    words = stems(text)
    aspects = tuple(aspects_of(words))
    explained = frozenset().union(*(triggers for _, triggers in aspects))
    kinds, kind_words = _kinds(words)
    dates = days.named(text, request.today) if request.today else []
    lower = text.casefold()
    return Question(
        text=text,
        words=tuple(words),
        aspects=aspects,
        kinds=kinds,
        kind_words=kind_words,
        content=frozenset(content(words) - explained - kind_words - _day_words(text)),
        days=tuple(dates),
        wants_many=_wants_many(lower, words, bool(kinds)),
        wants_overview=bool(_phrase_words(OVERVIEW, words)),
        open_now=bool(_OPEN_NOW.search(lower)),
        negative=bool(_WITHOUT.search(lower)),
        is_today=not dates or request.today in dates,
        refers_back=_refers_back(lower),
        of_those=bool(_OF_THOSE.search(lower)),
        asks_existence=bool(_EXISTS.search(lower)) and not _INSIDE.search(lower),
        is_yes_or_no=bool(_YES_OR_NO.search(lower)),
    )


def _refers_back(lower: str) -> bool:
    return bool(_BACK.search(_IS_THERE.sub(lambda verb: verb[1], lower)))


def _kinds(words: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    hits = {kind: set(words) & set(stems(names)) for kind, names in KINDS.items()}
    kinds = frozenset(kind for kind, hit in hits.items() if hit)
    return kinds, frozenset().union(*hits.values())


def _wants_many(lower: str, words: list[str], has_kind: bool) -> bool:
    if _MANY.search(lower) or _OF_THOSE.search(lower):
        return True
    if _OPEN_NOW.search(lower) and not _THIS_ONE.search(lower):
        return True
    leads = any(holds(words, lead) for lead in _LEADS)
    return has_kind and leads and not _THIS_ONE.search(lower)


def _day_words(text: str) -> set[str]:
    return {stem for day in _DAYS.findall(text.casefold()) for stem in stems(day)}
