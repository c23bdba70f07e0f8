"""Several rows where several are asked for, each with the reason that it fits."""

from __future__ import annotations

from collections.abc import Sequence

from apps.concierge.extractive.facts import (
    COMPUTED,
    NOW,
    Fact,
    SpeakerRequest,
    best_of,
    by_row,
    distinct,
)
from apps.concierge.extractive.verdicts import tiers
from apps.infrastructure import patterns
from apps.knowledge.question.exclusions import FIELDS_OF_SORT
from apps.knowledge.search.results import MAX_LISTED
from apps.knowledge.statements.scoring import particulars

# Rows whose best fact is this much less likely than the best of all still fit a list.
LIST_SHARE = 0.12

_SEVERAL = patterns.compile(
    r"\b(any|which|what|where (can|could|should)|anywhere|somewhere|options|places|"
    r"restaurants|shows|rooms|list|bars|shops|all|good|best|recommend|suggest|"
    r"looking for|want|hungry|craving)\b",
    "i",
)
_SINGLE = patterns.compile(
    r"\b(the|this|that) (restaurant|show|room|place|bar|club)\b|\bit\b", "i"
)
_OPEN_NOW = patterns.compile(
    r"\bopen\b.*\b(now|right now|still|tonight|today)\b|\bopen\W*$", "i"
)
_CLOSED = patterns.compile(r"\bclosed\b|\bdoes not play\b", "i")


def choose(request: SpeakerRequest) -> tuple[Fact, ...]:
    """Their facts, row by row; empty where the question asks for one row."""
    question = request.question
    if len(request.chosen_among) > 1 and _OPEN_NOW.search(question):
        return _open_among(request)
    wants_several = _SEVERAL.search(question) and not _SINGLE.search(question)
    if not wants_several or request.named or request.hangs_on:
        return ()
    best = best_of(request.facts)
    if tiers.is_all_asked(request, best):
        return ()
    rows = {
        row: facts
        for row, facts in by_row(request.facts).items()
        if facts[0].kind == best.kind and _fits_list(best, facts, request.facts)
    }
    rows = _having(question, rows)
    ordered = sorted(rows.values(), key=lambda facts: -best_of(facts).chance)
    if NOW.search(question):
        ordered = [facts for facts in ordered if not _is_closed_now(facts)]
    if best.kind == "faq" or len(ordered) < 2:  # noqa: PLR2004 - one is told by itself
        return ()
    most = len(ordered) if request.is_of_all else MAX_LISTED
    reasons = [_listed_facts(request, facts) for facts in ordered[:most]]
    return tuple(fact for own in reasons for fact in own)


def _open_among(request: SpeakerRequest) -> tuple[Fact, ...]:
    """Of "which of those are open now?", each that is."""
    rows = by_row(f for f in request.facts if f.item_id in request.chosen_among)
    states = [fact for facts in rows.values() for fact in facts if fact.field == "now"]
    open_states = [state for state in states if not _CLOSED.search(state.text)]
    return tuple(open_states) if len(open_states) > 1 else ()


def _having(question: str, rows: dict[int, list[Fact]]) -> dict[int, list[Fact]]:
    """Of "rooms with a bathtub", those that have one; all where no value says so."""
    having = {row: facts for row, facts in rows.items() if _telling(question, facts)}
    return having or rows


def _telling(question: str, facts: Sequence[Fact]) -> list[Fact]:
    """Those whose value says that the row has the particular that is asked for."""
    particular = particulars.asked_for(question)
    if particular is None:
        return []
    return [fact for fact in facts if particular.sentence.search(fact.value)]


def _fits_list(best: Fact, facts: Sequence[Fact], all_facts: Sequence[Fact]) -> bool:
    """Of the same sort as the best row where that is known, else likely enough."""
    sort = _sort_of_row([fact for fact in all_facts if fact.item_id == best.item_id])
    if sort and _sort_of_row(facts) == sort:
        return True
    return best_of(facts).chance >= LIST_SHARE * best.chance


def _sort_of_row(facts: Sequence[Fact]) -> str:
    return next((fact.value for fact in facts if fact.field in FIELDS_OF_SORT), "")


def _is_closed_now(facts: Sequence[Fact]) -> bool:
    state = next((fact for fact in facts if fact.field in COMPUTED), None)
    return bool(state and _CLOSED.search(state.text))


def _listed_facts(request: SpeakerRequest, facts: Sequence[Fact]) -> list[Fact]:
    """Whether it is open, where that was asked, and what makes it fit."""
    state = [fact for fact in facts if fact.field in COMPUTED][:1]
    best = best_of(_telling(request.question, facts) or facts)
    return distinct([*(state if NOW.search(request.question) else []), best])
