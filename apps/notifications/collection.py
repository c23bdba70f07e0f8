"""Writes a notification for each event that a subscription tells of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import uuid4

from django.utils import timezone

from apps.infrastructure.workers import task_queue
from apps.notifications import recipients, sources
from apps.notifications.models import Notification, Subscription
from apps.notifications.recipients import Recipient
from apps.notifications.sources import Event, Source
from apps.notifications.topics import Topic
from apps.properties.models import Property

# After a longer outage, a list of old events helps nobody.
LOOK_BACK = timedelta(hours=24)
TASK = "notifications.send_due"


def collect(now: datetime) -> int:
    """Writes what is not written yet; how many. The database keeps each unique."""
    rows = Subscription.objects.filter(is_active=True)
    subscriptions = list(rows.select_related("property", "user", "role"))
    if not subscriptions:
        return 0
    places = Property.objects.in_bulk()
    return sum(
        _collect(source, subscriptions, places, now)
        for source in sources.by_topic().values()
    )


def add_test(subscription: Subscription) -> int:
    """Notifies the recipients of a subscription, to show that it reaches them; how
    many there are."""
    now = timezone.now()
    event = Event(str(uuid4()), subscription.property_id, now, now)
    rows = [
        _notification(recipient, Topic.TEST, event, subscription.property, now)
        for recipient in recipients.of_subscription(subscription)
    ]
    Notification.objects.bulk_create(rows)
    task_queue.send_on_commit(TASK)
    return len(rows)


def _collect(
    source: Source,
    subscriptions: list[Subscription],
    places: dict[int, Property],
    now: datetime,
) -> int:
    choosing = [row for row in subscriptions if source.topic in row.topics]
    if not choosing:
        return 0
    earliest = now - LOOK_BACK
    events = source.events(max(earliest, min(row.active_since for row in choosing)))
    if not events:
        return 0
    candidates = [
        _notification(recipient, source.topic, event, _place(event, places), now)
        for recipient, event in _pairs(source, choosing, events)
    ]
    written_rows = Notification.objects.filter(
        topic=source.topic, created_at__gte=earliest
    )
    written = {row.key() for row in written_rows}
    new_rows = {row.key(): row for row in candidates if row.key() not in written}
    Notification.objects.bulk_create(new_rows.values(), ignore_conflicts=True)
    return len(new_rows)


def _pairs(
    source: Source, subscriptions: list[Subscription], events: list[Event]
) -> Iterator[tuple[Recipient, Event]]:
    """Those without quiet hours last: of two for one recipient, the last holds."""
    for subscription in sorted(subscriptions, key=lambda row: row.quiet_from is None):
        for recipient in recipients.of_subscription(subscription):
            for event in events:
                is_new = event.noticed_at >= subscription.active_since
                is_news = is_new and not recipient.is_author(event.author_id)
                if is_news and recipient.may_hear(event.property_id, source.permission):
                    yield recipient, event


def _place(event: Event, places: dict[int, Property]) -> Property | None:
    return places.get(event.property_id) if event.property_id else None


def _notification(
    recipient: Recipient,
    topic: str,
    event: Event,
    place: Property | None,
    now: datetime,
) -> Notification:
    subscription = recipient.subscription
    return Notification(
        subscription=subscription,
        property=place,
        user=recipient.user,
        channel=subscription.channel,
        recipient=recipient.key,
        topic=topic,
        row_id=event.row_id,
        happened_at=event.happened_at,
        next_attempt_at=recipients.due_at(subscription, topic, place, now),
    )
