"""A row of every table that staff may see, which says its name wherever it can."""

from __future__ import annotations

import uuid
import zlib
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations.models import (
    Alert,
    Conversation,
    EvaluationCase,
    Expense,
    Message,
    RetentionRun,
    Turn,
    TurnRecording,
)
from apps.documents.models import Document
from apps.knowledge.models import Disagreement
from apps.notifications.models import Notification, Subscription
from apps.ops.models import DailyTotals
from apps.properties.models import HelplineChange, Property
from apps.reservations.models import (
    EscalationStep,
    Request,
    RequestPolicy,
    SourceRefresh,
)
from apps.sms.models import InboundText, OutboundText, SmsNumber
from apps.staff.models import (
    Delivery,
    DraftDecision,
    GapWork,
    Job,
    RowComment,
    RowDraft,
    Version,
)
from tests import factories
from tests.apps.catalog.test_resort_maps import make_map

Rows = dict[str, Model]
PAGES = [
    "/admin/gaps/",
    "/admin/gaps/{staff_gapwork}/",
    "/admin/gaps/answer/?property={properties_property}&message=1",
    "/admin/approvals/",
    "/admin/requests/",
    "/admin/requests/?tab=closed",
    "/admin/ops/",
    "/admin/ops/experiments/",
    "/admin/jobs/{staff_job}/",
    "/admin/history/{catalog_restaurant}/",
    "/admin/drafts/",
    "/admin/rows/{catalog_restaurant}/draft/",
    "/admin/edit-latency/{catalog_restaurant}/",
    "/admin/review/{conversations_turn}/",
    "/admin/inspector/{conversations_turn}/",
    "/admin/import/{staff_delivery}/",
    "/admin/import/{staff_delivery}/drafts/",
    "/admin/documents/{documents_document}/progress/",
    "/admin/export/restaurants.csv",
    "/admin/export/restaurants.csv?property=foxwoods",
    "/admin/playground/?property={properties_property}&question=food&row=Cedar",
    "/admin/conversations/conversation/{conversations_conversation}/reveal/",
    "/admin/autocomplete/?app_label=catalog&model_name=faqentry&field_name=about",
]


def make_rows(place: Property, name: str, by: User) -> Rows:
    """By the labels of their models; `by` has begun the job."""
    rows: list[Any] = [place]
    rows += [
        factory.create(property=place, name=name)
        for factory in factories.ITEM_FACTORIES
    ]
    rooms = [row for row in rows if hasattr(row, "in_tower")]
    for room in rooms:
        room.in_tower = next(row for row in rows if hasattr(row, "floor_count"))
        room.save()
    owner = {"property": place}
    item = Item.objects.filter(**owner, kind="restaurant").get()
    document = Document.objects.create(title=name, kind="text", size=1, **owner)
    rows += [
        item,
        *_conversation_of(place, name),
        EvaluationCase.objects.create(ask=name, expect="answer", **owner),
        Expense.objects.create(
            purpose="replay", input_tokens=1, output_tokens=1, cost_micros=1, **owner
        ),
        Delivery.objects.create(category="restaurants", state="applied", **owner),
        *_daily_rows(place),
        GapWork.objects.create(before=[{"ask": name, "answer": name}], **owner),
        HelplineChange.objects.create(
            jurisdiction=place.jurisdiction, action="change", name=name, **owner
        ),
        *_history_of(item, name),
        DraftDecision.objects.create(item=item.pk, action="approved", by=by, **owner),
        Job.objects.create(kind="publish", items=[item.pk], by=by),
        place.changes.get(),
        factories.run_experiment(place, name=name),
        document,
        make_map(place),
        Disagreement.objects.create(
            item=item, document=document, sentence_number=1, kind="age", **owner
        ),
        *_text_messages(place, name),
        *_notifications(place, name),
        *_requests_of(place, name),
    ]
    return {row._meta.label_lower: row for row in rows}


def _conversation_of(place: Property, text: str) -> list[Model]:
    talk = Conversation.objects.create(property=place)
    turn = Turn.objects.create(conversation=talk, client_id=uuid.uuid4(), status="done")
    values = {"conversation": talk, "turn": turn, "text": text}
    Message.objects.create(role="guest", kind="answer", **values)
    answer = Message.objects.create(role="concierge", kind="notice", **values)
    alert = Alert.objects.create(
        conversation=talk, turn=turn, kind="crisis", property=place
    )
    recording = TurnRecording.objects.create(turn=turn, content=zlib.compress(b"{}"))
    return [talk, turn, answer, alert, recording]


def _daily_rows(place: Property) -> list[Model]:
    """What tasks of each night write."""
    values: dict[str, Any] = {"property": place, "day": "2026-11-01"}
    return [
        DailyTotals.objects.create(**values),
        RetentionRun.objects.create(ended_at=timezone.now(), **values),
    ]


def _history_of(item: Item, name: str) -> list[Model]:
    """What staff have written about a row: a version, a draft and a comment."""
    owner, content = {"property": item.property}, dict[str, Any](fields={})
    version = {"item": item.pk, "category": "restaurants", "content": content}
    return [
        Version.objects.create(name=name, reason="saved", **version, **owner),
        RowDraft.objects.create(item=item, base=content, content=content, **owner),
        RowComment.objects.create(item=item, text=name, **owner),
    ]


def _requests_of(place: Property, name: str) -> list[Model]:
    booking = factories.ReservationFactory.create(
        property=place, what=name, family_name=name
    )
    request = Request.objects.create(
        property=place,
        reservation=booking,
        thread_id=uuid.uuid4(),
        kind="cancel",
        department=name,
        wish={"words": name},
        status="waiting",
        expires_at=timezone.now(),
    )
    policy = RequestPolicy.objects.create(
        property=place, kind="cancel", department=name, window_hours=1
    )
    step = EscalationStep.objects.create(property=place, after_minutes=5, advice=name)
    refresh = SourceRefresh.objects.create(property=place, source=name, problem=name)
    return [booking, request, policy, step, refresh]


def _notifications(place: Property, name: str) -> list[Model]:
    subscription = Subscription.objects.create(
        property=place, channel="slack", webhook_url=name, topics=["crisis"]
    )
    notification = Notification.objects.create(
        subscription=subscription,
        property=place,
        channel="slack",
        topic="crisis",
        recipient=name,
        row_id=str(place.pk),
        happened_at=timezone.now(),
        next_attempt_at=timezone.now(),
        problem=name,
    )
    return [subscription, notification]


def _text_messages(place: Property, name: str) -> list[Model]:
    numbers = {"from_number": "+18605550100", "to_number": "+18605550101"}
    return [
        SmsNumber.objects.create(property=place, number=f"+1860555{place.pk:04}"),
        InboundText.objects.create(
            property=place,
            event_id=str(place.pk),
            body=name,
            received_at=timezone.now(),
            **numbers,
        ),
        OutboundText.objects.create(property=place, body=name, segments=1, **numbers),
    ]


def address_of(pattern: str, theirs: Rows) -> str:
    keys = {label.replace(".", "_"): row.pk for label, row in theirs.items()}
    return pattern.format(**keys)
