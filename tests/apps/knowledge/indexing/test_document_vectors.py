"""The vectors of documents are computed in turns, and apart from those of rows."""

from __future__ import annotations

import pytest

from apps.documents import reading
from apps.documents.models import Document
from apps.knowledge import tasks
from apps.knowledge.indexing import vectors
from apps.knowledge.models import Embedding
from apps.properties.models import Property
from tests import factories
from tests.handing_in import take

pytestmark = [pytest.mark.usefixtures("without_key")]


@pytest.fixture
def sent_ids(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Documents that go to the end of the queue, in a worker without time."""
    monkeypatch.setattr(vectors, "BATCH", 2)
    monkeypatch.setattr(tasks, "SECONDS_AT_A_TIME", 0.0)
    ids: list[int] = []
    monkeypatch.setattr(
        tasks.embed_document, "delay", lambda *, document_id: ids.append(document_id)
    )
    return ids


def read(place: Property, name: str, section_count: int) -> Document:
    content = "\n\n".join(f"# {name} {n}\n\nIt is open." for n in range(section_count))
    document = take(place, f"{name}.md", content.encode())
    reading.read(document.pk)
    document.refresh_from_db()
    return document


def status_of(document: Document) -> str:
    document.refresh_from_db()
    return document.status


def test_a_short_document_waits_for_no_end_of_a_long_one(
    mohegan: Property, sent_ids: list[int]
) -> None:
    long, short = read(mohegan, "Gate", 5), read(mohegan, "Bus", 1)
    for document in (long, short):
        tasks.embed_document(document_id=document.pk)
    assert sent_ids == [long.pk]
    assert (status_of(long), status_of(short)) == ("processing", "live")
    while sent_ids:
        tasks.embed_document(document_id=sent_ids.pop(0))
    assert status_of(long) == "live"


def test_rows_are_looked_after_apart_from_documents(mohegan: Property) -> None:
    document = read(mohegan, "Bus", 1)
    factories.RestaurantFactory.create(property=mohegan)
    pending = Embedding.objects.filter(state=Embedding.State.PENDING)
    tasks.embed_pending()
    assert [row.passage.document_id for row in pending] == [document.pk]
    tasks.embed_documents()
    assert not pending.all().exists()
    assert status_of(document) == "live"


def test_it_asks_for_the_vectors_of_a_document_once_it_is_read(
    mohegan: Property,
    django_capture_on_commit_callbacks: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[tuple[str, dict[str, int] | None]] = []
    monkeypatch.setattr(
        "apps.infrastructure.workers.task_queue.current_app.send_task",
        lambda task, *_, kwargs=None, **__: sent.append((task, kwargs)),
    )
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        document = read(mohegan, "Bus", 1)
    assert ("knowledge.embed_document", {"document_id": document.pk}) in sent
