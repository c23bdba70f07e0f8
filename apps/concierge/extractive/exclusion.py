"""What a day, an hour or a season excludes: "steak tonight?", where all are closed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from apps.concierge.extractive.facts import Fact, SpeakerRequest, best_of, by_row
from apps.infrastructure import patterns
from apps.language.calendar import holidays

_TODAY = patterns.compile(r"\b(today|tonight|this (evening|afternoon|morning))\b", "i")
_NOW = patterns.compile(r"\b(now|still|at the moment|currently)\b", "i")
_ASKS_FOR_A_VALUE = patterns.compile(
    r"\b(when|what (time|are|is)|whats|how|hours|until|till|which|who|closed?|closes|"
    r"closing|shut|not open|(is|are|do|does|wo)n'?t open)\b",
    "i",
)
_CLOSED = patterns.compile(r"\bclosed\b|\bdoes not play\b", "i")
_LATER_TODAY = patterns.compile(r"\bopens today\b", "i")
# What is out of season, which is all that its state says, is so for some time to come.
_OUT_OF_SEASON = "Closed"
_COMING = patterns.compile(
    r"\b(can|could|may) (i|we|you) (still )?(play|go|come|use|visit|golf|swim|ski)\b|"
    r"\b(this|the|on) weekend\b|\bthis week\b",
    "i",
)
_OTHER_SEASON = patterns.compile(
    r"\b(spring|summer|autumn|fall|winter|season|months?|year)\b|"
    r"\bin (early |mid |late )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
    "i",
)
_OTHER_DAY = patterns.compile(r"^(on|tomorrow)\b", "i")
# What is told of a row for itself; its price or dress code is asked for by itself.
_OF_ROW = frozenset(
    {
        *("now", "then", "hours", "hours_note", "performances"),
        *("cuisine", "sort", "genre", "summary", "details"),
    }
)


def of(request: SpeakerRequest, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Why none of the rows of these facts can be had at the time that is asked for;
    empty where one can, where no time is asked for, or a time itself is."""
    if not facts or _ASKS_FOR_A_VALUE.search(request.question):
        return ()
    if holidays.words(request.question.lower()):  # the usual hours may not hold
        return ()
    rows = dict.fromkeys(fact.item_id for fact in facts)
    own_facts = by_row(request.facts)
    excluding = [_excluding(request, own_facts[row]) for row in rows]
    if not all(excluding):
        return ()
    usual = _usual_hours(own_facts[facts[0].item_id]) if len(rows) == 1 else ()
    return (*chain.from_iterable(excluding), *usual)


def asks_of_row(facts: Sequence[Fact]) -> bool:
    """Whether the best of these facts tells of the row itself, such as its cuisine."""
    return best_of(facts).field in _OF_ROW


def _usual_hours(own: Sequence[Fact]) -> Sequence[Fact]:
    """Of one row, so that the guest may choose another day."""
    return [fact for fact in own if fact.field == "hours"][:1]


def _excluding(request: SpeakerRequest, own: Sequence[Fact]) -> Sequence[Fact]:
    """That it is closed then, and for an hour also when it is open that day."""
    if then := [fact for fact in own if fact.field == "then"]:
        hours = [fact for fact in then if not _CLOSED.search(fact.text)]
        return () if then[0] in hours else (then[0], *hours[:1])
    is_today = bool(_TODAY.search(request.question))
    for fact in own:
        if fact.field == "now" and _CLOSED.search(fact.text):
            is_later = is_today and _LATER_TODAY.search(fact.text)
            is_asked = is_today or bool(_NOW.search(request.question))
            is_asked = is_asked or _is_season_asked_about(request, fact)
            return (fact,) if is_asked and not is_later else ()
        if fact.field == "performances":
            is_other_day = is_today and _OTHER_DAY.search(fact.value)
            # What is computed for the question says itself that nothing plays.
            return (fact,) if is_other_day and not fact.is_computed else ()
    return ()


def _is_season_asked_about(request: SpeakerRequest, state: Fact) -> bool:
    """Whether "can we play this weekend?" is asked of what is out of season."""
    question = request.question
    is_near = _COMING.search(question) and not _OTHER_SEASON.search(question)
    return state.value == _OUT_OF_SEASON and bool(is_near)
