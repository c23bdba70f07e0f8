"""What waits for a member of staff, by kind; each kind needs its own permission."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.module_loading import import_string

from apps.catalog.demo.rows import SECTIONS as CATALOG_SECTIONS
from apps.catalog.models import Item
from apps.conversations.models import Alert, Message
from apps.conversations.review import held_answers
from apps.privacy.redaction import redact
from apps.properties import access, local_times
from apps.reservations.request_status import Status
from apps.staff.admin.conversations.alerts import DANGERS
from apps.staff.drafts import authors, held_rows, row_drafts
from apps.staff.gaps import recent_questions
from apps.staff.requests import filters

MOST_LINES = 3
EXPIRES_WITHIN = timedelta(days=14)
MODEL_NAMES = {
    model.KIND: model._meta.model_name for model in CATALOG_SECTIONS.values()
}


@dataclass(frozen=True)
class Line:
    """A row that waits; note: where and since when."""

    text: str
    url: str
    note: str = ""


@dataclass(frozen=True)
class Section:
    """is_urgent: a guest or a colleague waits for it."""

    title: str
    url: str
    count: int
    lines: list[Line] = field(default_factory=list)
    is_urgent: bool = False


Read = Callable[[HttpRequest, datetime], Section]


def _alerts(request: HttpRequest, now: datetime) -> Section:
    unseen = access.mine(Alert.objects.filter(seen_at=None), request.user)
    is_danger = Case(When(kind__in=DANGERS, then=1), default=0)
    rows = unseen.select_related("property").order_by(is_danger.desc(), "-created_at")
    lines = [
        Line(
            row.get_kind_display(),
            reverse("admin:conversations_alert_change", args=[row.pk]),
            _when(row.created_at, row.property),
        )
        for row in rows[:MOST_LINES]
    ]
    url = reverse("admin:conversations_alert_changelist")
    return Section(
        "Alerts", f"{url}?seen_at__isempty=1", unseen.count(), lines, is_urgent=True
    )


def _approvals(request: HttpRequest, now: datetime) -> Section:
    waiting = access.mine(
        held_answers.waiting(), request.user, "conversation__property"
    )
    rows = waiting.select_related("conversation__property", "turn")
    url = reverse("approvals")
    lines = [
        Line(
            _question(row),
            f"{url}#text-{row.pk}",
            _when(row.created_at, row.conversation.property),
        )
        for row in rows[:MOST_LINES]
    ]
    return Section("Answers to approve", url, waiting.count(), lines, is_urgent=True)


def _question(held: Message) -> str:
    messages = held.turn.messages.filter(role=Message.Role.GUEST)
    return " ".join(redact(message.text) for message in messages)


def _requests(request: HttpRequest, now: datetime) -> Section:
    waiting = filters.of_staff(request.user).filter(status=Status.WAITING)
    rows = waiting.select_related("property").order_by("due_at", "created_at")
    url = reverse("requests")
    lines = []
    for row in rows[:MOST_LINES]:
        overdue = "overdue, " if row.is_overdue(now) else ""
        note = f"{overdue}{_when(row.created_at, row.property)}"
        lines.append(Line(str(row.get_kind_display()), f"{url}#r-{row.pk}", note))
    return Section("Requests to decide", url, waiting.count(), lines, is_urgent=True)


def _gaps(request: HttpRequest, now: datetime) -> Section:
    """Questions, not yet merged by meaning: that takes longer than a start page may."""
    places = {place.pk: place for place in access.properties(request.user)}
    questions = recent_questions.without_answer(recent_questions.recent([*places], now))
    url = f"{reverse('gaps')}?weight=unanswered"
    lines = [
        Line(question.text, url, _when(question.asked_at, places[question.property_id]))
        for question in questions[:MOST_LINES]
    ]
    return Section("Questions without an answer", url, len(questions), lines)


def _expiring(request: HttpRequest, now: datetime) -> Section:
    rows = _items(request).live(now).filter(valid_to__lte=now + EXPIRES_WITHIN)
    return _of_rows("Rows that expire soon", "expiring", rows.order_by("valid_to"), now)


def _to_review(request: HttpRequest, now: datetime) -> Section:
    rows = _items(request).live(now).filter(review_by__lte=timezone.localdate())
    return _of_rows("Rows to review", "review", rows.order_by("review_by"), now)


def _items(request: HttpRequest) -> Any:
    rows = Item.objects.select_related("property")
    return access.mine(rows, request.user)


def _of_rows(title: str, attention: str, rows: Any, now: datetime) -> Section:
    lines = []
    for row in rows[:MOST_LINES]:
        name = f"admin:catalog_{MODEL_NAMES[row.kind]}_change"
        if attention == "expiring":
            note = f"expires {_when(row.valid_to, row.property)}"
        else:
            note = f"review by {date_format(row.review_by)}; {row.property}"
        lines.append(Line(row.name, reverse(name, args=[row.pk]), note))
    url = f"{reverse('admin:catalog_item_changelist')}?attention={attention}"
    return Section(title, url, rows.count(), lines)


def _drafts(request: HttpRequest, now: datetime) -> Section:
    """Those of others that wait for a second person, the oldest first."""
    rows = access.mine(row_drafts.waiting_for_second_person(), request.user)
    drafts = list(rows.select_related("item__property").order_by("updated_at"))
    objections = authors.objections(drafts, request.user)
    held_of_mine = access.mine(held_rows.waiting(), request.user)
    held = list(held_of_mine.select_related("property"))
    row_objections = authors.objections_to_rows(held, request.user)
    waiting = [
        (draft.item, draft.updated_at) for draft in drafts if not objections[draft.pk]
    ]
    waiting += [(row, row.held_at) for row in held if not row_objections[row.pk]]
    lines = [
        Line(item.name, reverse("row-draft", args=[item.pk]), _when(at, item.property))
        for item, at in sorted(waiting, key=lambda pair: pair[1])[:MOST_LINES]
    ]
    return Section("Drafts to approve", reverse("drafts"), len(waiting), lines)


def _incidents(request: HttpRequest, now: datetime) -> Section:
    """Of the app beside this one, which therefore cannot be imported."""
    count, lines = import_string("apps.ops.admin.incidents.latest")(now, MOST_LINES)
    url = reverse("admin:ops_incident_changelist")
    return Section(
        "Incidents",
        f"{url}?closed_at__isempty=1",
        count,
        [Line(*line) for line in lines],
    )


def _when(moment: datetime, place: Any) -> str:
    return f"{local_times.say_with_zone(moment, place)}, {place}"


# (permission, whether all properties are needed, what reads it), in the order shown.
READERS: tuple[tuple[str, bool, Read], ...] = (
    ("conversations.view_alert", False, _alerts),
    ("conversations.change_message", False, _approvals),
    ("reservations.change_request", False, _requests),
    ("ops.view_incident", True, _incidents),
    ("conversations.view_conversation", False, _gaps),
    ("catalog.change_item", False, _drafts),
    ("catalog.change_item", False, _expiring),
    ("catalog.change_item", False, _to_review),
)


def read(request: HttpRequest, now: datetime) -> list[Section]:
    """The sections that the reader may see, empty ones included."""
    return list(_read(READERS, request, now))


def _read(
    readers: Iterable[tuple[str, bool, Read]], request: HttpRequest, now: datetime
) -> Iterator[Section]:
    has_all = access.has_all_properties(request.user)
    for permission, needs_all, reader in readers:
        if request.user.has_perm(permission) and (has_all or not needs_all):
            yield reader(request, now)
