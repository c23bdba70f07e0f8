"""Celery tasks: ids in, one domain call each."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.documents import reading, status
from apps.documents.models import Document

log = logging.getLogger(__name__)
# Longer than reading may take.
PATIENCE = timedelta(minutes=5)


@shared_task(name="documents.read")
def read(*, document_id: int) -> bool:
    return reading.read(document_id)


@shared_task(name="documents.read_waiting")
def read_waiting() -> int:
    """Reads what a lost broker or a dead worker left behind; expires what has ended."""
    status.expire(timezone.now())
    waiting = Document.objects.filter(status=Document.Status.PROCESSING, sections=None)
    patience = timezone.now() - PATIENCE
    ids = list(waiting.filter(updated_at__lt=patience).values_list("pk", flat=True))
    for document_id in ids:
        Document.objects.filter(pk=document_id).update(updated_at=timezone.now())
        try:
            reading.read(document_id)
        except OSError as error:
            log.warning("document %s is read later: %s", document_id, error)
    return len(ids)


def enqueue(document_id: int) -> None:
    try:
        read.delay(document_id=document_id)
    except OperationalError:
        # The file is stored; `read_waiting` reads it.
        log.warning("the task queue is away; a document is read later")
