"""Facts that are near to a question in words or in meaning, wherever they stand."""

from collections.abc import Sequence

from apps.concierge.extractive.facts import Fact
from apps.concierge.extractive.question import Question, aspects_of
from apps.concierge.extractive.similarity import Similarity, shared
from apps.language.word_forms import stems

# Share of the question's free words; cosines of MiniLM. Tuned on guest questions.
SHARED_ENOUGH = 0.6
ALIKE_IN_PLACE = 0.45
ALIKE_IN_ANSWERS = 0.5
ALIKE_ANYWHERE = 0.5
_ASPECT_BONUS = 0.3
_COMPARED = 8
# Fields that describe. The others answer only who asks for them by name.
_TELLING = frozenset(
    {"summary", "details", "description", "answer", "cuisine", "sort", "genre"}
    | {"games", "features", "kids", "bath", "beds", "how_to_join"}
)
_TIER = "tier_"


def written(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """The answer that staff wrote to this very question, by its words."""
    aspects = {aspect.name for aspect, _ in question.aspects}
    fit = [
        fact
        for fact in facts
        if fact.kind == "faq"
        and shared(question.content, fact) >= SHARED_ENOUGH
        and (not aspects or aspects & _aspects(fact.row) or _is_in_row(question, fact))
    ]
    return sorted(fit, key=lambda f: -_in_words(question, f))[:1]


def nearest(
    facts: Sequence[Fact],
    here: Sequence[Fact],
    place: str,
    question: Question,
    compare: Similarity | None,
) -> list[Fact]:
    """At most one fact: of the place, then of written answers, then of anything.

    Without `compare` words alone decide. With a place, another place's record has to
    share words of its own: compare alone would answer for the wrong place.
    """
    text = _without(place, question.text)
    answers = [fact for fact in facts if fact.kind == "faq"]
    has_subject = bool(question.content - frozenset(stems(place)))
    anywhere = compare if not place else None
    if place:
        facts = [fact for fact in facts if not _is_of_another(fact, question)]
    if place and question.refers_back and not has_subject:
        answers, facts = [], []  # "Is it free?" is not a question about parking.
    for pool, enough, pool_compare in (
        (here, ALIKE_IN_PLACE, compare),
        (answers, ALIKE_IN_ANSWERS, compare),
        (facts if has_subject or not place else [], ALIKE_ANYWHERE, anywhere),
    ):
        best = _best(pool, question, text, enough, pool_compare)
        if best:
            return [best]
    return []


def _best(
    pool: Sequence[Fact],
    question: Question,
    text: str,
    enough: float,
    compare: Similarity | None,
) -> Fact | None:
    fit = [fact for fact in pool if _tells(fact, question)]
    by_words = sorted(fit, key=lambda fact: -shared(question.subject, fact))
    compared = by_words[:_COMPARED]
    cosines = _cosines(text, compared, compare) if compare else [0.0] * len(compared)
    best = [
        (_in_words(question, fact) + cosine, fact)
        for fact, cosine in zip(compared, cosines, strict=True)
        if cosine >= enough or _shares(question, fact)
    ]
    return max(best, key=lambda pair: pair[0])[1] if best else None


def _is_of_another(fact: Fact, question: Question) -> bool:
    """Another place's hours or phone number, while its name is not in the question."""
    return _fits_aspect(question, fact) and not question.content & set(stems(fact.row))


def _tells(fact: Fact, question: Question) -> bool:
    is_telling = fact.field in _TELLING or fact.field.startswith(_TIER)
    return is_telling or _fits_aspect(question, fact)


def _shares(question: Question, fact: Fact) -> bool:
    """Whether the words alone will do; a spa's record is no answer about its prices."""
    answers = not question.aspects or fact.kind == "faq" or _fits_aspect(question, fact)
    return answers and shared(question.subject, fact) >= SHARED_ENOUGH


def _cosines(text: str, facts: Sequence[Fact], compare: Similarity) -> list[float]:
    """A written answer is compared by its question, all else by its own words."""
    sentences = [fact.row if fact.kind == "faq" else fact.text for fact in facts]
    return compare(text, sentences)


def _in_words(question: Question, fact: Fact) -> float:
    if fact.kind == "faq":
        aspects = {aspect.name for aspect, _ in question.aspects}
        fits = bool(aspects & _aspects(fact.row))
    else:
        fits = _fits_aspect(question, fact)
    return shared(question.subject, fact) + (_ASPECT_BONUS if fits else 0.0)


def _fits_aspect(question: Question, fact: Fact) -> bool:
    return any(a.rank(fact.field) is not None for a, _ in question.aspects)


def _aspects(text: str) -> set[str]:
    return {aspect.name for aspect, _ in aspects_of(stems(text))}


def _is_in_row(question: Question, fact: Fact) -> bool:
    return question.content <= frozenset(stems(fact.row))


def _without(place: str, text: str) -> str:
    """The question without the place's name, which would make all its facts alike."""
    names = set(stems(place))
    words = [word for word in text.split() if not set(stems(word)) & names]
    return " ".join(words) or text
