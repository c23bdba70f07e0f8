"""Vectors of statements: two views of every sentence, stored beside its passage's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.models import Embedding, Passage
from apps.knowledge.statements.index import (
    DIMENSIONS,
    Statement,
    StatementIndex,
)
from apps.knowledge.statements.topics import Floats
from apps.llm.embeddings import Embedder

VIEWS = 2
_STORED = np.float16


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
        np.array([next(vectors) for _ in range(VIEWS * len(own))], _STORED).tobytes()
        for own in statements
    ]


def of_passage(passage: Passage) -> list[Statement]:
    item = passage.item
    return [
        Statement(
            passage_id=passage.pk,
            place=place,
            item_id=passage.item_id,
            row=item.name,
            kind=item.kind,
            field=sentence["field"],
            text=sentence["text"],
            aliases=tuple(item.aliases),
        )
        for place, sentence in enumerate(passage.sentences)
    ]


def index(passages: Iterable[Passage], model: str) -> StatementIndex:
    """All statements of these passages with the vectors that are stored by now."""
    ordered = sorted(passages, key=lambda passage: passage.pk)
    stored = _stored([passage.pk for passage in ordered], model)
    statements: list[Statement] = []
    sentence_vectors: list[Floats] = []
    field_vectors: list[Floats] = []
    for passage in ordered:
        own = of_passage(passage)
        sentence, field = _views(stored.get(passage.pk), len(own))
        statements += own
        sentence_vectors.append(sentence)
        field_vectors.append(field)
    return StatementIndex(statements, _joined(sentence_vectors), _joined(field_vectors))


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
    vectors: NDArray[np.float16] = np.frombuffer(stored or b"", _STORED)
    if vectors.size != size:
        vectors = np.zeros(size, _STORED)
    views = vectors.reshape(VIEWS, count, DIMENSIONS).astype(np.float32)
    return views[0], views[1]


def _joined(parts: Sequence[Floats]) -> Floats:
    empty = np.empty((0, DIMENSIONS), np.float32)
    return np.concatenate(parts) if parts else empty
