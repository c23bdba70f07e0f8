"""What guests read without a search: texts of pictures and maps, notes on dates.

It is held to what holds for the sentences of a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from apps.catalog.models import HoursException, Item, Performance, ResortMap, Show
from apps.knowledge.indexing import instruction_filter, row_help_numbers
from apps.knowledge.models import HeldSentence, Sentence
from apps.properties.models import Property

MAX_TEXTS = 4096


def allowed(place: Property, text: str) -> str:
    """The text without the sentences that guests must not be told."""
    lines, _ = row_help_numbers.sifted(place, "", _without_orders(text))
    return lines[0]["text"] if lines else ""


def withhold_notes(row: Item) -> None:
    """Leaves in the notes on its dates, in memory alone, what guests may be told."""
    for dated in _dated(row):
        dated.note = allowed(row.property, dated.note)


def held(row: Item) -> list[HeldSentence]:
    """What guests are not told beside a row, so that staff know."""
    own = row.picture_alt, "picture_alt", "What the picture shows"
    notes = {dated.note for dated in _dated(row)}
    return _held(row.property, *own) + [
        sentence
        for note in sorted(notes)
        for sentence in _held(row.property, note, "note", "Note on a date")
    ]


def held_of_map(resort_map: ResortMap) -> list[HeldSentence]:
    """The same of a map; nobody stores them."""
    place = resort_map.property
    alt = _held(place, resort_map.picture_alt, "picture_alt", "What the map shows")
    return alt + _held(place, resort_map.note, "note", "Note")


def _dated(row: Item) -> Iterator[HoursException | Performance]:
    """Its dates that have a note."""
    dates: list[HoursException | Performance] = [*row.hours_exceptions.all()]
    if row.kind == Item.Kind.SHOW and isinstance(show := row.concrete, Show):
        dates += show.performances.all()
    return (dated for dated in dates if dated.note)


def _held(place: Property, text: str, field: str, label: str) -> list[HeldSentence]:
    lines, of_orders = instruction_filter.sifted(_lines(text, field, label))
    return of_orders + row_help_numbers.sifted(place, "", lines)[1]


def _lines(text: str, field: str = "", label: str = "") -> tuple[Sentence, ...]:
    return (Sentence(field=field, label=label, value=text, text=text),)


@lru_cache(MAX_TEXTS)
def _without_orders(text: str) -> tuple[Sentence, ...]:
    """Reading a text for orders takes a while, and a card is shown often."""
    return instruction_filter.sifted(_lines(text))[0]
