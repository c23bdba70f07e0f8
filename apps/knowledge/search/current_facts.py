"""Facts of a row that depend on the moment; computed by code, never by a model."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from apps.catalog import hours_words
from apps.catalog.models import Item
from apps.knowledge.indexing.readers.sentences import sentence
from apps.knowledge.models import Sentence
from apps.knowledge.search import facts_at_time
from apps.language.calendar.asked_time import AskedTime


def computed(
    item: Item, at: datetime, asked: AskedTime | None = None
) -> list[Sentence]:
    """What is true of the row now, and at the time asked for, with its fields.

    Reads the item's own hours, which may be prefetched, and not the row of its kind.
    """
    then = facts_at_time.sentences(item, asked, at) if asked else ()
    return [*then, *_computed(item, at.astimezone(item.property.zone))]


def _computed(row: Item, at: datetime) -> Iterator[Sentence]:
    state = hours_words.say_state(row, at)
    if state:
        yield sentence("now", "At this moment", state, f"{row.name}: {state}.")
    for line in hours_words.say_exceptions(row, at):
        yield sentence(
            "hours_exceptions", "Changed hours", line, f"{row.name}: {line}."
        )
    if row.kind == Item.Kind.SHOW:
        yield from _next_performance(row, at)


def _next_performance(row: Item, at: datetime) -> Iterator[Sentence]:
    coming = row.show.next_performance(at)
    if coming:
        when = hours_words.say_moment(coming.starts_at, at)
        yield sentence(
            "performances", "Next performance", when, f"{row.name} plays {when}."
        )
