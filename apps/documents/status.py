"""The status of a document; nothing else writes it.

processing -> draft | live | failed        when it has been read
draft -> live                              staff publish it
live -> draft | expired                    staff withdraw it, its last day has passed,
                                           or a newer version takes its place
expired -> live                            staff publish it again
failed -> processing                       staff have it read again
"""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.documents.models import Document
from apps.properties import flags

Status = Document.Status
MOVES = {
    Status.PROCESSING: (Status.DRAFT, Status.LIVE, Status.FAILED),
    Status.DRAFT: (Status.LIVE,),
    Status.LIVE: (Status.DRAFT, Status.EXPIRED),
    Status.EXPIRED: (Status.LIVE,),
    Status.FAILED: (Status.PROCESSING,),
}
LONGEST_ERROR = 300


def finish(document_id: int) -> bool:
    """Its text can be found: it becomes live, or a draft where staff wished that, or
    where a second person has to publish it.

    False for one that is not being read any more.
    """
    document = Document.objects.filter(pk=document_id).first()
    if document is None or document.status != Status.PROCESSING:
        return False
    if document.is_published_when_read and not needs_second_person(document):
        return publish(document)
    return _move(document, Status.DRAFT)


def needs_second_person(document: Document) -> bool:
    """Whether somebody other than who handed it in has to publish it."""
    return flags.needs_second_person(document.property)


@transaction.atomic
def publish(document: Document) -> bool:
    """It becomes live, and the version that it replaces expires with the same commit.

    False where its status has changed, or the same file is here again.
    """
    try:
        with transaction.atomic():
            is_moved = _move(document, Status.LIVE)
    except IntegrityError:
        return False
    if is_moved and document.replaces and document.replaces.status == Status.LIVE:
        _move(document.replaces, Status.EXPIRED)
    return is_moved


def withdraw(document: Document) -> bool:
    return _move(document, Status.DRAFT)


def fail(document: Document, sentence: str) -> bool:
    return _move(document, Status.FAILED, sentence)


def read_again(document: Document) -> bool:
    """False where the same file is here again. What was read of it goes."""
    try:
        with transaction.atomic():
            is_moved = _move(document, Status.PROCESSING)
            if is_moved:
                document.sections.all().delete()
            return is_moved
    except IntegrityError:
        return False


def expire(at: datetime) -> int:
    """Live documents whose last day has passed, by the clock of their property.

    They are not shown from that day on, whether this runs or not.
    """
    ended = Document.objects.filter(status=Status.LIVE, valid_until__isnull=False)
    rows = ended.select_related("property")
    over = [row for row in rows if _is_over(row, at)]
    return sum(_move(row, Status.EXPIRED) for row in over)


def _is_over(document: Document, at: datetime) -> bool:
    day = at.astimezone(document.property.zone).date()
    return document.valid_until is not None and document.valid_until < day


def _move(document: Document, status: Document.Status, error: str = "") -> bool:
    """Compares and sets: two people at once move it once."""
    sources = [source for source, targets in MOVES.items() if status in targets]
    rows = Document.objects.filter(pk=document.pk, status__in=sources)
    is_moved = bool(
        rows.update(
            status=status, error=error[:LONGEST_ERROR], updated_at=timezone.now()
        )
    )
    if is_moved:
        document.status, document.error = status, error[:LONGEST_ERROR]
    return is_moved
