"""Turns a catalog row into sentences that can be found, said and quoted.

A sentence keeps the field it came from and the value as staff typed it, so that a
citation can show both. One reader a kind; what all rows share is read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from apps.catalog.hours import formatting
from apps.catalog.models import FaqEntry, Item
from apps.knowledge.indexing.chunking import split
from apps.knowledge.indexing.readers import entertainment, lodging, places
from apps.knowledge.indexing.readers.sentences import sentence
from apps.knowledge.models import Sentence
from apps.properties import websites

Reader = Callable[[Item], Iterator[Sentence]]

READERS: dict[str, Reader] = {
    Item.Kind.RESTAURANT: places.restaurant,
    Item.Kind.AMENITY: places.amenity,
    Item.Kind.GAMING: places.gaming_area,
    Item.Kind.FAQ: places.question,
    Item.Kind.VENUE: entertainment.venue,
    Item.Kind.SHOW: entertainment.show,
    Item.Kind.TOWER: lodging.tower,
    Item.Kind.ROOM: lodging.room,
    Item.Kind.PROMO: lodging.promo,
}


@dataclass(frozen=True)
class Draft:
    """A passage before it is stored."""

    field_group: str
    position: int
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return " ".join(line["text"] for line in self.sentences)


def read(item: Item) -> list[Draft]:
    """All passages of a row: its facts, its hours, each part of its long text."""
    row = item.concrete
    facts = (*READERS[row.kind](row), *_shared(row))
    drafts = [
        Draft("facts", 0, facts or tuple(_kind(row))),
        Draft("hours", 0, tuple(_hours(row))),
        *(
            Draft("details", number, (sentence(field, label, part, part),))
            for number, (field, label, part) in enumerate(_long_texts(row))
        ),
    ]
    return [draft for draft in drafts if draft.sentences]


def _kind(row: Item) -> Iterator[Sentence]:
    """All that can be said of a row that has a name and nothing else yet."""
    if not isinstance(row, FaqEntry):
        kind = str(row._meta.verbose_name)
        yield sentence("kind", "Kind", kind, f"{row.name}: {kind}.")


def _shared(row: Item) -> Iterator[Sentence]:
    if row.summary:
        yield sentence("summary", "In short", row.summary, row.summary)
    if row.place:
        where = f"Where to find {row.name}: {row.place}."
        yield sentence("place", "Place", row.place, where)
    if row.phone:
        yield sentence(
            "phone",
            "Phone",
            row.phone,
            f"The phone number of {row.name} is {row.phone}.",
        )
    if row.website:
        name = websites.without_scheme(row.website)
        yield sentence("website", "Website", name, f"{row.name} is online at {name}.")


def _long_texts(row: Item) -> Iterator[tuple[str, str, str]]:
    for part in split(row.details):
        yield "details", "Details", part
    if isinstance(row, FaqEntry) and not places.is_short(row.answer):
        for part in split(row.answer):
            yield "answer", "Answer", part


def _hours(row: Item) -> Iterator[Sentence]:
    week = formatting.say_week(row)
    if week:
        yield sentence("hours", "Hours", week, f"{row.name} is open {week}.")
    if row.hours_note:
        yield sentence("hours_note", "Note on hours", row.hours_note, row.hours_note)
