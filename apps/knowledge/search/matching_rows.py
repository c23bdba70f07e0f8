"""The rows that meet a question's criteria, as passages with their facts of now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import criteria, row_names, wish_words
from apps.knowledge.question.criteria import Criteria, Order
from apps.knowledge.question.limits import NO_LIMITS
from apps.knowledge.search import recorded_words, results, row_choice
from apps.knowledge.search.results import Found
from apps.knowledge.search.row_choice import RowChoice
from apps.knowledge.search.shortlist import NOTHING, Shortlist
from apps.language.calendar import asked_time, holidays
from apps.language.calendar.asked_time import AskedTime

MAX_ROWS = 50
_AT = patterns.compile(
    r"\b(?:in|inside|at|within|en|dans|au|a)(?: (?:the|el|la|le|l))?\s*$"
)
# "Nearest to the arena" is what is in the same part of the resort.
_NEAR = patterns.compile(
    r"\b(?:near(?:est|er|by)?|clos(?:e|est|er)|next|beside|around)"
    r"(?: (?:to|of|by))?(?: (?:the|el|la|le|l))?\s*$"
)
SURE = 0.9
PRICE_FIELDS: dict[str, str] = {
    Item.Kind.ROOM: "rate_from",
    Item.Kind.SHOW: "price_from",
}


def of(
    snapshot: PropertySnapshot,
    text: str,
    at: datetime,
    language: str = "en",
    *,
    is_kind_enough: bool = False,
) -> Shortlist:
    """Facts of every live row of the property that meets the criteria of a question.

    is_kind_enough: whether "where should we eat?" brings every restaurant.
    """
    place = snapshot.place
    text, at_place = _without_place(snapshot, text)
    is_enough = is_kind_enough or bool(at_place)
    required = criteria.read(
        text, at, place.zone, snapshot.cuisines, is_kind_enough=is_enough
    )
    if required is None or required.kind not in row_choice.QUERIES:
        return NOTHING
    unread = frozenset(criteria.unread_words(text, required))
    is_whole_kind = required.is_kind_only and not at_place
    if is_whole_kind and unread - wish_words.DIET_STEMS:
        return NOTHING
    rows, is_in_part = _rows_that_meet(required, snapshot.row_choice, at)
    if required.limits != NO_LIMITS:
        having = _having(snapshot, text, required, rows, at)
        rows, is_in_part = having or (rows, is_in_part)
    if at_place:
        rows = [row for row in rows if row.pk in at_place]
    is_usual = not holidays.words(text.lower())
    if not rows and required.open_at and required.dishes and is_usual:
        rows = snapshot.row_choice.closed(required, at)
    if not rows and (required.dishes or required.is_for_families):
        return NOTHING  # perhaps a written answer knows
    asked_for = _asked_for(required, text, at.astimezone(place.zone))
    return Shortlist(
        required.kind,
        _passages(snapshot, rows[:MAX_ROWS], required, at, asked_for, language),
        unread,
        is_in_part or required.is_large_company or _is_room_for_several(required),
        is_whole_kind,
        required.is_narrowed,
    )


def names_place(snapshot: PropertySnapshot, text: str) -> bool:
    """Whether a text asks for what is at a named place, as "bars in the tower" does."""
    return bool(_without_place(snapshot, text)[1])


def _without_place(snapshot: PropertySnapshot, text: str) -> tuple[str, frozenset[int]]:
    """The text without "in Casino of the Sky", and the rows that are recorded there, or
    near it."""
    words = row_names.normalised(text).strip()
    for mention in snapshot.mentions(text):
        name, before = mention.name, words[: mention.end].rstrip()
        if not before.endswith(name.words):
            continue
        start_of = before.removesuffix(name.words)
        at_place = snapshot.rows_at.get(name.item_id, ())
        for pattern, rows in (
            (_AT, at_place),
            (_NEAR, rows_near(snapshot, name.item_id)),
        ):
            if rows and (preposition := pattern.search(start_of)):
                remaining = f"{words[: preposition.start()]} {words[mention.end :]}"
                return remaining, frozenset(rows)
    return text, frozenset()


def without_place_near(snapshot: PropertySnapshot, text: str) -> tuple[str, int | None]:
    """The text without "nearest to the arena", and the row that it names."""
    words = row_names.normalised(text).strip()
    for mention in snapshot.mentions(text):
        before = words[: mention.end].rstrip().removesuffix(mention.name.words)
        if preposition := _NEAR.search(before):
            remaining = f"{words[: preposition.start()]} {words[mention.end :]}"
            return remaining, mention.name.item_id
    return text, None


def rows_near(snapshot: PropertySnapshot, row: int) -> frozenset[int]:
    """The rows that are recorded at the row, or at the same place as it."""
    groups = [rows for rows in snapshot.rows_at.values() if row in rows]
    return frozenset(chain(snapshot.rows_at.get(row, ()), *groups)) - {row}


def _is_room_for_several(required: Criteria) -> bool:
    """No field of a room says for how many people it is; its beds do in part."""
    return required.kind == Item.Kind.ROOM and bool(required.limits.company)


def _rows_that_meet(
    required: Criteria, choice: RowChoice, at: datetime
) -> tuple[Sequence[Item], bool]:
    """The rows, and whether they leave a wish unmet.

    Where no record speaks of children, somewhere cheap will do; where every row is too
    dear or too small, the nearest one will.
    """
    rows = choice.rows(required, at)
    if rows:
        return rows, False
    if required.limits != NO_LIMITS:
        order: Order = "cheapest" if required.limits.price else "largest"
        nearest = replace(required, limits=NO_LIMITS, order=order)
        return choice.rows(nearest, at)[:1], True
    if required.kind != Item.Kind.RESTAURANT or not required.order:
        return [], False
    if required.is_for_families:
        required = replace(required, is_for_families=False)
        rows = choice.rows(required, at)
    at_any_price = replace(required, min_price_band=1, max_price_band=4)
    return rows or choice.rows(at_any_price, at)[:1], True


def _having(
    snapshot: PropertySnapshot,
    text: str,
    required: Criteria,
    rows: Sequence[Item],
    at: datetime,
) -> tuple[Sequence[Item], bool] | None:
    """Of "rooms with a sofa bed under $250" those that have one; else the cheapest that
    has one, as the nearest. None where every row of the kind has it, or none."""
    without_limits = replace(required, limits=NO_LIMITS, order="cheapest")
    every_row = {row.pk: row for row in snapshot.row_choice.rows(without_limits, at)}
    having = recorded_words.rows_having(snapshot.statements, list(every_row), text)
    if len(having) == len(every_row):
        return None
    fitting = [row for row in rows if row.pk in having]
    return (fitting, False) if fitting else ([every_row[having[0]]], True)


def _passages(
    snapshot: PropertySnapshot,
    rows: Sequence[Item],
    required: Criteria,
    at: datetime,
    asked_for: AskedTime | None,
    language: str,
) -> list[Found]:
    keys = snapshot.ids_by_group.get("facts", {})
    ranked = [(keys[row.pk], SURE) for row in rows if row.pk in keys]
    passages = results.load(ranked, snapshot, at, asked_for, language=language)
    for passage in passages:
        passage["metadata"]["fits"] = " ".join(_reasons(required, asked_for))
    return passages


def _asked_for(required: Criteria, text: str, now: datetime) -> AskedTime | None:
    """What is true now is computed for every row anyway.

    Of "tonight" or "breakfast" the hours of that day are told: its clock is assumed.
    """
    if required.open_at is None or required.open_at == now:
        return None
    local = required.open_at.astimezone(now.tzinfo)
    in_words = asked_time.read_of_opening(text, now)
    holiday = in_words.holiday if in_words else ""
    if in_words and in_words.clock is not None:
        return AskedTime(local.date(), local.time(), holiday)
    is_night = local.hour < asked_time.NIGHT_ENDS
    return AskedTime(local.date() - is_night * asked_time.DAY, holiday=holiday)


def _reasons(required: Criteria, asked_for: AskedTime | None) -> list[str]:
    """Fields that show why a row is there, the most telling first."""
    is_room = required.kind == Item.Kind.ROOM
    price = PRICE_FIELDS.get(required.kind, "price_band")
    reasons = {
        "beds": _is_room_for_several(required),
        "capacity": bool(required.limits.company),
        "size_sqft": required.order == "largest" or bool(required.limits.size_sqft),
        price: required.has_price,
        "reservations": required.is_large_company,
        "kids": required.is_for_families,
        "dress_code": required.is_casual,
        "is_free": required.is_free,
        "then": asked_for is not None,
        "now": required.open_at is not None and asked_for is None,
        "cuisine": True,
        "rate_from": is_room,
        "summary": True,
    }
    return [field for field, holds in reasons.items() if holds]
