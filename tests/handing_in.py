"""Hands in documents as staff and the worker do, within a test's own process."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from apps.documents import reading, uploads
from apps.documents.models import Document
from apps.documents.uploads import Upload
from apps.knowledge.indexing import document_passages
from apps.properties.models import Property
from tests.apps.knowledge.searching import embed_all


def take(place: Property, name: str, content: bytes, **details: Any) -> Document:
    """The stored document, which nobody has read yet. Raises RefusedFile."""
    upload = Upload(place, user=None, **details)
    return uploads.take(upload, SimpleUploadedFile(name, content))


def hand_in(place: Property, name: str, content: bytes, **details: Any) -> Document:
    """The document once it has been read, with its vectors."""
    document = take(place, name, content, **details)
    reading.read(document.pk)
    finish()
    document.refresh_from_db()
    return document


def finish() -> None:
    """What the worker does after it has computed vectors."""
    embed_all()
    document_passages.finish()
