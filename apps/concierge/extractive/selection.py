"""Chooses the facts that answer a question: the first way that finds some wins."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.concierge.extractive import listing, nearest_facts, place_facts, similarity
from apps.concierge.extractive.prompt_reader import Fact, Reading
from apps.concierge.extractive.question import Question, understand
from apps.concierge.extractive.similarity import Likeness
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
class Desk:
    """What lies on the table: here are the facts of the place that is meant."""

    reading: Reading
    question: Question
    facts: tuple[Fact, ...]
    place: str
    here: tuple[Fact, ...]
    likeness: Likeness


Way = Callable[[Desk], Selection | None]


def choose(reading: Reading, likeness: Likeness = similarity.by_meaning) -> Selection:
    desk = _laid_out(reading, likeness)
    for way in WAYS:
        selection = way(desk)
        if selection:
            return selection
    return Selection("unknown")


def _laid_out(reading: Reading, likeness: Likeness) -> Desk:
    """A retry note names what was doubted: that is not said again."""
    question = understand(reading)
    facts = tuple(f for f in reading.facts if f.text not in reading.retry)
    place = place_facts.meant(reading, question)
    here = tuple(place_facts.facts_of(place, facts))
    return Desk(reading, question, facts, place, here, likeness)


def _chosen(desk: Desk) -> Selection | None:
    """Somewhere cheap and Italian: code has chosen the rows, and says by what."""
    rows: dict[str, list[Fact]] = {}
    for fact in desk.facts:
        if fact.fits:
            rows.setdefault(fact.row, []).append(fact)
    found = [
        fact
        for facts in list(rows.values())[: listing.MOST_ROWS]
        for fact in _why(facts)
    ]
    if len(rows) > 1:
        return Selection("list", tuple(found), more=len(rows) > listing.MOST_ROWS)
    return _answer(found)


def _why(facts: Sequence[Fact]) -> list[Fact]:
    """At most two facts of a row: those of the fields that it was chosen by."""
    order = facts[0].fits
    telling = {fact.field: fact for fact in reversed(facts) if fact.field in order}
    best = sorted(telling.values(), key=lambda fact: order.index(fact.field))
    return (best or list(facts))[: listing.FACTS_OF_A_ROW]


def _compared(desk: Desk) -> Selection | None:
    """Which is cheaper, this or that? What the records say of each of them."""
    places = place_facts.named(desk.reading, desk.question)
    if len(places) < 2 or desk.question.days:  # noqa: PLR2004 - one alone compares not
        return None
    found: list[Fact] = []
    for place in places:
        here = place_facts.facts_of(place, desk.facts)
        told = place_facts.by_aspect(here, desk.question)[:1]
        found += told or place_facts.overview(here, "")[:FACTS_COMPARED]
    return Selection("list", tuple(found)) if found else None


def _several(desk: Desk) -> Selection | None:
    """Which restaurants are Italian? But not: does this one have specials?"""
    question = desk.question
    is_of_one = question.is_yes_or_no and set(stems(desk.place)) & question.content
    return _listed(desk) if question.wants_many and not is_of_one else None


def _written(desk: Desk) -> Selection | None:
    """Is there free parking? Staff wrote an answer; a place's own record is nearer."""
    own = place_facts.by_aspect(desk.here, desk.question)
    if own and not place_facts.leaves_open(own, desk.place, desk.question):
        return None
    return _answer(nearest_facts.written(desk.facts, desk.question))


def _of_place(desk: Desk) -> Selection | None:
    """When does it close? Tell me about it. A new subject is not about the place."""
    own = place_facts.by_aspect(desk.here, desk.question)[:MOST_FACTS]
    is_new = place_facts.leaves_open(own, desk.place, desk.question)
    if own and (not is_new or place_facts.is_referred_to(desk.place, desk.question)):
        return _answer(own)
    if not place_facts.asks_only_for(desk.place, desk.here, desk.question):
        return None
    told = place_facts.overview(desk.here, desk.reading.said)
    return Selection("overview", tuple(told)) if told else None


def _without_place(desk: Desk) -> Selection | None:
    """When do the spas open?"""
    question = desk.question
    asks = question.aspects or question.kinds or question.days
    return _listed(desk) if asks and not desk.place else None


def _nearest(desk: Desk) -> Selection | None:
    """Somewhere to swim."""
    return _answer(
        nearest_facts.nearest(
            desk.facts,
            desk.here,
            desk.place,
            desk.question,
            None if desk.reading.retry else desk.likeness,
        )
    )


WAYS: tuple[Way, ...] = (
    _chosen,
    _compared,
    _several,
    _written,
    _of_place,
    _without_place,
    _nearest,
)


def _listed(desk: Desk) -> Selection | None:
    facts = desk.facts
    if desk.question.of_those:
        facts = tuple(fact for fact in facts if fact.row in desk.reading.said)
    found = listing.choose(facts, desk.question, desk.reading.today)
    if len({fact.row for fact in found}) > 1:
        return Selection("list", tuple(found))
    return _answer(found)


def _answer(facts: Iterable[Fact]) -> Selection | None:
    chosen = tuple(facts)
    return Selection("answer", chosen) if chosen else None
