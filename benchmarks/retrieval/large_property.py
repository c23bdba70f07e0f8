"""A property with thousands of passages, and how long a search in it takes."""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from datetime import date, datetime
from random import Random

import numpy as np
from django.conf import settings
from django.db import connection
from django.test.utils import override_settings

from apps.catalog.models import Amenity, Item
from apps.infrastructure.database_scope import scoped_to
from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors as passage_vectors
from apps.knowledge.models import Passage
from apps.knowledge.question import focus
from apps.knowledge.search import retrieval
from apps.knowledge.search.retrieval import Vectors
from apps.llm.embeddings import LOCAL_MODEL
from apps.properties.models import Property
from benchmarks import figures
from benchmarks.scratch_database import create_property

SEED = 1
DIMENSIONS = 384
# One of facts, the others cut from a long text.
PASSAGES_A_ROW = 8
WORD_COUNT = 4000
QUESTION_WORDS = 7
SENTENCE_WORDS = 30
WARM_UP = 5


class RandomEmbedder:
    """Random unit vectors, the same for the same text: what they mean costs no time."""

    name = LOCAL_MODEL
    dimensions = DIMENSIONS
    min_relevance: float | None = 0.0

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed_documents(texts)

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed_documents(texts)

    def _vector(self, text: str) -> list[float]:
        vector = np.random.default_rng(zlib.crc32(text.encode())).normal(
            size=DIMENSIONS
        )
        unit: list[float] = (vector / np.linalg.norm(vector)).tolist()
        return unit


def load(passage_count: int) -> Property:
    """Saves a property with about so many passages, and their vectors."""
    random, words = Random(SEED), _vocabulary()  # noqa: S311 - no secret
    place = create_property("large", "Large Resort")
    size = settings.RAG_CHUNK_CHARS - settings.RAG_CHUNK_OVERLAP_CHARS
    number = 0
    while Passage.objects.filter(property=place).count() < passage_count:
        for _ in range(50):
            number += 1
            Amenity(
                property=place,
                slug=f"row-{number}",
                name=f"{random.choice(words)} {random.choice(words)} {number}".title(),
                sort=Amenity.Sort.SERVICE,
                details=_text(random, words, size * (PASSAGES_A_ROW - 1)),
                status=Item.Status.LIVE,
                as_of=date(2000, 1, 1),
                source="benchmark",
            ).save()
    passage_vectors.adopt(LOCAL_MODEL)
    passage_vectors.embed(passage_vectors.waiting(LOCAL_MODEL), RandomEmbedder())
    with connection.cursor() as cursor:
        # PostgreSQL does it by itself within a minute; until then it plans for a table
        # that is empty.
        cursor.execute("ANALYZE")
    return place


def measure(place: Property, at: datetime, count: int) -> dict[str, dict[str, float]]:
    """Milliseconds of a search with vectors in memory, and with those in PostgreSQL."""
    results = {}
    for name, limit in (("memory", Passage.objects.count()), ("database", 0)):
        with override_settings(MAX_PASSAGES_IN_MEMORY=limit):
            property_snapshot.forget()
            with scoped_to(place.pk):  # as a guest's search
                results[name] = figures.milliseconds(_seconds(place, at, count))
    property_snapshot.forget()
    return results


def _seconds(place: Property, at: datetime, count: int) -> list[float]:
    """The time of each of `count` searches, after some to warm up."""
    random, words = Random(SEED), _vocabulary()  # noqa: S311 - no secret
    embedder = RandomEmbedder()
    timings = []
    for _ in range(count + WARM_UP):
        text = " ".join(["is", "there", "a", *random.sample(words, QUESTION_WORDS)])
        values = embedder.embed_queries([text, f"Row: {text}"])
        vectors = Vectors(embedder.name, values, embedder.min_relevance)
        started_at = time.perf_counter()
        _search(place, text, vectors, at)
        timings.append(time.perf_counter() - started_at)
    return timings[WARM_UP:]


def _search(place: Property, text: str, vectors: Vectors, at: datetime) -> None:
    """As a turn does, with the check that the rows are those of the snapshot."""
    snapshot = property_snapshot.of(place.pk)
    retrieval.search(focus.question(snapshot, text, ()), vectors, snapshot, at)


def _vocabulary() -> list[str]:
    random = Random(SEED)  # noqa: S311 - no secret
    syllables = [f"{a}{b}" for a in "bdfgklmnprst" for b in "aeiou"]
    return ["".join(random.choices(syllables, k=3)) for _ in range(WORD_COUNT)]


def _text(random: Random, words: Sequence[str], chars: int) -> str:
    text = ""
    while len(text) < chars:
        text += f"{' '.join(random.choices(words, k=SENTENCE_WORDS)).capitalize()}. "
    return text
