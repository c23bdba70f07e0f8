"""Fields of stored rows that may answer a gap, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from apps.conversations import single_question
from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.statements import ranking
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.index import Statement
from apps.llm import embeddings
from apps.llm.embeddings import LOCAL_MODEL
from apps.properties.models import Property

MOST_SUGGESTED = 4


@dataclass(frozen=True)
class Answer:
    """A field of a row. `value` is what the row says there."""

    item_id: int
    row: str
    kind: str
    field: str
    label: str
    value: str

    @property
    def key(self) -> str:
        """What forms send."""
        return f"{self.item_id}:{self.field}"


def all_of(place: Property) -> list[Answer]:
    """Of the rows that guests see now, by name."""
    snapshot = property_snapshot.of(place.pk)
    answers = _distinct(snapshot, snapshot.statements.statements)
    return sorted(answers, key=lambda answer: (answer.row, answer.item_id))


def suggested(place: Property, question: str) -> list[Answer]:
    snapshot = property_snapshot.of(place.pk)
    index = snapshot.statements
    if not index.statements:
        return []
    language = single_question.language_of(question)
    reading = readings.read(question, language, snapshot, NO_SUBJECT)
    texts, model = readings.texts_to_embed(reading), embeddings.local()
    embedded = model.embed_queries(texts)
    if model.name != LOCAL_MODEL:  # then words alone rank them
        embedded = [[0.0] * len(vector) for vector in embedded]
    ranked = ranking.rank(index, reading, readings.vectors(reading, embedded))
    likeliest = (index.statements[position] for position in ranked.order)
    return _distinct(snapshot, likeliest)[:MOST_SUGGESTED]


def find(place: Property, key: str) -> Answer | None:
    """The answer with this key, if it is one of a row that guests see now."""
    return next((answer for answer in all_of(place) if answer.key == key), None)


def _distinct(
    snapshot: PropertySnapshot, statements: Iterable[Statement]
) -> list[Answer]:
    """Each field of a row once; rows whose dates do not hold now are left out."""
    hidden = snapshot.hidden_at(timezone.now())
    answers: dict[str, Answer] = {}
    for statement in statements:
        if statement.item_id not in hidden:
            answer = _answer(snapshot, statement)
            answers.setdefault(answer.key, answer)
    return list(answers.values())


def _answer(snapshot: PropertySnapshot, statement: Statement) -> Answer:
    sentence = snapshot.passages[statement.passage_id].sentences[statement.place]
    return Answer(
        statement.item_id,
        statement.row,
        statement.kind,
        statement.field,
        sentence["label"],
        sentence["value"],
    )
