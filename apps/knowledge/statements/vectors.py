"""Vectors of statements: two views of every sentence, stored beside its passage's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from apps.catalog.models import Item
from apps.documents.models import Section
from apps.documents.reading import BETWEEN_HEADINGS
from apps.knowledge.models import Embedding, Passage, item_of
from apps.knowledge.statements.index import (
    DIMENSIONS,
    RowPhrasing,
    Statement,
    StatementIndex,
)
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.llm.embeddings import Embedder

VIEWS = 2
WRITTEN_KIND, WRITTEN_FIELD = Item.Kind.FAQ, "answer"
STORED = np.float16
# Texts by row and field.
Phrasings = Mapping[tuple[int, str], tuple[str, ...]]


def compute(passages: Sequence[Passage], embedder: Embedder) -> list[bytes]:
    """For each passage its sentences' vectors, in half precision.

    Of the shape (views, sentences, dimensions): how the sentence reads, then which row
    and field it belongs to.
    """
    statements = [of_passage(passage) for passage in passages]
    texts = [
        view
        for own in statements
        for view in (
            *(statement.sentence_view for statement in own),
            *(statement.field_view for statement in own),
        )
    ]
    vectors = iter(embedder.embed_documents(texts))
    return [
        np.array([next(vectors) for _ in range(VIEWS * len(own))], STORED).tobytes()
        for own in statements
    ]


def of_passage(passage: Passage, phrasings: Phrasings | None = None) -> list[Statement]:
    """One for each of its sentences."""
    if passage.section:
        return _of_section(passage, passage.section)
    item, own_phrasings = item_of(passage), phrasings or {}
    return [
        Statement(
            passage_id=passage.pk,
            place=place,
            item_id=item.pk,
            row=item.name,
            kind=item.kind,
            field=sentence["field"],
            text=sentence["text"],
            aliases=tuple(item.aliases),
            phrasings=own_phrasings.get((item.pk, sentence["field"]), ()),
        )
        for place, sentence in enumerate(passage.sentences)
    ]


def _of_section(passage: Passage, section: Section) -> list[Statement]:
    """A section is read as an answer that staff have written: free text of its own.

    Its id is negative, which no row of the catalog has.
    """
    heading = section.heading.rsplit(BETWEEN_HEADINGS, 1)[-1]
    title = section.document.title
    return [
        Statement(
            passage_id=passage.pk,
            place=place,
            item_id=-section.pk,
            row=heading or title,
            kind=WRITTEN_KIND,
            field=WRITTEN_FIELD,
            text=sentence["text"],
            aliases=(title,),
        )
        for place, sentence in enumerate(passage.sentences)
    ]


def index(
    passages: Iterable[Passage], model: str, phrasings: Sequence[RowPhrasing] = ()
) -> StatementIndex:
    """All statements of these passages with the vectors that are stored by now."""
    ordered = sorted(passages, key=lambda passage: passage.pk)
    stored = _stored([passage.pk for passage in ordered], model)
    texts: dict[tuple[int, str], tuple[str, ...]] = {}
    for phrasing in phrasings:
        cell = (phrasing.item_id, phrasing.field)
        texts[cell] = (*texts.get(cell, ()), phrasing.text)
    statements: list[Statement] = []
    sentence_vectors: list[Floats] = []
    field_vectors: list[Floats] = []
    for passage in ordered:
        own = of_passage(passage, texts)
        sentence, field = _views(stored.get(passage.pk), len(own))
        statements += own
        sentence_vectors.append(sentence)
        field_vectors.append(field)
    return StatementIndex(
        statements, _joined(sentence_vectors), _joined(field_vectors), phrasings
    )


def phrasing_vector(stored: bytes | memoryview | None) -> Floats:
    """Zeros where the vector is not computed yet."""
    vector: NDArray[np.float16] = np.frombuffer(stored or b"", STORED)
    if vector.size != DIMENSIONS:
        vector = np.zeros(DIMENSIONS, STORED)
    return vector.astype(np.float32)


def _stored(passage_ids: Sequence[int], model: str) -> dict[int, bytes]:
    rows = Embedding.objects.filter(
        passage_id__in=passage_ids, model=model, statement_vectors__isnull=False
    )
    return {
        key: bytes(vectors or b"")
        for key, vectors in rows.values_list("passage_id", "statement_vectors")
    }


def _views(stored: bytes | None, count: int) -> tuple[Floats, Floats]:
    """Zeros where the vectors are not computed yet, or are of another text."""
    size = VIEWS * count * DIMENSIONS
    vectors: NDArray[np.float16] = np.frombuffer(stored or b"", STORED)
    if vectors.size != size:
        vectors = np.zeros(size, STORED)
    views = vectors.reshape(VIEWS, count, DIMENSIONS).astype(np.float32)
    return views[0], views[1]


def _joined(parts: Sequence[Floats]) -> Floats:
    empty = np.empty((0, DIMENSIONS), np.float32)
    return np.concatenate(parts) if parts else empty
