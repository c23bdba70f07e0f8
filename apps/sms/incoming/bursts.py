"""Texts that a guest sends within some seconds are one question.

A text that comes while the ones before are being answered joins them where
`SECOND_MESSAGE_SMS` is `replace`: the guest gets one answer to all of them. “Forget
everything” joins no other text, because only a message of its own is understood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from apps.conversations.turns.memory import memory_requests
from apps.properties.models import Property
from apps.sms.models import InboundText

Status = InboundText.Status
UNANSWERED = (Status.WAITING, Status.ANSWERING)
# Longer than a task may run.
CLAIM_AGE = timedelta(minutes=6)
MOST_ATTEMPTS = 3
MOST_AT_ONCE = 20
NAMESPACE = UUID("5f0d3d52-6f0b-4d7e-8a53-1c1d9a0f0a41")


@dataclass(frozen=True)
class Burst:
    """client_id: the same for the same texts, so that they are one turn."""

    id: UUID
    client_id: UUID
    place: Property
    texts: list[InboundText]

    @property
    def words(self) -> str:
        return "\n".join(text.body for text in self.texts if text.body)

    @property
    def newest(self) -> InboundText:
        return self.texts[-1]


@transaction.atomic
def claim(text_id: int, now: datetime) -> Burst | None:
    """The burst of a waiting text; None where it is answered, or more may come."""
    rows = InboundText.objects.select_related("property")
    trigger = rows.filter(pk=text_id, status=Status.WAITING).first()
    if trigger is None or (place := trigger.property) is None:
        return None
    texts = list(_unanswered(trigger).select_for_update(of=("self",)))
    waiting = [text for text in texts if text.status == Status.WAITING]
    newest_at = max((text.stored_at for text in waiting), default=now)
    if now - newest_at < _pause():
        return None
    if settings.SECOND_MESSAGE["sms"] != "replace":
        texts = waiting
    texts = _one_question(texts)
    if all(text.status == Status.ANSWERING for text in texts):
        return None  # its answer comes first
    burst_id = uuid4()
    _unanswered(trigger).filter(pk__in=[text.pk for text in texts]).update(
        status=Status.ANSWERING,
        burst_id=burst_id,
        claimed_at=now,
        attempts=F("attempts") + 1,
    )
    client_id = uuid5(NAMESPACE, ",".join(text.event_id for text in texts))
    return Burst(burst_id, client_id, place, texts)


def finish(burst: Burst, status: str, reason: str = "") -> bool:
    """Whether the burst is still ours; a later one may have taken its texts."""
    rows = InboundText.objects.filter(burst_id=burst.id, status=Status.ANSWERING)
    return rows.update(status=status, reason=reason) > 0


def overdue(now: datetime) -> list[int]:
    """Texts to answer whose task is late; those of dead workers wait again."""
    lost = InboundText.objects.filter(
        status=Status.ANSWERING, claimed_at__lt=now - CLAIM_AGE
    )
    lost.filter(attempts__gte=MOST_ATTEMPTS).update(
        status=Status.REFUSED, reason="it could not be answered"
    )
    lost.update(status=Status.WAITING)
    latest = now - 3 * _pause()
    rows = InboundText.objects.filter(status=Status.WAITING, stored_at__lt=latest)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])


def next_waiting(burst: Burst) -> int | None:
    """The oldest text of the same guest that was not part of it."""
    rows = _unanswered(burst.newest).filter(status=Status.WAITING)
    return rows.values_list("pk", flat=True).first()


def _one_question(texts: Sequence[InboundText]) -> list[InboundText]:
    """The first texts that may be answered together."""
    is_request = [memory_requests.is_meant(text.body) for text in texts]
    end = is_request.index(True) or 1 if any(is_request) else len(texts)
    return list(texts[:end])


def _unanswered(text: InboundText) -> QuerySet[InboundText]:
    """All texts of the same guest that have no answer yet, the oldest first."""
    rows = InboundText.objects.filter(
        property=text.property, from_number=text.from_number, status__in=UNANSWERED
    )
    return rows.order_by("received_at", "pk")


def _pause() -> timedelta:
    return timedelta(seconds=settings.SMS_BURST_SECONDS)
