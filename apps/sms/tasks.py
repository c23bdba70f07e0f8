"""Celery tasks: ids in, one domain call each."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from apps.sms import stored_texts
from apps.sms.incoming import answering, bursts
from apps.sms.outgoing import outbox


@shared_task(name="sms.answer")
def answer(*, text_id: int) -> bool:
    """Answers the burst that a text message belongs to; False where it waits."""
    return answering.answer(text_id)


@shared_task(name="sms.answer_waiting")
def answer_waiting() -> int:
    """Answers texts whose task was lost with the broker or its worker."""
    if not settings.SMS_ENABLED:
        return 0
    waiting = bursts.overdue(timezone.now())
    for text_id in waiting:
        answering.answer(text_id)
    return len(waiting)


@shared_task(name="sms.send")
def send(*, text_id: str) -> None:
    outbox.send(UUID(text_id))


@shared_task(name="sms.send_waiting")
def send_waiting() -> int:
    """Finds out what became of lost sends, and sends what is due."""
    if not settings.SMS_ENABLED:
        return 0
    outbox.resolve_old_claims(timezone.now())
    waiting = outbox.waiting(timezone.now())
    for text_id in waiting:
        outbox.send(text_id)
    return len(waiting)


@shared_task(name="sms.prune")
def prune() -> int:
    """Forgets old ids and texts, and what guests told who text no more."""
    return stored_texts.prune(timezone.now())
