"""Text messages on their way out. No other module writes their status.

    pending --claim--> claimed --sent--> sent --> delivered | failed
       ^                  |
       +-- may retry -----+--> failed            withheld: never to be sent

A message is claimed before the provider is called. Where the call ends without an
answer, or its process dies, nobody knows whether the guest has the message: the
provider is asked for it by its tag, and only one that it does not know is sent again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from apps.infrastructure.workers import task_queue
from apps.properties.models import Property
from apps.sms import phone_numbers
from apps.sms.models import OutboundText, SmsNumber
from apps.sms.outgoing import permission, provider_messages, segments
from apps.sms.telnyx import client
from apps.sms.telnyx.client import NotSent, Uncertain

log = logging.getLogger(__name__)
Status, Kind = OutboundText.Status, OutboundText.Kind
RETRY_DELAYS = tuple(timedelta(seconds=s) for s in (10, 60, 300, 1800))
# Longer than the provider may take to answer, and to list what it has sent.
CLAIM_AGE = timedelta(minutes=2)
# The provider does not say whether it has sent it; guests no longer wait for it.
GIVE_UP_AGE = timedelta(hours=1)
MOST_AT_ONCE = 50
DELIVERED = ("delivered",)
FAILED = ("sending_failed", "delivery_failed")
UNCONFIRMED = "The provider did not say whether it was sent."


@dataclass(frozen=True)
class Draft:
    """A message to a guest; turn_id and conversation_id: of the answer that it is.

    id: of its row. consent_question: the end of its words, where they ask whether the
    guest wants to be remembered. not_before: when it may be sent; None for at once.
    """

    to: str
    body: str
    kind: str = Kind.ANSWER
    turn_id: UUID | None = None
    conversation_id: UUID | None = None
    consent_question: str = ""
    not_before: datetime | None = None
    id: UUID = field(default_factory=uuid4)


def add(place: Property, draft: Draft, reason_not_sent: str = "") -> OutboundText:
    """Stores a message to be sent, or one that may not be, with the reason."""
    body = segments.plain(draft.body)
    now = timezone.now()
    due_at = max(draft.not_before or now, now)
    if not reason_not_sent:
        seconds = (due_at - now) / timedelta(seconds=1)
        task_queue.send_on_commit("sms.send", seconds, text_id=str(draft.id))
    return OutboundText.objects.create(
        id=draft.id,
        property=place,
        kind=draft.kind,
        from_number=number_of(place),
        to_number=draft.to,
        body=body,
        segments=segments.count(body),
        status=Status.WITHHELD if reason_not_sent else Status.PENDING,
        reason_not_sent=reason_not_sent,
        next_attempt_at=None if reason_not_sent else due_at,
        turn_id=draft.turn_id,
        conversation_id=draft.conversation_id,
        consent_question=draft.consent_question,
    )


def begin(place: Property, to: str, body: str, now: datetime) -> OutboundText:
    """Stores a message that we begin; withheld where the law or the guest says so."""
    reason = permission.may_send(place, to, now)
    return add(place, Draft(to, body, Kind.BEGUN), reason)


def number_of(place: Property) -> str:
    """The number that the property's messages come from."""
    number = SmsNumber.objects.filter(property=place).first()
    return number.number if number else settings.SMS_FROM_NUMBER


def waiting(now: datetime) -> list[UUID]:
    """Messages that are due."""
    rows = OutboundText.objects.filter(status=Status.PENDING, next_attempt_at__lte=now)
    return list(rows.order_by("created_at").values_list("pk", flat=True)[:MOST_AT_ONCE])


def send(text_id: UUID) -> None:
    """Sends a message that is due; nothing where another process has claimed it."""
    row = _claim(text_id, timezone.now())
    if row is None:
        return
    if reason := _reason_not_to_send(row):
        _end(row, Status.WITHHELD, reason_not_sent=reason)
        return
    _call(row)


def resolve_old_claims(now: datetime) -> int:
    """Finds out what became of claimed messages; returns how many there were."""
    rows = OutboundText.objects.filter(
        status=Status.CLAIMED, claimed_at__lt=now - CLAIM_AGE
    )
    old_claims = list(rows.order_by("created_at")[:MOST_AT_ONCE])
    for row in old_claims:
        _resolve(row, now)
    return len(old_claims)


def note_status(provider_id: str, tags: list[str], status: str, error: str) -> None:
    """Stores what the provider says of a message, found by its id or its tag."""
    row = provider_messages.find_row(provider_id, tags)
    if row is None:
        log.warning("a status of a text message that nobody has sent")
        return
    if row.status in (Status.DELIVERED, Status.FAILED):
        return  # an earlier status that came late
    new_status = Status.SENT
    if status in DELIVERED:
        new_status = Status.DELIVERED
    elif status in FAILED:
        new_status = Status.FAILED
    _end(row, new_status, provider_id=provider_id, error=error)


def erase(rows: QuerySet[OutboundText]) -> int:
    """Erases the words and numbers of messages; what was not sent yet never is.

    Returns how many there were.
    """
    rows.filter(status=Status.PENDING).update(
        status=Status.WITHHELD, reason_not_sent="the guest erased the conversation"
    )
    return rows.update(
        body="",
        to_number="",
        conversation_id=None,
        turn_id=None,
        consent_question="",
    )


def _claim(text_id: UUID, now: datetime) -> OutboundText | None:
    """Compare-and-set: of many processes, one sends."""
    due = OutboundText.objects.filter(
        Q(next_attempt_at=None) | Q(next_attempt_at__lte=now),
        pk=text_id,
        status=Status.PENDING,
    )
    is_ours = due.update(
        status=Status.CLAIMED, claimed_at=now, attempts=F("attempts") + 1
    )
    rows = OutboundText.objects.select_related("property")
    return rows.get(pk=text_id) if is_ours else None


def _reason_not_to_send(row: OutboundText) -> str:
    """While the message waited, the guest may have revoked, or the night begun."""
    if row.kind == Kind.CONFIRMATION:
        return ""
    if row.kind == Kind.BEGUN:
        return permission.may_send(row.property, row.to_number, timezone.now())
    return permission.may_answer(row.property, row.to_number)


def _call(row: OutboundText) -> None:
    if phone_numbers.is_trial(row.to_number):
        _end(row, Status.DELIVERED, sent_at=timezone.now())
        return
    try:
        provider_id = client.send(provider_messages.of_row(row))
    except NotSent as error:
        _note_refusal(row, error)
    except Uncertain as error:
        log.warning("text %s may have been sent: %s", row.pk, error)
    else:
        _end(row, Status.SENT, provider_id=provider_id, sent_at=timezone.now())


def _note_refusal(row: OutboundText, error: NotSent) -> None:
    if error.may_retry and row.attempts <= len(RETRY_DELAYS):
        delay = RETRY_DELAYS[row.attempts - 1]
        _end(
            row,
            Status.PENDING,
            error=str(error),
            next_attempt_at=timezone.now() + delay,
        )
        return
    log.error("text %s was not sent: %s", row.pk, error)
    _end(row, Status.FAILED, error=str(error))
    if error.code == client.OPTED_OUT:
        permission.note_carriers_stop(row.property, row.to_number)


def _resolve(row: OutboundText, now: datetime) -> None:
    claimed_at = row.claimed_at or now
    try:
        provider_id = client.find(provider_messages.of_row(row), row.created_at)
    except Uncertain:
        if now - claimed_at > GIVE_UP_AGE:
            log.exception("nobody knows whether text %s was sent", row.pk)
            _end(row, Status.FAILED, error=UNCONFIRMED)
        return
    if provider_id:
        _end(row, Status.SENT, provider_id=provider_id, sent_at=claimed_at)
    elif row.attempts <= len(RETRY_DELAYS):
        _end(row, Status.PENDING, next_attempt_at=now)
    else:
        _end(row, Status.FAILED, error="It could not be sent.")


def _end(row: OutboundText, status: str, **values: Any) -> None:
    """From the status that was read; another process may have been quicker."""
    rows = OutboundText.objects.filter(pk=row.pk, status=row.status)
    rows.update(status=status, **values)
