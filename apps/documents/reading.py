"""Reads a stored file into sections, and signals that to the layers above."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from apps.documents import sandbox, status
from apps.documents.models import Document, Section
from apps.language import detect

log = logging.getLogger(__name__)
# Sent with `document` in the transaction that stores its sections; what its own fields
# become is stored afterwards.
sections_stored = Signal()
OWN_FIELDS = ("pages", "language", "title", "file_name")
LONGEST_HEADING = 500
LONGEST_TITLE = 200
SAMPLE_CHARS = 4_000
BETWEEN_HEADINGS = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
NOTHING_TO_FIND = "Nothing in the file can be told to guests."
TOO_MUCH_HELD = (
    "Too many sentences give orders to the concierge, or numbers that are no helplines."
)


def read(document_id: int) -> bool:
    """False where the document failed, with a sentence on its row, or is gone."""
    document = Document.objects.filter(pk=document_id).first()
    if document is None or document.status != Document.Status.PROCESSING:
        return False
    if document.sections.exists():  # a second task for the same document
        return True
    try:
        with sandbox.file_of(document) as path:
            parsed = sandbox.read(document.kind, path)
    except sandbox.UnreadableFile as error:
        log.info("document %d was not read: %s", document.pk, error)
        status.fail(document, str(error))
        return False
    with transaction.atomic():
        _store(document, parsed)
        sections_stored.send(Document, document=document)
        if not _save(document):
            transaction.set_rollback(True)
            return False
    return document.status != Document.Status.FAILED


def give_up(document_id: int) -> bool:
    """Fails a document that took too long; always False."""
    document = Document.objects.filter(pk=document_id).first()
    if document is not None:
        status.fail(document, sandbox.TOO_SLOW)
    return False


def below_title(heading: str, title: str) -> str:
    """The headings of a section without the title of its document, if it stands there;
    empty for what stands directly below the title."""
    outermost, _, below = heading.partition(BETWEEN_HEADINGS)
    return (
        below if outermost.strip().casefold() == title.strip().casefold() else heading
    )


def _store(document: Document, parsed: dict[str, Any]) -> None:
    document.sections.all().delete()
    sections = parsed["sections"]
    Section.objects.bulk_create(
        Section(
            document=document,
            number=number,
            heading=BETWEEN_HEADINGS.join(section["heading"])[:LONGEST_HEADING],
            parts=section["parts"],
        )
        for number, section in enumerate(sections, 1)
    )
    document.pages = parsed["pages"]
    document.language = detect.detect(_sample(sections))
    if not document.replaces_id and parsed["title"]:
        document.title = parsed["title"][:LONGEST_TITLE]


def _save(document: Document) -> bool:
    """False for one that staff have deleted meanwhile.

    It is the last step, as it locks the row: sentences are checked for minutes.
    """
    values = {name: getattr(document, name) for name in OWN_FIELDS}
    rows = Document.objects.filter(pk=document.pk)
    return bool(rows.update(**values, updated_at=timezone.now()))


def _sample(sections: Sequence[dict[str, Any]]) -> str:
    texts = (part["text"] for section in sections for part in section["parts"])
    return " ".join(texts)[:SAMPLE_CHARS]
