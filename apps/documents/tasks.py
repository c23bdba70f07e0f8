"""Celery tasks: ids in, one domain call each."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.documents import reading, status
from apps.documents.models import Document

log = logging.getLogger(__name__)
# The parser has its own limit; then each sentence is checked. Less than any task may
# take, or the document would be read anew for ever.
READ_SECONDS = 270
# Longer than reading may take.
PATIENCE = timedelta(minutes=5)


@shared_task(name="documents.read", soft_time_limit=READ_SECONDS)
def read(*, document_id: int) -> bool:
    try:
        return reading.read(document_id)
    except SoftTimeLimitExceeded:
        return reading.give_up(document_id)


@shared_task(name="documents.read_waiting")
def read_waiting() -> int:
    """Has read what a lost broker or a dead worker left behind; expires what has ended.

    Each document is a task of its own, so that none takes the time of another. One that
    merely waits in a long queue is sent twice, and read once.
    """
    status.expire(timezone.now())
    waiting = Document.objects.filter(status=Document.Status.PROCESSING, sections=None)
    patience = timezone.now() - PATIENCE
    ids = list(waiting.filter(updated_at__lt=patience).values_list("pk", flat=True))
    for document_id in ids:
        Document.objects.filter(pk=document_id).update(updated_at=timezone.now())
        enqueue(document_id)
    return len(ids)


def enqueue(document_id: int) -> None:
    try:
        read.delay(document_id=document_id)
    except OperationalError:
        # The file is stored; `read_waiting` reads it.
        log.warning("the task queue is away; a document is read later")
