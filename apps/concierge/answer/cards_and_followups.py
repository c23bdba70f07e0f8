"""What goes with an answer: cards of its rows, and questions that may come next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from apps.concierge import replies
from apps.concierge.answer import resort_questions, written_questions
from apps.concierge.context import Context
from apps.concierge.state import Citation
from apps.knowledge.search import cards as row_cards
from apps.language.vocabulary import recorded_values

MOST_CARDS = 6
MOST_FOLLOWUPS = 3
# Fields that answer a follow-up question, by the id of its sentence.
FOLLOWUP_FIELDS = {
    "followup_hours": ("hours", "hours_note"),
    "followup_next": ("performances", "schedule"),
    "followup_dress": ("dress_code",),
    "followup_table": ("reservations",),
    "followup_price": ("price_band", "rate_from", "fee"),
    "followup_kids": ("kids",),
    "followup_place": ("place",),
    "followup_tiers": ("tiers",),
    "followup_join": ("how_to_join",),
    "followup_age": ("minimum_age",),
}
# Questions that make no sense for a kind of row, whatever its record holds.
EXCLUDED_FOLLOWUPS = {"show": ("followup_hours",)}


def of(
    citations: Sequence[Citation],
    context: Context,
    passages: Sequence[Mapping[str, Any]] = (),
    matching: int = 0,
    *,
    is_of_all: bool = False,
    earlier_questions: Collection[str] = (),
) -> dict[str, Any]:
    """Cards of the cited rows, and follow-ups, as changes of the state.

    passages: what was found for the question. matching: how many rows fit it.
    is_of_all: whether the guest has asked for every row of a list, or compares them.
    earlier_questions: of the guest, which are not offered again.
    """
    rows = list(dict.fromkeys(citation["item_id"] for citation in citations))
    most = len(rows) if is_of_all else MOST_CARDS
    cards = _cards(rows[:most], context)
    categories = {citation["category"] for citation in citations}
    questions = chain(
        _about_rows(cards, citations, context),
        written_questions.followups(citations, passages, context.language),
        resort_questions.followups(cards, categories, context),
    )
    # "What else is there?" leads further each time that it is asked.
    followups = chain(
        _rest_of_list(len(rows), matching, context),
        (question for question in questions if question not in earlier_questions),
    )
    return {"cards": cards, "followups": [*islice(followups, MOST_FOLLOWUPS)]}


def to_book(wish: str, context: Context) -> list[dict[str, Any]]:
    """Cards of the rows that a wish names, and of the shows of a venue that it names,
    if their links let the guest book."""
    named = [row.item_id for row in context.search.named(wish)]
    shows = [show.item_id for row in named for show in context.search.shows_at(row)]
    rows = list(dict.fromkeys((*named, *shows)))[:MOST_CARDS]
    return [card for card in _cards(rows, context) if card["booking"]]


def _cards(rows: Sequence[int], context: Context) -> list[dict[str, Any]]:
    cards = context.search.cards(rows, context.language)
    return [_in_language(card, context.language) for card in cards]


def _in_language(card: dict[str, Any], language: str) -> dict[str, Any]:
    """The card with its values in the guest's language where they have a translation.

    Price bands are signs that need none.
    """
    say = partial(recorded_values.shown, language=language)
    details = {
        name: value if name == "price_band" else say(value)
        for name, value in card["details"].items()
    }
    subtitle = say(card["subtitle"])
    return {**card, "subtitle": subtitle, "details": details}


def _rest_of_list(cited: int, matching: int, context: Context) -> Iterator[str]:
    """Leads to the rows that fit as well and that the answer had no room for."""
    if 1 < cited < matching:
        yield replies.say("followup_more", context.language)


def _about_rows(
    cards: Sequence[dict[str, Any]], citations: Sequence[Citation], context: Context
) -> Iterator[str]:
    """Questions that the records answer, each about another field.

    Neither what was cited is asked nor what a card shows; the rows take turns.
    """
    answered = {
        (citation["item_id"], _answered_field(citation["field"]))
        for citation in citations
    }
    used: set[str] = set()
    # One question of each row, then the others of the first.
    one_of_each: list[tuple[dict[str, Any], int | None]]
    one_of_each = [(card, 1) for card in cards]
    for card, limit in [*one_of_each, *((card, None) for card in cards[:1])]:
        row = card["item_id"]
        covered = answered | {(row, name) for name in row_cards.shown_fields(card)}
        for question in islice(_open_questions(card, covered, used, context), limit):
            used.add(question)
            yield replies.say(question, context.language, name=card["short_title"])


def _open_questions(
    card: dict[str, Any],
    covered: Collection[tuple[int, str]],
    used: Collection[str],
    context: Context,
) -> Iterator[str]:
    """Ids of questions about other fields of the row."""
    row = card["item_id"]
    recorded_fields = context.search.facets(row)
    for question, fields in FOLLOWUP_FIELDS.items():
        if question in used or question in EXCLUDED_FOLLOWUPS.get(card["kind"], ()):
            continue
        is_new = not any((row, field) in covered for field in fields)
        if is_new and any(field in recorded_fields for field in fields):
            yield question


def _answered_field(field: str) -> str:
    """What is computed answers the question about the hours too."""
    return "hours" if field in ("now", "then", "hours_exceptions") else field
