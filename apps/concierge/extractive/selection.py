"""Chooses what is told: the best fact of the ranking, or a list of rows that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.infrastructure import patterns
from apps.knowledge.question.exclusions import FIELDS_OF_SORT
from apps.knowledge.search import extremes
from apps.knowledge.statements.ranking import ANSWERABLE_FROM
from apps.knowledge.statements.topics import fields_of
from apps.language.word_forms import content, stems

MAX_ROWS = 5
FACTS_OF_A_ROW = 2
# Share of the question's words that no record explains, rare ones weighing more: a
# list that was chosen by the other words is not all that was asked.
UNMET_IN_PART = 0.3
# Rows whose best fact is this much less likely than the best of all still fit a list.
LIST_SHARE = 0.12
TIMED_TOPICS = frozenset({"hours", "playing"})
COMPUTED = ("then", "now")

_SEVERAL = patterns.compile(
    r"\b(any|which|what|where (can|could|should)|anywhere|somewhere|options|places|"
    r"restaurants|shows|rooms|list|bars|shops|all|good|best|recommend|suggest|"
    r"looking for|want|hungry|craving)\b",
    "i",
)
_ONE = patterns.compile(
    r"\b(the|this|that) (restaurant|show|room|place|bar|club)\b|\bit\b", "i"
)
_AGAINST = patterns.compile(
    r"\b(versus|or|difference|compare|better|than|between)\b", "i"
)
_NOW = patterns.compile(r"\b(now|open|tonight|today|late)\b", "i")
_CLOSED = patterns.compile(r"\bclosed\b|\bdoes not play\b", "i")


@dataclass(frozen=True)
class Selection:
    """What is told of one row, of several, or nothing. is_computed: whether code has
    worked it out, so that it is exactly what was asked."""

    kind: Literal["answer", "list", "unknown"]
    facts: tuple[Fact, ...] = ()
    is_computed: bool = False


UNKNOWN = Selection("unknown")


def choose(request: SpeakerRequest) -> Selection:
    if not request.facts:
        return UNKNOWN
    chosen = _preselected(request) or _compared(request)
    if chosen:
        return chosen
    if request.answerable < ANSWERABLE_FROM:
        return UNKNOWN
    return _listed(request) or _one_row(request)


def _preselected(request: SpeakerRequest) -> Selection | None:
    """Somewhere cheap and Italian, the largest room: code has chosen the rows."""
    rows = _by_row(f for f in request.facts if f.fits or f.is_computed)
    if not rows:
        return None
    if request.is_extreme:
        facts = _extreme_facts(list(rows.values()), request)
        return Selection("answer", tuple(facts), is_computed=True)
    is_computed = request.unmet_share < UNMET_IN_PART
    reasons = [_reasons(facts) for facts in list(rows.values())[:MAX_ROWS]]
    kind: Literal["answer", "list"] = "list" if len(reasons) > 1 else "answer"
    chosen = tuple(fact for facts in reasons for fact in facts)
    return Selection(kind, chosen, is_computed)


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
        if fact.value == facts[0].value or fact.item_id in request.named
    ]


def _reasons(facts: Sequence[Fact]) -> list[Fact]:
    """At most two facts of a row: those of the fields that it was chosen by."""
    order = facts[0].fits
    telling = {fact.field: fact for fact in reversed(facts) if fact.field in order}
    best = sorted(telling.values(), key=lambda fact: order.index(fact.field))
    return (best or list(facts))[:FACTS_OF_A_ROW]


def _compared(request: SpeakerRequest) -> Selection | None:
    """This or that? What the records say of each of them."""
    named = list(dict.fromkeys(request.named))
    if len(named) < 2 or not _AGAINST.search(request.question):  # noqa: PLR2004 - one alone compares not
        return None
    facts = _by_row(request.facts)
    of_each = [_facts_of_topic(request, facts[row]) for row in named if row in facts]
    compared = tuple(fact for own in of_each for fact in own)
    return Selection("list", compared) if compared else None


def _listed(request: SpeakerRequest) -> Selection | None:
    """Several rows where several are asked for, each with the reason that it fits."""
    asks = _SEVERAL.search(request.question) and not _ONE.search(request.question)
    if not asks or request.named or request.hangs_on:
        return None
    best = _best_fact(request.facts)
    rows = {
        row: facts
        for row, facts in _by_row(request.facts).items()
        if facts[0].kind == best.kind and _fits_list(best, facts, request.facts)
    }
    ordered = sorted(rows.values(), key=lambda facts: -_best_fact(facts).chance)
    if _NOW.search(request.question):
        ordered = [facts for facts in ordered if not _is_closed_now(facts)]
    if best.kind == "faq" or len(ordered) < 2:  # noqa: PLR2004 - one is told by itself
        return None
    reasons = [_listed_facts(request, facts) for facts in ordered[:MAX_ROWS]]
    return Selection("list", tuple(fact for own in reasons for fact in own))


def _fits_list(best: Fact, facts: Sequence[Fact], everything: Sequence[Fact]) -> bool:
    """Of the same sort as the best row where that is known, else likely enough."""
    sort = _sort_of_row([fact for fact in everything if fact.item_id == best.item_id])
    if sort and _sort_of_row(facts) == sort:
        return True
    return _best_fact(facts).chance >= LIST_SHARE * best.chance


def _sort_of_row(facts: Sequence[Fact]) -> str:
    return next((fact.value for fact in facts if fact.field in FIELDS_OF_SORT), "")


def _is_closed_now(facts: Sequence[Fact]) -> bool:
    state = next((fact for fact in facts if fact.field in COMPUTED), None)
    return bool(state and _CLOSED.search(state.text))


def _listed_facts(request: SpeakerRequest, facts: Sequence[Fact]) -> list[Fact]:
    """Whether it is open, where that was asked, and what makes it fit."""
    state = [fact for fact in facts if fact.field in COMPUTED][:1]
    best = _best_fact(facts)
    return _distinct([*(state if _NOW.search(request.question) else []), best])


def _one_row(request: SpeakerRequest) -> Selection:
    best = _best_fact(request.facts)
    own = [fact for fact in request.facts if fact.item_id == best.item_id]
    best = next(_tiers_named(request, best, own), best)
    timed = request.topic in TIMED_TOPICS and best.field in fields_of(request.topic)
    # "And on Thanksgiving?" names a day and nothing else.
    if timed or (request.hangs_on and any(fact.field == "then" for fact in own)):
        facts = tuple(_time_facts(request, own)) or (best,)
        return Selection("answer", facts, facts[0].field in COMPUTED)
    # "What does Ballo serve?" is answered by its kitchen before its description.
    kitchen = [fact for fact in own if fact.field == "cuisine"][:1]
    if request.topic == "food" and best.field == "summary" and kitchen:
        return Selection("answer", tuple(_distinct([*kitchen, best])))
    # "Steak tonight?" is about the evening as well.
    state = [fact for fact in own if fact.field in COMPUTED][:1]
    if state and _NOW.search(request.question) and best.kind != "faq":
        return Selection("answer", tuple(_distinct([*state, best])))
    if request.topic == "about" and best.kind != "faq":
        return Selection("answer", tuple(_facts_of_topic(request, own)) or (best,))
    return Selection("answer", (best,))


def _tiers_named(
    request: SpeakerRequest, best: Fact, own: Sequence[Fact]
) -> Iterator[Fact]:
    """Of "what does Gold get?", the fact of that tier, not the list of all."""
    words = content(stems(request.question)) - {*stems(f"{best.row} tier level")}
    for fact in own:
        heading = fact.text.partition(":")[0]
        is_tier = best.field == "tiers" and fact.field.startswith("tier_")
        if is_tier and words & {*stems(heading.removeprefix(fact.row))}:
            yield fact


def _time_facts(request: SpeakerRequest, own: Sequence[Fact]) -> list[Fact]:
    """What holds at the time asked for, or now; then the usual hours."""
    order = fields_of(request.topic if request.topic in TIMED_TOPICS else "hours")
    facts = [fact for fact in own if fact.field in order]
    if _names_another_day(request):
        facts = [fact for fact in facts if fact.field != "now"]
    ordered = sorted(facts, key=lambda fact: order.index(fact.field))
    is_always_open = bool(ordered) and "24 hours" in ordered[0].value.lower()
    return ordered[: 1 if is_always_open else FACTS_OF_A_ROW]


def _names_another_day(request: SpeakerRequest) -> bool:
    return any(fact.field == "then" for fact in request.facts)


def _facts_of_topic(request: SpeakerRequest, own: Sequence[Fact]) -> list[Fact]:
    order = fields_of(request.topic)
    facts = [fact for fact in own if fact.field in order and not _is_in_name(fact)]
    by_rank = sorted(facts, key=lambda fact: order.index(fact.field))
    return (by_rank or sorted(own, key=lambda f: -f.chance))[:FACTS_OF_A_ROW]


def _is_in_name(fact: Fact) -> bool:
    """That Mandara Spa is a spa tells nobody anything."""
    return fact.field in FIELDS_OF_SORT and fact.value.lower() in fact.row.lower()


def _distinct(facts: Iterable[Fact]) -> list[Fact]:
    return list(dict.fromkeys(facts))


def _best_fact(facts: Sequence[Fact]) -> Fact:
    return max(facts, key=lambda fact: fact.chance)


def _by_row(facts: Iterable[Fact]) -> dict[int, list[Fact]]:
    rows: dict[int, list[Fact]] = {}
    for fact in facts:
        rows.setdefault(fact.item_id, []).append(fact)
    return rows
