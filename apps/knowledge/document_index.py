"""The sentences of a property's live documents in memory, for the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import pairwise

import numpy as np

from apps.documents.models import Document
from apps.infrastructure import patterns
from apps.knowledge.models import Passage
from apps.knowledge.statements import vectors as statement_vectors
from apps.knowledge.statements.index import Statement, StatementIndex
from apps.llm import embeddings
from apps.properties.models import Property

# Of all live documents of a property together, the newest first: they are compared one
# by one with every question that no row answers.
MOST_PASSAGES = 3_000
WORD = patterns.compile(r"\pL[\pL'\x{2019}-]*")


def lower_words(text: str) -> list[str]:
    return [match[0].lower() for match in WORD.finditer(text)]


@dataclass(frozen=True)
class DocumentIndex:
    """passages: by id, with their document and section."""

    passages: dict[int, Passage] = field(default_factory=dict)
    statements: StatementIndex = field(default_factory=StatementIndex)

    def __bool__(self) -> bool:
        return bool(self.passages)

    @cached_property
    def words_by_statement(self) -> tuple[frozenset[str], ...]:
        """The words of each statement and of its heading, in lower case."""
        texts = (f"{own.row} {own.text}" for own in self.statements.statements)
        return tuple(frozenset(lower_words(text)) for text in texts)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Of all statements, those of the newest documents first."""
        every = (word for own in self.words_by_statement for word in sorted(own))
        return tuple(dict.fromkeys(every))

    def hidden_at(self, at: datetime) -> frozenset[int]:
        """Of sections whose documents are not valid at the moment."""
        return frozenset(
            -(passage.section_id or 0)
            for passage in self.passages.values()
            if passage.document and not passage.document.is_valid_at(at)
        )


NO_DOCUMENTS = DocumentIndex()


def read(place: Property) -> DocumentIndex:
    """As they are stored now; one query where the property has none."""
    live = Document.objects.of(place).filter(status=Document.Status.LIVE)
    if not live.exists():
        return NO_DOCUMENTS
    rows = Passage.objects.filter(document__in=live)
    newest = rows.select_related("document", "section").order_by("-document", "id")
    # Each passage gets its section anew, which may hold megabytes.
    newest = newest.defer("search", "text", "section__parts")
    passages = {row.pk: row for row in newest[:MOST_PASSAGES]}
    for passage in passages.values():
        if passage.document and passage.section:
            passage.document.property = place
            passage.section.document = passage.document
    return DocumentIndex(passages, _statements(list(passages.values())))


def _statements(passages: Sequence[Passage]) -> StatementIndex:
    """Each sentence once, though two passages may share it."""
    whole = statement_vectors.index(passages, embeddings.LOCAL_MODEL)
    fields = {row.pk: [line["field"] for line in row.sentences] for row in passages}
    documents = {row.pk: row.document_id for row in passages}
    first: dict[tuple[int | None, str], int] = {}
    for place, own in enumerate(whole.statements):
        key = (documents[own.passage_id], fields[own.passage_id][own.place])
        first.setdefault(key, place)
    heads = _heads(whole.statements)
    telling = sorted(place for place in first.values() if place not in heads)
    places = np.array(telling, np.intp)
    return StatementIndex(
        [whole.statements[place] for place in places],
        whole.sentence_vectors[places],
        whole.field_vectors[places],
    )


def columns(text: str) -> tuple[str, ...]:
    """The heads of the columns of a line, as it is told: "Minutes", "Price"."""
    _, _, cells = text.partition(": ")
    return tuple(cell.rpartition(" ")[0] for cell in cells.split(", "))


def _heads(statements: Sequence[Statement]) -> set[int]:
    """Places of the lines that only head the columns of those after them."""
    return {
        place
        for place, (own, following) in enumerate(pairwise(statements))
        if own.item_id == following.item_id and _is_head(own.text, following.text)
    }


def _is_head(text: str, following: str) -> bool:
    """Whether "Facial: Minutes, Price" stands above "Clay facial: Minutes 50, ..."."""
    heads, cells = (own.partition(": ")[2].split(", ") for own in (text, following))
    is_line = ": " in text and len(heads) == len(cells)
    return is_line and all(
        cell.startswith(f"{head} ") for head, cell in zip(heads, cells, strict=True)
    )
