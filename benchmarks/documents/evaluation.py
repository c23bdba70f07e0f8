"""Asks what the documents of a resort answer, and looks where the answers come from.

The documents in `files` are beside the rows of the third resort. A question names the
document and some words of the sentence that answers it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.utils import override_settings
from django.utils import timezone

from apps.catalog.demo import loader
from apps.conversations.turns.search.passage_search import PassageSearch
from apps.conversations.turns.search.question_reader import QuestionReader
from apps.documents import reading, uploads
from apps.documents.uploads import Upload
from apps.infrastructure import database_threads, loop_clients, yaml_files
from apps.knowledge import property_snapshot
from apps.knowledge.indexing import document_passages, vectors
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.search import documents
from apps.llm.embeddings import embedder
from apps.properties.models import Property
from benchmarks.scratch_database import scratch_database

FOLDER = Path(__file__).parent
FIXTURES = FOLDER.parent / "third_resort" / "fixtures"
DEVELOPMENT, HELD_BACK = FOLDER / "dev.yaml", FOLDER / "held_back.yaml"
RANKS = 10


@dataclass(frozen=True)
class Question:
    """holds: words of the sentence that answers; empty where no document does."""

    text: str
    document: str = ""
    holds: str = ""


@dataclass(frozen=True)
class Outcome:
    """rank: of that sentence among those of all documents, 0 beyond the tenth.

    told_text: the sentence that is told, where a document answers. seconds: on a
    processor, for ranking the documents.
    """

    question: Question
    rank: int
    told_text: str
    seconds: float

    @property
    def is_right(self) -> bool:
        return bool(self.question.holds) and self.question.holds in self.told_text

    @property
    def is_wrong(self) -> bool:
        return bool(self.told_text) and not self.is_right


def read(path: Path) -> list[Question]:
    content: dict[str, Any] = yaml_files.read(path)
    with_answer = [
        Question(row["ask"], document, row["holds"])
        for document, rows in content["documents"].items()
        for row in rows
    ]
    return [*with_answer, *map(Question, content["none"])]


def run(questions: Sequence[Question]) -> list[Outcome]:
    """In a database of its own; nothing is stored."""
    with (
        tempfile.TemporaryDirectory() as media,
        override_settings(MEDIA_ROOT=media),
        scratch_database(),
        database_threads.undone() as run_in_transaction,
    ):
        at = timezone.now()
        place = run_in_transaction(_load, at)
        snapshot = run_in_transaction(property_snapshot.of, place.pk)
        return asyncio.run(_ask_all(snapshot, questions, at))


def _load(at: datetime) -> Property:
    """The resort with its documents, which have been read and are live."""
    loader.load(FIXTURES, at)
    place = Property.objects.get(slug="otter-bend")
    for path in sorted((FOLDER / "files").iterdir()):
        file = SimpleUploadedFile(path.name, path.read_bytes())
        reading.read(uploads.take(Upload(place, user=None), file).pk)
    model = embedder()
    vectors.embed(vectors.waiting(model.name), model)
    document_passages.finish()
    return place


async def _ask_all(
    snapshot: PropertySnapshot, questions: Sequence[Question], at: datetime
) -> list[Outcome]:
    try:
        return [await _ask(snapshot, question, at) for question in questions]
    finally:
        await loop_clients.close()


async def _ask(snapshot: PropertySnapshot, question: Question, at: datetime) -> Outcome:
    reader = QuestionReader(snapshot, embedder(), "en")
    search_input = await reader.read(question.text, (), NO_SUBJECT)
    began = time.thread_time()
    ranked = documents.rank(
        snapshot.documents, search_input.reading, search_input.reading_vectors, at
    )
    seconds = time.thread_time() - began
    texts = [ranked.index.statements[n].text for n in ranked.order[:RANKS]]
    rank = next((n for n, t in enumerate(texts, 1) if question.holds in t), 0)
    search = PassageSearch(snapshot, at, embedder(), "en")
    search.start(question.text, ())
    passages = (await search.results(schedule=False)).passages
    told_text = max(_of_documents(passages), default=(0.0, ""))[1]
    return Outcome(question, rank if question.holds else 0, told_text, seconds)


def _of_documents(passages: Sequence[Any]) -> Iterator[tuple[float, str]]:
    """(Chance, text) of the sentences of documents, where a document answers."""
    for passage in passages:
        if passage["metadata"]["category"] == documents.CATEGORY:
            for line in passage["metadata"]["sentences"]:
                yield line.get("chance", 0.0), line["text"]
