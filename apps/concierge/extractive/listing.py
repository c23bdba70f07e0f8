"""Chooses the rows that fit a question for several places, each with its reasons."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from apps.concierge.extractive.aspects import OVERVIEW, Aspect
from apps.concierge.extractive.facts import Fact
from apps.concierge.extractive.question import Question
from apps.concierge.extractive.similarity import matched
from apps.infrastructure import patterns
from apps.language.calendar import days
from apps.language.word_forms import stems

MOST_ROWS = 6
FACTS_OF_A_ROW = 2
Rows = dict[str, list[Fact]]

_OPEN = patterns.compile(r"\bopen (now|24 hours)\b", "i")
_REFUSED = patterns.compile(
    r"\b(not (taken|accepted|available|offered)|none|on request)\b", "i"
)
_NEGATIONS = frozenset(stems("no not without never isn't doesn't don't"))
_NEGATED_WORDS = 2
_TIMED = ("then", "performances", "schedule", "hours_exceptions", "hours")
_TIME_ASPECTS = frozenset({"hours", "performances"})
_DEFINING = frozenset({"cuisine", "sort", "genre", "games", "features", "bath", "beds"})
# Where no row of a kind fits, rows of this kind may.
_NEXT_KIND = {"show": "venue", "room": "tower"}


def choose(facts: Sequence[Fact], question: Question, today: date | None) -> list[Fact]:
    """At most two facts for each fitting row, in the order of the passages."""
    fitting = _fitting(facts, question.kinds, question, today)
    if fitting or not question.kinds & _NEXT_KIND.keys():
        return fitting
    kinds = frozenset(_NEXT_KIND.get(kind, kind) for kind in question.kinds)
    return _fitting(facts, kinds, question, today)


def _fitting(
    facts: Sequence[Fact],
    kinds: frozenset[str],
    question: Question,
    today: date | None,
) -> list[Fact]:
    rows: Rows = {}
    for fact in facts:
        if fact.kind != "faq" and (not kinds or fact.kind in kinds):
            rows.setdefault(fact.row, []).append(fact)
    tables = [*_by_time(rows, question, today), *_by_aspect(rows, question)]
    tables += _by_content(rows, question)
    fitting = [row for row in rows if all(row in table for table in tables)]
    reasons = tables or [_introduced(rows)]
    return [
        fact
        for row in fitting[:MOST_ROWS]
        for fact in _once(table[row] for table in reasons)
    ]


def _by_time(
    rows: Rows, question: Question, today: date | None
) -> list[dict[str, Fact]]:
    if question.open_now:
        return [_first(rows, lambda fact: fact.field == "now" and _is_open(fact))]
    if not question.days or today is None:
        return []
    return [
        _first(
            rows,
            lambda fact: (
                fact.field in _TIMED and days.covers(fact.text, question.days, today)
            ),
        )
    ]


def _by_aspect(rows: Rows, question: Question) -> list[dict[str, Fact]]:
    timed = question.open_now or bool(question.days)
    return [
        _with_aspect(rows, aspect, triggers, question)
        for aspect, triggers in question.aspects
        if not (timed and aspect.name in _TIME_ASPECTS)
    ]


def _with_aspect(
    rows: Rows, aspect: Aspect, triggers: frozenset[str], question: Question
) -> dict[str, Fact]:
    """Rows whose record of the aspect meets most of the words it was asked by.

    "A tub" leaves the rooms with a shower out, "their hours" leaves nobody out.
    """
    answers = {
        row: fact
        for row, facts in rows.items()
        if (fact := _best(_lasting(facts, aspect), aspect, triggers))
        and _agrees(fact, triggers, question)
    }
    most = max((len(matched(triggers, f)) for f in answers.values()), default=0)
    return {
        row: fact
        for row, fact in answers.items()
        if len(matched(triggers, fact)) == most
    }


def _lasting(facts: Sequence[Fact], aspect: Aspect) -> list[Fact]:
    """A question about the hours of several rows wants those of the week.

    "Open now" is a question of its own and never comes here.
    """
    has_hours = any(fact.field == "hours" for fact in facts)
    skip = aspect.name == "hours" and has_hours
    return [fact for fact in facts if not (skip and fact.field == "now")]


def _best(
    facts: Iterable[Fact], aspect: Aspect, triggers: frozenset[str]
) -> Fact | None:
    fit = [f for f in facts if (aspect.rank(f.field) or 0) < aspect.listed]
    fit = [fact for fact in fit if aspect.rank(fact.field) is not None]
    return min(
        fit,
        key=lambda f: (-len(matched(triggers, f)), aspect.rank(f.field) or 0),
        default=None,
    )


def _by_content(rows: Rows, question: Question) -> list[dict[str, Fact]]:
    """Rows that meet as many of the free words as the best row does.

    A restaurant that is Italian fits better than one that also serves Italian dishes.
    """
    if not question.content:
        return []
    met = {row: _met(question.content, facts) for row, facts in rows.items()}
    most = max(met.values(), default=(0, 0))
    if not most[0]:
        return [{}]
    return [
        {
            row: max(rows[row], key=lambda f: len(matched(question.content, f)))
            for row, count in met.items()
            if count == most
        }
    ]


def _met(words: frozenset[str], facts: list[Fact]) -> tuple[int, int]:
    """How many of the words the row meets, and how many in what it is."""
    defining = [fact for fact in facts if fact.field in _DEFINING]
    return _count(words, facts), _count(words, defining)


def _count(words: frozenset[str], facts: list[Fact]) -> int:
    return len(set().union(*(matched(words, fact) for fact in facts)))


def _introduced(rows: Rows) -> dict[str, Fact]:
    def rank(fact: Fact) -> int:
        place = OVERVIEW.rank(fact.field)
        return len(OVERVIEW.fields) if place is None else place

    return {row: min(facts, key=rank) for row, facts in rows.items()}


def _agrees(fact: Fact, triggers: frozenset[str], question: Question) -> bool:
    """Whether a record says yes to who asks for a thing, or no to who asks without."""
    words = stems(fact.text)
    is_denied = any(
        word in triggers and _NEGATIONS & set(words[max(0, at - _NEGATED_WORDS) : at])
        for at, word in enumerate(words)
    )
    is_denied = is_denied or bool(_REFUSED.search(fact.text))
    return is_denied == question.negative


def _is_open(fact: Fact) -> bool:
    return bool(_OPEN.search(fact.text))


def _first(rows: Rows, fits: Callable[[Fact], bool]) -> dict[str, Fact]:
    first = {row: next(filter(fits, facts), None) for row, facts in rows.items()}
    return {row: fact for row, fact in first.items() if fact is not None}


def _once(facts: Iterable[Fact]) -> list[Fact]:
    return list(dict.fromkeys(facts))[:FACTS_OF_A_ROW]
