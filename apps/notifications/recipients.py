"""Whom a subscription reaches, when, and what each of them may hear of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from apps.notifications.models import Channel, Notification, Subscription
from apps.notifications.topics import URGENT, Topic
from apps.properties import access
from apps.properties.models import Assignment, Property, StaffAccess


@dataclass(frozen=True)
class Recipient:
    """A person by e-mail, or a webhook. user: None for a webhook."""

    subscription: Subscription
    user: User | None = None

    @property
    def key(self) -> str:
        """The same for each subscription that reaches this recipient."""
        if self.user:
            return f"user:{self.user.pk}"
        return f"webhook:{self.subscription.pk}"

    def is_author(self, author_id: int | None) -> bool:
        return self.user is not None and self.user.pk == author_id

    def may_hear(self, property_id: int | None, permission: str) -> bool:
        """Whether this is of the subscription's properties, and of the reader's.

        What concerns no property is for those who chose all of them.
        """
        if self.subscription.property_id not in (None, property_id):
            return False
        if self.user is None:
            return True
        if not may_read(self.user, permission):
            return False
        return self._has_all or property_id in self._property_ids

    @cached_property
    def _has_all(self) -> bool:
        return access.has_all_properties(self.user)

    @cached_property
    def _property_ids(self) -> set[int]:
        return set(access.properties(self.user).values_list("pk", flat=True))


def of_subscription(subscription: Subscription) -> list[Recipient]:
    """Now; a role is whoever has it when something happens."""
    if subscription.channel != Channel.EMAIL:
        return [Recipient(subscription)]
    if subscription.role:
        users = list(subscription.role.user_set.order_by("pk"))
    else:
        users = [subscription.user] if subscription.user else []
    return [Recipient(subscription, user) for user in users if user.email]


def of_notification(notification: Notification) -> list[Recipient]:
    """Its recipient, once for each subscription that tells of it now. A person may have
    several, and the one that it was written for may be gone."""
    user, topic = notification.user, notification.topic
    rows = Subscription.objects.filter(is_active=True)
    if user is None:
        rows = rows.exclude(channel=Channel.EMAIL)
    if user is None or topic == Topic.TEST:
        rows = rows.filter(notifications=notification)
    else:
        rows = rows.filter(Q(user=user) | Q(role__in=user.groups.all()))
    if topic != Topic.TEST:
        rows = rows.filter(topics__contains=[topic])
    return [Recipient(subscription, user) for subscription in rows]


def colleagues(user: Any) -> QuerySet[User]:
    """Staff who work for a property of the user's, or for all of them."""
    here = Assignment.objects.filter(property__in=access.properties(user))
    everywhere = StaffAccess.objects.filter(all_properties=True)
    return User.objects.filter(
        Q(is_superuser=True)
        | Q(pk__in=here.values("user"))
        | Q(pk__in=everywhere.values("user")),
        is_active=True,
        is_staff=True,
    )


def may_read(user: User, permission: str) -> bool:
    """Whether the page that a notification leads to opens for this member of staff."""
    has_permission = not permission or user.has_perm(permission)
    return user.is_active and user.is_staff and has_permission


def due_at(
    subscription: Subscription, topic: str, place: Property | None, now: datetime
) -> datetime:
    """Now, or the end of the quiet hours that last now."""
    begin, end = subscription.quiet_from, subscription.quiet_until
    if topic in URGENT or begin is None or end is None:
        return now
    local = now.astimezone(_zone(place))
    if not _is_within(local.time(), begin, end):
        return now
    today = datetime.combine(local.date(), end, local.tzinfo)
    return today if today > local else _next_day(today)


def _is_within(clock: time, begin: time, end: time) -> bool:
    """They may last past midnight."""
    if begin <= end:
        return begin <= clock < end
    return clock >= begin or clock < end


def _next_day(moment: datetime) -> datetime:
    """The same hour on the clock, also where the clocks change at night."""
    return moment + timedelta(days=1)


def _zone(place: Property | None) -> ZoneInfo:
    """Of what concerns no property, that of the property at `/`."""
    row = place or Property.objects.filter(slug=settings.DEFAULT_PROPERTY).first()
    return row.zone if row else ZoneInfo("UTC")
