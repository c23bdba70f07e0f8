"""Chooses what is told: the best fact of the ranking, or a list of rows that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from apps.concierge.extractive import exclusion, row_list, single_row
from apps.concierge.extractive.facts import (
    COMPUTED,
    Fact,
    SpeakerRequest,
    best_of,
    by_row,
)
from apps.concierge.extractive.verdicts import unmet_words
from apps.infrastructure import patterns
from apps.knowledge.comparison import extremes
from apps.knowledge.search.results import MAX_LISTED
from apps.knowledge.statements import kind_words
from apps.knowledge.statements.ranking import ANSWERABLE_FROM, NEAREST_BELOW
from apps.language.spelling import things
from apps.language.word_forms import WORDS_OF_HAVING, content, stems

# Share of the question's words that no record explains, rare ones weighing more: a
# list that was chosen by the other words is not all that was asked.
UNMET_IN_PART = 0.3
MOST_EXCLUDED = 4
# The chance of being exact below which a row that is named says nothing of the thing.
FAR_BELOW = 0.25
_MOST_REASONS = 3
# Of a table in which several lines answer.
MAX_LINES = 6
# Fields that a row of a list is told with where nothing more telling was asked for.
_ALWAYS_FITTING = frozenset({"cuisine", "rate_from", "summary"})

_OF_EACH_ROW = frozenset({"reservations", "dress_code", "minimum_age", "phone"})
_WHEN = patterns.compile(
    r"\b(when|what time|how (late|early|long)|until|till|hours)\b", "i"
)
_IT = patterns.compile(r"\b(does|do|is|are|will) (it|they)\b", "i")
_WORDS_OF_KINDS = frozenset().union(*kind_words.by_kind().values())
_AGAINST = patterns.compile(
    r"\b(versus|or|difference|compare|better|than|between)\b", "i"
)


@dataclass(frozen=True)
class Selection:
    """What is told of one row, of several, or nothing. is_computed: whether code has
    worked it out, so that it is exactly what was asked. untold: how many more rows fit.
    is_excluded: whether the time that is asked for leaves out all of them.
    """

    kind: Literal["answer", "list", "unknown"]
    facts: tuple[Fact, ...] = ()
    is_computed: bool = False
    untold: int = 0
    is_excluded: bool = False


UNKNOWN = Selection("unknown")


def choose(request: SpeakerRequest) -> Selection:
    if not request.facts:
        return UNKNOWN
    if request.is_comparison:
        return Selection("list", _differing(request), is_computed=True)
    chosen = _preselected(request) or _compared(request)
    if not chosen:
        if request.answerable < ANSWERABLE_FROM or _is_of_nobody(request):
            return UNKNOWN
        listed = row_list.choose(request)
        chosen = Selection("list", listed) if listed else None
    if chosen and not request.is_extreme:
        return _excluded(request, chosen.facts) or _open_alone(request, chosen)
    return chosen or _of_row(request)


def _of_row(request: SpeakerRequest) -> Selection:
    facts = single_row.choose(request)
    is_asked = _is_row_asked_about(request)
    is_of_row = is_asked and exclusion.asks_of_row(facts)
    facts_of_each = [*facts[:1], *_of_each_named(request)]
    if is_of_row and (excluded := _excluded(request, facts_of_each)):
        return excluded
    is_timed = request.topic in single_row.TIMED_TOPICS or request.hangs_on
    is_computed = is_timed and facts[0].field in COMPUTED
    if _is_far(request, facts[0]):
        return UNKNOWN
    return Selection("answer", facts, is_computed and is_asked)


def _is_far(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether it is not even near to what is looked for, and no row is asked about."""
    if unmet_words.is_of_others(request, fact):
        return True
    if request.named and not request.missing:
        is_unlikely = request.exact < FAR_BELOW and unmet_words.lacks_things(
            request, fact
        )
        is_of_other = request.exact < NEAREST_BELOW and _is_of_other_row(request, fact)
        return is_unlikely or is_of_other
    is_asked = request.hangs_on or request.missing
    is_little = not is_asked and unmet_words.shares_little(request, fact)
    return is_little or unmet_words.lacks_things(request, fact)


def _is_of_other_row(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether it is a value that each row has for itself, and of none that is named:
    how a restaurant reserves is not near "does the spa do group bookings?"."""
    is_named = fact.item_id in request.named
    return fact.field in _OF_EACH_ROW and not is_named


def _of_each_named(request: SpeakerRequest) -> list[Fact]:
    """Of "gym or pool still open?", a fact of either: one of them may be open."""
    named = by_row(fact for fact in request.facts if fact.item_id in request.named)
    return [own[0] for own in named.values()]


def _excluded(request: SpeakerRequest, facts: Sequence[Fact]) -> Selection | None:
    """The plain no, and when it can be had instead."""
    reasons = exclusion.of(request, facts)
    if not reasons:
        return None
    return Selection("answer", reasons[:MOST_EXCLUDED], True, is_excluded=True)


def _open_alone(request: SpeakerRequest, chosen: Selection) -> Selection:
    """Without the rows that are closed at the time that is asked for."""
    closed_rows = {
        fact.item_id
        for fact in chosen.facts
        if fact.kind != "show" and exclusion.of(request, [fact])
    }
    facts = [fact for fact in chosen.facts if fact.item_id not in closed_rows]
    return replace(chosen, facts=tuple(facts))


def _is_row_asked_about(request: SpeakerRequest) -> bool:
    """Whether the hours told are of what is asked about: those of some restaurant are
    no answer to "a vegan place open at nine"."""
    is_row_given = bool(request.named) or request.hangs_on
    return is_row_given or request.unmet_share < UNMET_IN_PART


def _is_of_nobody(request: SpeakerRequest) -> bool:
    """Whether hours are asked of a name that no row has, or of an "it" that stands for
    nothing."""
    is_timed = request.topic in single_row.TIMED_TOPICS
    is_english = request.language == "en"  # where every word of it is understood
    if not (is_timed and is_english and _WHEN.search(request.question)):
        return False
    if request.named or request.hangs_on:
        return False
    words = content(stems(request.question)) - unmet_words.explained(request)
    words -= _WORDS_OF_KINDS | WORDS_OF_HAVING
    if not words:
        return bool(_IT.search(request.question))
    if unmet_words.are_only_mentioned(request, best_of(request.facts), words):
        return True
    is_nowhere = words <= {*request.nowhere} and any(map(things.is_rare, words))
    is_unlikely = request.exact < NEAREST_BELOW and words <= {*request.lacking}
    return is_nowhere or is_unlikely


def _preselected(request: SpeakerRequest) -> Selection | None:
    """Somewhere cheap and Italian, the largest room: code has chosen the rows."""
    rows = by_row(f for f in request.facts if f.fits or f.is_computed)
    if not rows:
        return None
    if request.is_extreme:
        facts = _extreme_facts(list(rows.values()), request)
        return Selection("answer", tuple(facts), is_computed=True)
    is_computed = request.unmet_share < UNMET_IN_PART
    most = len(rows) if request.is_of_all else MAX_LISTED
    first = next(iter(rows.values()))[0]
    per_row = 1 if request.is_of_all else _count_of_reasons(first)
    reasons = [_reasons(facts, per_row) for facts in list(rows.values())[:most]]
    kind: Literal["answer", "list"] = "list" if len(reasons) > 1 else "answer"
    chosen = tuple(fact for facts in reasons for fact in facts)
    untold = max(request.matching - len(reasons), 0)
    return Selection(kind, chosen, is_computed, untold)


def _differing(request: SpeakerRequest) -> tuple[Fact, ...]:
    """Row by row, the fields in which they differ."""
    rows = by_row(fact for fact in request.facts if fact.field in fact.fits)
    return tuple(
        fact
        for own in rows.values()
        for fact in sorted(own, key=lambda fact: fact.fits.index(fact.field))
    )


def _extreme_facts(
    rows: Sequence[Sequence[Fact]], request: SpeakerRequest
) -> list[Fact]:
    """The fact of the first row, of those that are level with it, and of rows that the
    guest has named; of all rows where two are compared."""
    facts = [fact for own in rows for fact in own if fact.field in fact.fits]
    if extremes.is_comparison(request.question):
        return facts
    return [
        fact
        for fact in facts
        if fact.item_id in {facts[0].item_id, *request.named}
        or fact.value == facts[0].value
    ]


def _count_of_reasons(fact: Fact) -> int:
    """How many facts show all that was asked for: its price, its children's menu and
    its hours."""
    chosen_by = [field for field in fact.fits if field not in _ALWAYS_FITTING]
    most = MAX_LINES if fact.kind == "document" else _MOST_REASONS
    return min(max(len(chosen_by), single_row.FACTS_OF_A_ROW), most)


def _reasons(facts: Sequence[Fact], most: int) -> list[Fact]:
    """At most so many facts of a row: those of the fields that it was chosen by."""
    order = facts[0].fits
    telling = {fact.field: fact for fact in reversed(facts) if fact.field in order}
    best = sorted(telling.values(), key=lambda fact: order.index(fact.field))
    return (best or list(facts))[:most]


def _compared(request: SpeakerRequest) -> Selection | None:
    """This or that? What the records say of each of them."""
    named = list(dict.fromkeys(request.named))
    if len(named) < 2 or not _AGAINST.search(request.question):  # noqa: PLR2004 - one alone compares not
        return None
    facts = by_row(request.facts)
    of_each = [
        single_row.facts_of_topic(request, facts[row]) for row in named if row in facts
    ]
    compared = tuple(fact for own in of_each for fact in own)
    is_computed = all(of_each) and request.unmet_share < UNMET_IN_PART
    return Selection("list", compared, is_computed) if compared else None
