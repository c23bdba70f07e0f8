"""Chooses the facts that answer a question: the first strategy to find some wins."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.concierge.extractive import listing, nearest_facts, place_facts, similarity
from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.question import Question, understand
from apps.concierge.extractive.similarity import Similarity
from apps.language.word_forms import stems

MOST_FACTS = 4
FACTS_COMPARED = 2


@dataclass(frozen=True)
class Selection:
    """An answer about one thing, what there is to say of it, a list, or nothing.

    more: the list could go on.
    """

    kind: Literal["answer", "overview", "list", "unknown"]
    facts: tuple[Fact, ...] = ()
    more: bool = False


@dataclass(frozen=True)
class Candidates:
    """What an answer is chosen from; `here` are the facts of the place in question."""

    request: SpeakerRequest
    question: Question
    facts: tuple[Fact, ...]
    place: str
    here: tuple[Fact, ...]
    compare: Similarity


Strategy = Callable[[Candidates], Selection | None]


def choose(
    request: SpeakerRequest, compare: Similarity = similarity.by_meaning
) -> Selection:
    candidates = _candidates(request, compare)
    for strategy in STRATEGIES:
        selection = strategy(candidates)
        if selection:
            return selection
    return Selection("unknown")


def _candidates(request: SpeakerRequest, compare: Similarity) -> Candidates:
    """A retry note names what was doubted: that is not said again."""
    question = understand(request)
    facts = tuple(f for f in request.facts if f.text not in request.retry)
    place = place_facts.find_place(request, question)
    here = tuple(place_facts.facts_of(place, facts))
    return Candidates(request, question, facts, place, here, compare)


def _preselected(candidates: Candidates) -> Selection | None:
    """Somewhere cheap and Italian: code has chosen the rows, and says by what."""
    rows: dict[str, list[Fact]] = {}
    for fact in candidates.facts:
        if fact.fits:
            rows.setdefault(fact.row, []).append(fact)
    reasons = [
        fact
        for facts in list(rows.values())[: listing.MOST_ROWS]
        for fact in _reasons(facts)
    ]
    if len(rows) > 1:
        return Selection("list", tuple(reasons), more=len(rows) > listing.MOST_ROWS)
    return _answer(reasons)


def _reasons(facts: Sequence[Fact]) -> list[Fact]:
    """At most two facts of a row: those of the fields that it was chosen by."""
    order = facts[0].fits
    telling = {fact.field: fact for fact in reversed(facts) if fact.field in order}
    best = sorted(telling.values(), key=lambda fact: order.index(fact.field))
    return (best or list(facts))[: listing.FACTS_OF_A_ROW]


def _comparison(candidates: Candidates) -> Selection | None:
    """Which is cheaper, this or that? What the records say of each of them."""
    places = place_facts.named(candidates.request, candidates.question)
    if len(places) < 2 or candidates.question.days:  # noqa: PLR2004 - one alone compares not
        return None
    facts: list[Fact] = []
    for place in places:
        here = place_facts.facts_of(place, candidates.facts)
        answers = place_facts.by_aspect(here, candidates.question)[:1]
        facts += answers or place_facts.overview(here, "")[:FACTS_COMPARED]
    return Selection("list", tuple(facts)) if facts else None


def _several_rows(candidates: Candidates) -> Selection | None:
    """Which restaurants are Italian? But not: does this one have specials?"""
    question = candidates.question
    is_of_one = (
        question.is_yes_or_no and set(stems(candidates.place)) & question.content
    )
    return _listed(candidates) if question.wants_many and not is_of_one else None


def _staff_answer(candidates: Candidates) -> Selection | None:
    """Is there free parking? Staff wrote an answer; a place's own record is nearer."""
    own = place_facts.by_aspect(candidates.here, candidates.question)
    if own and not place_facts.leaves_open(own, candidates.place, candidates.question):
        return None
    return _answer(nearest_facts.written(candidates.facts, candidates.question))


def _about_place(candidates: Candidates) -> Selection | None:
    """When does it close? Tell me about it. A new subject is not about the place."""
    place, here, question = candidates.place, candidates.here, candidates.question
    own = place_facts.by_aspect(here, question)[:MOST_FACTS]
    is_new = place_facts.leaves_open(own, place, question)
    if own and (not is_new or place_facts.is_referred_to(place, question)):
        return _answer(own)
    if not place_facts.asks_only_for(place, here, question):
        return None
    facts = place_facts.overview(here, candidates.request.last_answer)
    return Selection("overview", tuple(facts)) if facts else None


def _without_place(candidates: Candidates) -> Selection | None:
    """When do the spas open?"""
    question = candidates.question
    asks = question.aspects or question.kinds or question.days
    return _listed(candidates) if asks and not candidates.place else None


def _nearest_fact(candidates: Candidates) -> Selection | None:
    """Somewhere to swim."""
    return _answer(
        nearest_facts.nearest(
            candidates.facts,
            candidates.here,
            candidates.place,
            candidates.question,
            None if candidates.request.retry else candidates.compare,
        )
    )


STRATEGIES: tuple[Strategy, ...] = (
    _preselected,
    _comparison,
    _several_rows,
    _staff_answer,
    _about_place,
    _without_place,
    _nearest_fact,
)


def _listed(candidates: Candidates) -> Selection | None:
    facts = candidates.facts
    if candidates.question.of_those:
        facts = tuple(
            fact for fact in facts if fact.row in candidates.request.last_answer
        )
    fitting = listing.choose(facts, candidates.question, candidates.request.today)
    if len({fact.row for fact in fitting}) > 1:
        return Selection("list", tuple(fitting))
    return _answer(fitting)


def _answer(facts: Iterable[Fact]) -> Selection | None:
    chosen = tuple(facts)
    return Selection("answer", chosen) if chosen else None
