"""Chooses the facts of the row that answers best."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apps.concierge.extractive import titles
from apps.concierge.extractive.facts import (
    COMPUTED,
    NOW,
    Fact,
    SpeakerRequest,
    best_of,
    distinct,
)
from apps.concierge.extractive.verdicts import tiers, verdict, written_answers
from apps.infrastructure import patterns
from apps.knowledge.question.exclusions import FIELDS_OF_SORT
from apps.knowledge.statements import ellipsis, kind_words
from apps.knowledge.statements.topics import fields_of
from apps.language.vocabulary import synonyms
from apps.language.word_forms import content, stems

FACTS_OF_A_ROW = 2
TIMED_TOPICS = frozenset({"hours", "playing"})
KINDS_WITH_PERFORMANCES = frozenset({"show", "venue"})
# A sentence with every word of the question answers it, though another one is this
# many times as likely.
HOLDS_ALL_SHARE = 0.2
# A fact of another row that is at least this likely is asked for as well.
TWIN_SHARE = 0.4

_DAYS = patterns.compile(
    r"\b(what|which) days?\b|\bevery ?day\b|\bdays of the week\b|\bdaily\b", "i"
)
_OPENING = patterns.compile(
    r"\b(when|what time|how early)\b.*\b(opens?|starts?)\b|\bopening (hour|time)s?\b",
    "i",
)
_UNTIL = patterns.compile(r"\b(till?|until|close[sd]?|closing)\b", "i")
_OPEN = patterns.compile(r"\bopen now\b", "i")
_AMOUNT = patterns.compile(r"\$ ?\d")
_JOINS = patterns.compile(r"\b(and|plus|also|then)\b|[&+]", "i")


def choose(request: SpeakerRequest) -> tuple[Fact, ...]:
    """The facts of the row, the direct answer first; then those of a row for another
    wish of the same question."""
    best = _best_fact(request)
    facts = tuple(tiers.every(request, best)) or _of_row(request, best)
    if of_members := tiers.of_members(request, best):
        return tuple(distinct([of_members, *facts]))
    if deciding := _deciding(request, facts[0]):
        return (deciding,)
    if not joins(request.question):
        return facts
    if twin := _twin(request, best):
        return (*facts, *_of_row(request, twin))
    second_fact = _for_other_wish(request, best)
    return (second_fact, *facts) if second_fact else facts


def joins(question: str) -> bool:
    """Whether it may have two wishes: "and", "plus"."""
    return bool(_JOINS.search(question))


def _deciding(request: SpeakerRequest, best: Fact) -> Fact | None:
    """Of a question for yes or no that the best fact leaves open: the fact of the same
    row, or of the row that is asked about, that says which."""
    if not verdict.is_yes_or_no(request.question) or _decides(request, best):
        return None
    rows = {best.item_id, *request.named[:1]}
    deciding = [
        fact
        for fact in request.facts
        if fact.item_id in rows and fact.kind != "faq" and verdict.of(request, fact)
    ]
    return best_of(deciding) if deciding else verdict.place_of_named(request)


def _decides(request: SpeakerRequest, fact: Fact) -> bool:
    is_answer = fact.kind == "faq" and written_answers.is_as_asked(request, fact)
    return is_answer or bool(verdict.of(request, fact))


def _twin(request: SpeakerRequest, best: Fact) -> Fact | None:
    """The same of another row that is asked for in one breath: "gym and pool hours"."""
    return next(
        (
            fact
            for fact in sorted(request.facts, key=lambda fact: -fact.chance)
            if fact.item_id != best.item_id
            and fact.field == best.field
            and fact.kind == best.kind
            and fact.chance >= TWIN_SHARE * best.chance
        ),
        None,
    )


def _for_other_wish(request: SpeakerRequest, best: Fact) -> Fact | None:
    """The fact of another kind of row that the question names as well, if it shares
    another word of the question with the best fact: "bowl and eat" finds the lanes
    that serve dinner too."""
    words, own = _words_of(request), _words_in(best)
    other_words = {
        kind: words & of_kind
        for kind, of_kind in kind_words.by_kind().items()
        if kind != best.kind and words & of_kind and not own & words & of_kind
    }
    rivals = [
        fact
        for fact in request.facts
        if fact.kind in other_words
        and own & _words_in(fact) & (words - other_words[fact.kind])
    ]
    return best_of(rivals) if rivals else None


def _of_row(request: SpeakerRequest, best: Fact) -> tuple[Fact, ...]:
    own = [fact for fact in request.facts if fact.item_id == best.item_id]
    best = next(tiers.named(request, best, own), best)
    is_timed = request.topic in TIMED_TOPICS
    is_of_day = any(fact.field == "then" for fact in own)
    # What is written of a show tells less of its time than its next date.
    has_date = (
        request.topic == "hours"
        and best.kind == "show"
        and any(fact.field == "performances" for fact in own)
    )
    # "And on Thanksgiving?" names a day and nothing else.
    if (is_timed and (has_date or best.field in fields_of(request.topic))) or (
        is_of_day and (request.hangs_on or (is_timed and not request.named))
    ):
        return tuple(_time_facts(request, own)) or (best,)
    if best.field == "price_band" and (price := _exact_price(own)):
        return (price, best)
    # "Steak tonight?" is about the evening first.
    state = [fact for fact in own if fact.field in COMPUTED][:1]
    if state and NOW.search(request.question) and best.kind != "faq":
        return tuple(distinct([*state, best]))
    # "What does Ballo serve?" is answered by its kitchen before its description.
    kitchen = [fact for fact in own if fact.field == "cuisine"][:1]
    named = {*stems(best.row)}
    asks_openly = not (_words_of(request) - named) & _words_in(best)
    if request.topic == "food" and best.field == "summary" and kitchen and asks_openly:
        return tuple(distinct([*kitchen, best]))
    is_of_topic = not request.hangs_on or best.field in fields_of("about")
    if request.topic == "about" and best.kind != "faq" and is_of_topic:
        return tuple(facts_of_topic(request, own)) or (best,)
    return (best,)


def _exact_price(own: Sequence[Fact]) -> Fact | None:
    """The likeliest text of the row with an amount, which says more than "moderate"."""
    priced = [fact for fact in own if _AMOUNT.search(fact.text)]
    return best_of(priced) if priced else None


def _best_fact(request: SpeakerRequest) -> Fact:
    """The likeliest; before it a likely one that alone has every word: "Is valet free
    for Gold?" is answered by what Gold gets."""
    best, words = best_of(request.facts), _words_of(request)
    if words <= _words_in(best) or _asks_for_time_alone(request, words):
        return best
    least = HOLDS_ALL_SHARE * best.chance
    likely = [f for f in request.facts if f.chance >= least and words <= _words_in(f)]
    rivals = [fact for fact in likely if not titles.loses_words(fact, best, words)]
    return best_of(rivals) if rivals else best


def _asks_for_time_alone(request: SpeakerRequest, words: Collection[str]) -> bool:
    """ "What time?": a sentence that has these words says nothing more of it."""
    is_timed = request.topic in TIMED_TOPICS
    return is_timed and ellipsis.asking_words().issuperset(words)


def _words_of(request: SpeakerRequest) -> set[str]:
    return content(stems(request.question))


def _words_in(fact: Fact) -> set[str]:
    """With the words of guests for what it says."""
    own = {*stems(f"{fact.row} {fact.text}")}
    table = synonyms.synonyms()
    return own.union(word for word, forms in table.items() if forms & own)


def _time_facts(request: SpeakerRequest, own: Sequence[Fact]) -> list[Fact]:
    """What holds at the time asked for, or now; then the usual hours."""
    has_performances = own[0].kind in KINDS_WITH_PERFORMANCES
    order = fields_of(
        "playing" if has_performances and request.topic == "playing" else "hours"
    )
    facts = [fact for fact in own if fact.field in order]
    if _names_another_day(request):
        facts = [fact for fact in facts if fact.field != "now"]
    ordered = sorted(facts, key=lambda fact: order.index(fact.field))
    if _asks_for_week(request, ordered):
        ordered.sort(key=lambda fact: fact.field != "hours")
    return ordered[: 1 if _is_all(ordered) else FACTS_OF_A_ROW]


def _is_all(facts: Sequence[Fact]) -> bool:
    """Whether the first one says all of it: around the clock, or "open at 7 PM, until
    10 PM"."""
    first = facts[0] if facts else None
    if first is None:
        return False
    is_of_moment = first.field == "then" and first.value.startswith("open, until")
    return is_of_moment or "24 hours" in first.value.lower()


def _asks_for_week(request: SpeakerRequest, facts: Sequence[Fact]) -> bool:
    """Whether the usual hours come before what holds now: "what days is it open?", and
    "when do you open?" of what is open already."""
    if _DAYS.search(request.question):
        return True
    is_open = any(f.field == "now" and _OPEN.search(f.text) for f in facts)
    asks_opening = _OPENING.search(request.question)
    return is_open and bool(asks_opening) and not _UNTIL.search(request.question)


def _names_another_day(request: SpeakerRequest) -> bool:
    return any(fact.field == "then" for fact in request.facts)


def facts_of_topic(request: SpeakerRequest, own: Sequence[Fact]) -> list[Fact]:
    order = fields_of(request.topic)
    facts = [fact for fact in own if fact.field in order and not _is_in_name(fact)]
    by_rank = sorted(facts, key=lambda fact: order.index(fact.field))
    return (by_rank or sorted(own, key=lambda f: -f.chance))[:FACTS_OF_A_ROW]


def _is_in_name(fact: Fact) -> bool:
    """That Mandara Spa is a spa tells nobody anything."""
    return fact.field in FIELDS_OF_SORT and fact.value.lower() in fact.row.lower()
