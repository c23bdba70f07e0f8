"""The life of a document, and who may change it."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from apps.documents import status
from apps.documents.models import Document
from apps.properties.models import Property
from tests.handing_in import take

Status = Document.Status


@pytest.fixture
def document(mohegan: Property) -> Document:
    return take(mohegan, "spa.txt", b"Towels are free.")


def stored_status(document: Document) -> str:
    return Document.objects.get(pk=document.pk).status


def test_a_document_becomes_live_when_it_has_been_read(document: Document) -> None:
    assert status.finish(document.pk)
    assert stored_status(document) == Status.LIVE
    assert not status.finish(document.pk)


def test_staff_may_wish_to_look_at_it_first(mohegan: Property) -> None:
    document = take(mohegan, "a.txt", b"A draft.", is_published_when_read=False)
    status.finish(document.pk)
    assert stored_status(document) == Status.DRAFT
    document.refresh_from_db()
    assert status.publish(document)
    assert status.withdraw(document)
    assert stored_status(document) == Status.DRAFT


def test_a_new_version_takes_the_place_of_the_old_one_at_once(
    mohegan: Property, document: Document
) -> None:
    status.finish(document.pk)
    newer = take(mohegan, "new.txt", b"Towels cost $2.", replaces=document)
    assert stored_status(document) == Status.LIVE
    status.finish(newer.pk)
    assert stored_status(newer) == Status.LIVE
    assert stored_status(document) == Status.EXPIRED


def test_a_new_version_that_fails_leaves_the_old_one(
    mohegan: Property, document: Document
) -> None:
    status.finish(document.pk)
    newer = take(mohegan, "new.txt", b"Towels cost $2.", replaces=document)
    status.fail(newer, "It is damaged.")
    assert not status.finish(newer.pk)
    assert stored_status(document) == Status.LIVE
    assert Document.objects.get(pk=newer.pk).error == "It is damaged."


def test_its_days_are_those_of_the_property(document: Document) -> None:
    status.finish(document.pk)
    Document.objects.update(
        valid_from=date(2026, 11, 20), valid_until=date(2026, 11, 21)
    )
    document.refresh_from_db()
    assert not document.is_shown_at(datetime.fromisoformat("2026-11-20T04:59:00Z"))
    assert document.is_shown_at(datetime.fromisoformat("2026-11-20T05:01:00Z"))
    last_minute = datetime.fromisoformat("2026-11-22T04:59:00Z")
    assert document.is_shown_at(last_minute)
    assert status.expire(last_minute) == 0
    midnight = datetime.fromisoformat("2026-11-22T05:01:00Z")
    assert not document.is_shown_at(midnight)
    assert status.expire(midnight) == 1
    assert stored_status(document) == Status.EXPIRED
