"""A property's rows and passages, read once and used until one of them changes.

What a search finds is then loaded without a query. A stamp of the rows, read for every
question, says whether the snapshot is still true, so that no guest reads of an old row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from cachetools import LRUCache

from apps.catalog.models import Item
from apps.infrastructure import sql
from apps.knowledge import document_index, passage_vectors, property_rows
from apps.knowledge.document_index import NO_DOCUMENTS, DocumentIndex
from apps.knowledge.models import Passage, Phrasing, Sentence, item_of
from apps.knowledge.passage_vectors import PassageVectors
from apps.knowledge.question import name_matching, row_names, spelling
from apps.knowledge.question.exclusions import FIELDS_OF_SORT
from apps.knowledge.question.name_matching import Mention
from apps.knowledge.question.row_names import Name, NameIndex
from apps.knowledge.search.row_choice import RowChoice
from apps.knowledge.statements import vectors as statement_vectors
from apps.knowledge.statements.index import RowPhrasing, StatementIndex
from apps.llm import embeddings
from apps.properties.models import Property

MAX_SNAPSHOTS = 16
FIELDS_OF_PLACE = frozenset({"place", "in_tower", "at_venue"})
STAMP = Path(__file__).with_name("property_stamp.sql")
STAMP_COLUMNS = 2
Stamp = tuple[Any, ...]
_cached = lru_cache(maxsize=512)


@dataclass(frozen=True)
class PropertySnapshot:
    """Live rows of one property.

    place: the property with its jurisdiction, helplines and feature flags.
    passages: by id; their `item` has its hours, exceptions and performances prefetched.
    mentions: the rows that a text names, in the order of the text; never a question.
    exact_names: the same without misspelt names, for texts that no guest has written.
    names_with_part: the part of a name in a text, and the rows that have it in theirs.
    show_venues: (show id, venue id) of every show.
    ids_by_group: group of fields -> item id -> id of its passage about them.
    names: every name of every row, written answers aside.
    name_words: their words; "Sun" is no day at Mohegan Sun.
    cuisines: cuisines of the restaurants.
    statements: every sentence of the passages, with vectors of the local model.
    vectors: of the passages under a model; None for more than are kept in memory.
    plain: a text of a guest, and its language, in plain spelling.
    documents: the sentences of its live documents.
    """

    place: Property
    passages: dict[int, Passage]
    mentions: Callable[[str], list[Mention]]
    exact_names: Callable[[str], list[Name]]
    names_with_part: Callable[[str], tuple[str, list[Name]]]
    show_venues: tuple[tuple[int, int], ...]
    ids_by_group: dict[str, dict[int, int]]
    names: tuple[Name, ...] = ()
    name_words: frozenset[str] = frozenset()
    cuisines: tuple[str, ...] = ()
    statements: StatementIndex = field(default_factory=StatementIndex)
    vectors: Callable[[str], PassageVectors | None] = lambda model: None
    plain: Callable[[str, str], str] = lambda text, language: text
    documents: DocumentIndex = NO_DOCUMENTS

    def hidden_at(self, at: datetime) -> frozenset[int]:
        """Ids of rows whose dates do not hold at the moment."""
        return frozenset(row.pk for row in self._dated if not row.is_valid_at(at))

    @cached_property
    def _dated(self) -> tuple[Item, ...]:
        """The rows that are not always valid."""
        return tuple(
            row for row in self.rows.values() if row.valid_from or row.valid_to
        )

    @cached_property
    def rows(self) -> dict[int, Item]:
        """The rows that have passages, by id."""
        items = map(item_of, self.passages.values())
        return {item.pk: item for item in items}

    @cached_property
    def row_choice(self) -> RowChoice:
        return RowChoice(self.place)

    @cached_property
    def subject_of_row(self) -> dict[int, int]:
        """Item id -> id of the row that it is about, such as a written answer."""
        return {item_of(p).pk: p.subject_id or 0 for p in self.passages.values()}

    @cached_property
    def sort_of_row(self) -> dict[int, str]:
        """Item id -> its cuisine, genre or sort, in lower case."""
        return {row: value.lower() for row, value in self._values(FIELDS_OF_SORT)}

    @cached_property
    def sentences_of_row(self) -> dict[int, dict[str, Sentence]]:
        """Item id -> field -> what is recorded of it."""
        return property_rows.sentences_of_rows(self.passages.values())

    @cached_property
    def rows_at(self) -> dict[int, tuple[int, ...]]:
        """Item id -> ids of the rows that are recorded to be at that place."""
        places = list(self._values(FIELDS_OF_PLACE))
        return property_rows.rows_at(self.rows.values(), places)

    @cached_property
    def rows_for_adults(self) -> frozenset[int]:
        return property_rows.for_adults(self._values({"minimum_age"}))

    def _values(self, fields: Collection[str]) -> Iterator[tuple[int, str]]:
        """(item id, value) of every sentence of these fields."""
        for passage in self.passages.values():
            for sentence in passage.sentences:
                if sentence["field"] in fields:
                    yield item_of(passage).pk, str(sentence["value"])

    def names_of(self, item_ids: Sequence[int]) -> list[Name]:
        """One name for each of these rows that has any, in their order."""
        by_id = self._name_of_row
        return [by_id[item_id] for item_id in item_ids if item_id in by_id]

    @cached_property
    def _name_of_row(self) -> dict[int, Name]:
        return {name.item_id: name for name in reversed(self.names)}


def of(property_id: int, just_read: Stamp | None = None) -> PropertySnapshot:
    """The snapshot of the rows as they are now.

    just_read: the stamp, for whoever has read it together with something else.
    """
    return _snapshots().get(property_id, just_read or stamp(property_id))


def stamp(property_id: int) -> Stamp:
    """Differs after every change of the property, its law, its rows or their hours."""
    return sql.fetch(sql.statement(STAMP), {"property": property_id})[0]


@dataclass
class _Entry:
    lock: Lock = field(default_factory=Lock)
    stamp: Stamp | None = None
    snapshot: PropertySnapshot | None = None


class Snapshots:
    """The snapshots used last, shared by the threads that work on the database."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: LRUCache[int, _Entry] = LRUCache(maxsize=MAX_SNAPSHOTS)

    def get(self, property_id: int, stamp: Stamp) -> PropertySnapshot:
        """Reads the rows when the stamp is new; other threads wait for that one."""
        entry = self._entry(property_id)
        with entry.lock:
            if entry.snapshot is None or entry.stamp != stamp:
                entry.snapshot, entry.stamp = read(property_id), stamp
            return entry.snapshot

    def _entry(self, property_id: int) -> _Entry:
        with self._lock:
            return self._entries.setdefault(property_id, _Entry())


@cache
def _snapshots() -> Snapshots:
    return Snapshots()


def forget() -> None:
    """Drops the snapshots; for changes that no stamp knows, such as of a setting."""
    _snapshots.cache_clear()


def read(property_id: int) -> PropertySnapshot:
    properties = Property.objects.select_related("jurisdiction")
    parts = ("jurisdiction__helplines", "feature_flags")
    place = properties.prefetch_related(*parts).get(pk=property_id)
    items = property_rows.items(place)
    passages = property_rows.passages(place, items)
    shows = [item.show for item in items.values() if item.kind == Item.Kind.SHOW]
    rows = [item for item in items.values() if item.kind != Item.Kind.FAQ]
    spellings = [(item.pk, item.kind, item.name, item.aliases) for item in rows]
    index = NameIndex(row_names.of(spellings))
    sorts = property_rows.sorts(place)
    name_words = row_names.words_in([place.name, *(row.name for row in rows)])
    phrasings = list(Phrasing.objects.filter(item_id__in=items))
    sentences = (line["text"] for row in passages.values() for line in row.sentences)
    plain = spelling.plain_spelling(
        [*sentences, *(phrasing.text for phrasing in phrasings)],
        [name for row in rows for name in (row.name, *row.aliases)],
        name_words,
    )
    return PropertySnapshot(
        place=place,
        passages=passages,
        # Every question looks through the earlier turns again.
        mentions=_cached(lambda text: name_matching.find(text, index)),
        exact_names=_cached(lambda text: name_matching.exact_names(text, index)),
        names_with_part=lambda text: name_matching.find_part(text, index, sorts),
        show_venues=tuple((show.pk, show.at_venue_id) for show in shows),
        ids_by_group=property_rows.ids_by_group(passages),
        names=tuple(index.names),
        name_words=name_words,
        cuisines=tuple(sort for row, sort in sorts if row.kind == Item.Kind.RESTAURANT),
        statements=statement_vectors.index(
            passages.values(),
            embeddings.LOCAL_MODEL,
            [_row_phrasing(phrasing, index, plain) for phrasing in phrasings],
        ),
        vectors=passage_vectors.reader(place.pk, passages.values()),
        plain=plain,
        documents=document_index.read(place),
    )


def _row_phrasing(
    phrasing: Phrasing, index: NameIndex, plain: Callable[[str, str], str]
) -> RowPhrasing:
    """Spelt as the questions of guests are read."""
    text = plain(phrasing.text, phrasing.language)
    return RowPhrasing(
        phrasing.item_id,
        phrasing.field,
        text,
        statement_vectors.phrasing_vector(phrasing.vector),
        frozenset(mention.name.item_id for mention in name_matching.find(text, index)),
    )
