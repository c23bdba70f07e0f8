"""Notifications on their way out. No other module writes their status.

    pending --claim--> claimed --> sent
       ^                  |
       +-- may retry -----+--> failed            withheld: never to be sent

What is due for one recipient, topic and property is one message. Its rows are claimed
before it is sent; where the process dies after that, they are sent again, for a crisis
told twice is better than one that nobody hears of.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from apps.notifications import recipients, sources
from apps.notifications.delivery import mail, messages, webhooks
from apps.notifications.delivery.failures import MailServerFails, NotDelivered
from apps.notifications.models import Channel, Notification
from apps.notifications.recipients import Recipient
from apps.notifications.topics import URGENT, Topic

log = logging.getLogger(__name__)
Status = Notification.Status
RETRY_DELAYS = tuple(timedelta(seconds=s) for s in (15, 60, 300, 1800))
# Longer than a mail server or a webhook may take to answer.
CLAIM_AGE = timedelta(minutes=2)
# A round that takes longer leaves the remainder to the next one: the task has a limit.
LONGEST_ROUND = timedelta(minutes=2)
MOST_ROWS = 500
GONE = "Nobody is told of this any more."
NO_ACCESS = "The person may not see it."
NO_LONGER_WAITS = "Somebody has dealt with it."


def send_due(now: datetime) -> int:
    """Sends what is due; how many messages were tried.

    A mail server that fails is not asked again in this round.
    """
    _release_old_claims(now)
    ends_at, tried, failing_channel = timezone.now() + LONGEST_ROUND, 0, ""
    for group in _groups(now):
        if timezone.now() >= ends_at:
            break
        if group["channel"] == failing_channel:
            continue
        try:
            tried += _send_group(group, now)
        except MailServerFails:
            tried, failing_channel = tried + 1, group["channel"]
    return tried


def _groups(now: datetime) -> list[dict[str, Any]]:
    """Values of rows that make one message, the urgent ones first."""
    names = ("channel", "recipient", "topic", "property")
    groups = _due(now).order_by(*names).values(*names).distinct()
    return sorted(groups, key=lambda group: group["topic"] not in URGENT)


def _due(now: datetime) -> QuerySet[Notification]:
    return Notification.objects.filter(
        status=Status.PENDING, next_attempt_at__lte=now
    ).order_by("happened_at", "pk")


def _send_group(group: Mapping[str, Any], now: datetime) -> bool:
    rows = _claim(group, now)
    if not rows or not _may_send_now(rows, now):
        return False
    current = _still_waiting(rows)
    _end(
        [row for row in rows if row not in current],
        Status.WITHHELD,
        problem=NO_LONGER_WAITS,
    )
    if current:
        _deliver(current)
    return bool(current)


def _claim(group: Mapping[str, Any], now: datetime) -> list[Notification]:
    """Of many processes, one sends. A claim's age counts from here: the round may have
    begun minutes ago."""
    with transaction.atomic():
        unlocked = _due(now).filter(**group).select_for_update(skip_locked=True)
        keys = [row.pk for row in unlocked[:MOST_ROWS]]
        rows = Notification.objects.filter(pk__in=keys)
        rows.update(
            status=Status.CLAIMED,
            claimed_at=timezone.now(),
            attempts=F("attempts") + 1,
        )
    rows = rows.select_related("property", "user", "subscription")
    return list(rows.order_by("happened_at", "pk"))


def _release_old_claims(now: datetime) -> None:
    """Of processes that have died."""
    old = Notification.objects.filter(
        status=Status.CLAIMED, claimed_at__lt=now - CLAIM_AGE
    )
    spent = old.filter(attempts__gt=len(RETRY_DELAYS))
    spent.update(status=Status.FAILED, problem="The process that sent it has died.")
    old.update(status=Status.PENDING, next_attempt_at=now)


def _may_send_now(rows: list[Notification], now: datetime) -> bool:
    """Whoever chose it may have changed his mind, or work elsewhere now, and his quiet
    hours may have begun. Ends the claim where it may not be sent."""
    row = rows[0]
    chosen = recipients.of_notification(row)
    permitted = [recipient for recipient in chosen if _may_hear(recipient, row)]
    if not permitted:
        _end(rows, Status.WITHHELD, problem=NO_ACCESS if chosen else GONE)
        return False
    due_at = min(
        recipients.due_at(recipient.subscription, row.topic, row.property, now)
        for recipient in permitted
    )
    if due_at > now:
        attempts = F("attempts") - 1
        _end(rows, Status.PENDING, next_attempt_at=due_at, attempts=attempts)
    return due_at <= now


def _may_hear(recipient: Recipient, row: Notification) -> bool:
    if row.topic == Topic.TEST:
        return True
    permission = sources.by_topic()[row.topic].permission
    return recipient.may_hear(row.property_id, permission)


def _still_waiting(rows: list[Notification]) -> list[Notification]:
    topic = rows[0].topic
    if topic == Topic.TEST:
        return rows
    row_ids = {row.row_id for row in rows}
    waiting_ids = sources.by_topic()[topic].still_waiting(row_ids)
    return [row for row in rows if row.row_id in waiting_ids]


def _deliver(rows: list[Notification]) -> None:
    """Raises MailServerFails, which it has noted."""
    try:
        _send(rows)
    except MailServerFails as failure:
        _note_failure(rows, failure)
        raise
    except NotDelivered as failure:
        _note_failure(rows, failure)
    except Exception as error:  # one message stops no other
        log.exception("a notification met an error")
        problem = f"An error of the program ({type(error).__name__})."
        _note_failure(rows, NotDelivered(problem, may_retry=True))
    else:
        _end(rows, Status.SENT, sent_at=timezone.now(), problem="")


def _send(rows: list[Notification]) -> None:
    message, row = messages.write(rows), rows[0]
    if row.channel == Channel.EMAIL and row.user:
        mail.send(row.user.email, message.subject, message.plain_text())
    elif row.subscription:
        content = messages.payload(message, row.channel)
        webhooks.post(row.subscription.webhook_url, content)


def _note_failure(rows: list[Notification], failure: NotDelivered) -> None:
    for row in rows:
        if failure.may_retry and row.attempts <= len(RETRY_DELAYS):
            delay = RETRY_DELAYS[row.attempts - 1]
            next_attempt_at = timezone.now() + delay
            problem = str(failure)
            _end(
                [row], Status.PENDING, problem=problem, next_attempt_at=next_attempt_at
            )
        else:
            log.error("notification %s was not sent: %s", row.pk, failure)
            _end([row], Status.FAILED, problem=str(failure))


def _end(rows: Iterable[Notification], status: str, **values: Any) -> None:
    """From the claim; another process may have been quicker."""
    claimed = Notification.objects.filter(
        pk__in=[row.pk for row in rows], status=Status.CLAIMED
    )
    claimed.update(status=status, **values)
