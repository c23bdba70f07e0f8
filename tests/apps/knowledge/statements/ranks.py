"""Ranking as a turn does it, for tests."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from apps.knowledge import property_snapshot
from apps.knowledge.question.subject import NO_SUBJECT, Subject
from apps.knowledge.statements import ranking
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.llm.embeddings import embedder
from apps.properties.models import Property


def read_and_rank(
    place: Property,
    text: str,
    subject: Subject = NO_SUBJECT,
    language: str = "en",
    at: datetime | None = None,
) -> tuple[Reading, Ranked]:
    snapshot = property_snapshot.of(place.pk)
    reading = readings.read(text, language, snapshot, subject)
    embedded = embedder().embed_queries(readings.texts_to_embed(reading))
    vectors = readings.vectors(reading, embedded)
    hidden = snapshot.hidden_at(at or timezone.now())
    return reading, ranking.rank(snapshot.statements, reading, vectors, hidden)


def rank(place: Property, text: str, subject: Subject = NO_SUBJECT) -> Ranked:
    return read_and_rank(place, text, subject)[1]
