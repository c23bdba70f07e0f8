"""Rows that wait for staff, by the topic that tells of them.

Apps above this one describe theirs in a module that `SOURCES` names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.db.models import BigIntegerField, F, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string

from apps.catalog.models import Item
from apps.conversations.models import Alert
from apps.conversations.review import held_answers
from apps.notifications.topics import Topic
from apps.reservations.models import Escalation, Request
from apps.reservations.request_status import Status

SOURCES = (
    "apps.notifications.sources.OF_GUESTS_AND_ROWS",
    "apps.ops.doctor.incidents.OF_INCIDENTS",
    "apps.staff.drafts.notification_source.OF_DRAFTS",
)
DANGERS = (Alert.Kind.EMERGENCY, Alert.Kind.CRISIS)
EXPIRES_WITHIN = timedelta(days=7)
NO_PROPERTY = NOBODY = Value(None, output_field=BigIntegerField())


@dataclass(frozen=True)
class Event:
    """A row that waits. happened_at: another one where it waits for another reason.

    author_id: of the user who has written it, and so needs no news of it.
    """

    row_id: str
    property_id: int | None
    noticed_at: datetime
    happened_at: datetime
    author_id: int | None = None


@dataclass(frozen=True)
class Source:
    """What a topic tells of.

    waiting: the rows that nobody has dealt with yet; noticed_at: when each began to
    wait. address: the path of the page where staff deal with a row, by its primary
    key; permission: what that page needs. property_path: empty where the rows concern
    the installation. author_path: to the user who is not told.
    """

    topic: Topic
    waiting: Callable[[], QuerySet[Any]]
    permission: str
    address: Callable[[str], str]
    noticed_at: str | Combinable = "created_at"
    happened_at: str | Combinable = ""
    property_path: str = "property_id"
    author_path: str = ""

    def events(self, since: datetime) -> list[Event]:
        """Those that began to wait since then."""
        rows = self.waiting().annotate(
            event_property=F(self.property_path) if self.property_path else NO_PROPERTY,
            event_noticed_at=_column(self.noticed_at),
            event_happened_at=_column(self.happened_at or self.noticed_at),
            event_author=F(self.author_path) if self.author_path else NOBODY,
        )
        recent = rows.filter(event_noticed_at__gte=since).values_list(
            "pk",
            "event_property",
            "event_noticed_at",
            "event_happened_at",
            "event_author",
        )
        return [Event(str(pk), *values) for pk, *values in recent]

    def still_waiting(self, row_ids: set[str]) -> set[str]:
        """Of these rows, those that nobody has dealt with in the meantime."""
        rows = self.waiting().filter(pk__in=row_ids)
        return {str(pk) for pk in rows.values_list("pk", flat=True)}


@cache
def by_topic() -> dict[str, Source]:
    groups = [import_string(path) for path in SOURCES]
    return {source.topic: source for group in groups for source in group}


def page_of(name: str) -> Callable[[str], str]:
    """The page of a row by the name of its URL."""
    return lambda row_id: reverse(name, args=[row_id])


def place_on(name: str, anchor: str) -> Callable[[str], str]:
    """The place of a row on the page of all of them."""
    return lambda row_id: f"{reverse(name)}#{anchor}{row_id}"


def _column(value: str | Combinable) -> Combinable:
    return F(value) if isinstance(value, str) else value


def _request_of(escalation_id: str) -> str:
    row = Escalation.objects.filter(pk=escalation_id).first()
    return _in_queue(str(row.request_id) if row else "")


def _form_of_item(item_id: str) -> str:
    item = Item.objects.filter(pk=item_id).first()
    if item is None:
        return reverse("admin:catalog_item_changelist")
    return reverse(
        f"admin:catalog_{item.concrete._meta.model_name}_change", args=[item_id]
    )


def _unseen(kinds: Q) -> QuerySet[Alert]:
    return Alert.objects.filter(kinds, seen_at=None)


def _expiring() -> QuerySet[Item]:
    now = timezone.now()
    return Item.objects.live(now).filter(valid_to__lte=now + EXPIRES_WITHIN)


_in_queue = place_on("requests", "r-")
OF_GUESTS_AND_ROWS = (
    Source(
        Topic.CRISIS,
        lambda: _unseen(Q(kind__in=DANGERS)),
        "conversations.view_alert",
        page_of("admin:conversations_alert_change"),
    ),
    Source(
        Topic.ALERT,
        lambda: _unseen(~Q(kind__in=DANGERS)),
        "conversations.view_alert",
        page_of("admin:conversations_alert_change"),
    ),
    Source(
        Topic.APPROVAL,
        held_answers.waiting,
        "conversations.change_message",
        place_on("approvals", "text-"),
        property_path="conversation__property_id",
    ),
    Source(
        Topic.REQUEST,
        lambda: Request.objects.with_waiting_since().filter(status=Status.WAITING),
        "reservations.change_request",
        _in_queue,
        noticed_at="waiting_since",
    ),
    Source(
        Topic.LATE_REQUEST,
        lambda: Escalation.objects.filter(request__status=Status.WAITING),
        "reservations.change_request",
        _request_of,
        noticed_at="at",
        property_path="request__property_id",
    ),
    Source(
        Topic.EXPIRING,
        _expiring,
        "catalog.view_item",
        _form_of_item,
        # A date that somebody sets late is noticed when it is set.
        noticed_at=Greatest(F("valid_to") - EXPIRES_WITHIN, F("updated_at")),
        happened_at="valid_to",
    ),
)
