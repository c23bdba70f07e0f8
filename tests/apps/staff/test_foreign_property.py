"""Mallory works for one resort and tries every address with ids of another."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations.models import (
    Alert,
    Conversation,
    EvaluationCase,
    Message,
    Turn,
)
from apps.documents.models import Document
from apps.knowledge.models import Disagreement
from apps.ops.models import DailyTotals
from apps.properties.models import Property
from apps.reservations.models import (
    EscalationStep,
    Request,
    RequestPolicy,
    SourceRefresh,
)
from apps.sms.models import InboundText, OutboundText, SmsNumber
from apps.staff.models import Delivery, GapWork, Job, Version
from tests import factories
from tests.apps.catalog.test_resort_maps import make_map

NAME = "Cedars"
# Finds the rows without being their name, which a page repeats.
SEARCH = "Cedar"
Rows = dict[str, Model]


@pytest.fixture
def theirs(foxwoods: Property, admin_user: User) -> Rows:
    """A row of every table that belongs to the other resort, by its model's label."""
    rows: list[Any] = [foxwoods]
    rows += [
        factory.create(property=foxwoods, name=NAME)
        for factory in factories.ITEM_FACTORIES
    ]
    rooms = [row for row in rows if hasattr(row, "in_tower")]
    for room in rooms:
        room.in_tower = next(row for row in rows if hasattr(row, "floor_count"))
        room.save()
    talk = Conversation.objects.create(property=foxwoods)
    turn = Turn.objects.create(conversation=talk, client_id=uuid.uuid4(), status="done")
    values = {"conversation": talk, "turn": turn, "text": NAME}
    Message.objects.create(role="guest", kind="answer", **values)
    waiting = Message.objects.create(role="concierge", kind="notice", **values)
    owner = {"property": foxwoods}
    item = Item.objects.filter(**owner, kind="restaurant").get()
    document = Document.objects.create(title=NAME, kind="text", size=1, **owner)
    version = {"item": item.pk, "category": "restaurants", "content": {"fields": {}}}
    rows += [
        item,
        talk,
        turn,
        waiting,
        Alert.objects.create(conversation=talk, turn=turn, kind="crisis", **owner),
        EvaluationCase.objects.create(ask=NAME, expect="answer", **owner),
        Delivery.objects.create(category="restaurants", state="applied", **owner),
        DailyTotals.objects.create(day="2026-11-01", **owner),
        GapWork.objects.create(before=[{"ask": NAME, "answer": NAME}], **owner),
        Version.objects.create(name=NAME, reason="saved", **version, **owner),
        Job.objects.create(kind="publish", items=[item.pk], by=admin_user),
        foxwoods.changes.get(),
        factories.run_experiment(foxwoods, name=NAME),
        document,
        make_map(foxwoods),
        Disagreement.objects.create(
            item=item, document=document, sentence_number=1, kind="age", **owner
        ),
        *text_messages(foxwoods),
        *requests_of(foxwoods),
    ]
    return {row._meta.label_lower: row for row in rows}


def requests_of(place: Property) -> list[Model]:
    booking = factories.ReservationFactory.create(
        property=place, what=NAME, family_name=NAME
    )
    request = Request.objects.create(
        property=place,
        reservation=booking,
        thread_id=uuid.uuid4(),
        kind="cancel",
        department=NAME,
        wish={"words": NAME},
        status="waiting",
        expires_at=timezone.now(),
    )
    policy = RequestPolicy.objects.create(
        property=place, kind="cancel", department=NAME, window_hours=1
    )
    step = EscalationStep.objects.create(property=place, after_minutes=5, advice=NAME)
    refresh = SourceRefresh.objects.create(property=place, source=NAME, problem=NAME)
    return [booking, request, policy, step, refresh]


def text_messages(place: Property) -> list[Model]:
    numbers = {"from_number": "+18605550100", "to_number": "+18605550101"}
    return [
        SmsNumber.objects.create(property=place, number="+18605550101"),
        InboundText.objects.create(
            property=place, body=NAME, received_at=timezone.now(), **numbers
        ),
        OutboundText.objects.create(property=place, body=NAME, segments=1, **numbers),
    ]


@pytest.fixture
def bound(sam: Client, sams_account: User, mohegan: Property) -> Client:
    """With every permission there is, for Mohegan Sun alone."""
    sams_account.user_permissions.set(Permission.objects.all())
    factories.assign(sams_account, mohegan)
    factories.RestaurantFactory.create(property=mohegan, name="Ballo")
    return sam


def is_silent(answer: Any) -> bool:
    page = answer.content.decode(errors="replace") if not answer.streaming else ""
    return NAME not in page and "Foxwoods" not in page


def of_property() -> list[str]:
    """Labels of the models in the admin whose rows a property owns."""
    return sorted(
        model._meta.label_lower
        for model in admin.site._registry
        if any(field.name == "property" for field in model._meta.fields)
        or model is Property
    )


def test_it_shows_and_changes_no_foreign_row_in_any_admin(
    bound: Client, theirs: Rows
) -> None:
    assert set(of_property()) <= set(theirs), "every table needs a foreign row"
    for label in of_property():
        row, (app, name) = theirs[label], label.split(".")
        listed = f"/admin/{app}/{name}/"
        assert is_silent(bound.get(listed)), label
        assert is_silent(bound.get(listed, {"q": SEARCH})), label
        filters = {"property": theirs["properties.property"].pk}
        assert is_silent(bound.get(listed, filters, follow=True)), label
        for page in ("change/", "history/", "delete/"):
            answer = bound.get(f"{listed}{row.pk}/{page}", follow=True)
            assert is_silent(answer), (label, page)
        _attack(bound, listed, row)


def _attack(bound: Client, listed: str, row: Model) -> None:
    before = _fresh(row)
    bound.post(f"{listed}{row.pk}/change/", {"name": "Mine", "summary": "Mine"})
    bound.post(f"{listed}{row.pk}/delete/", {"post": "yes"})
    page: Any = bound.get(listed).context
    actions = page["cl"].model_admin.get_actions(page["request"])
    for name in {*actions, "delete_selected"}:
        press = {"action": name, "_selected_action": [row.pk], "post": "yes"}
        assert is_silent(bound.post(listed, press)), (listed, name)
    assert _values(_fresh(row)) == _values(before), listed


def _fresh(row: Model) -> Model:
    return type(row)._default_manager.get(pk=row.pk)


def _values(row: Model) -> dict[str, Any]:
    return {field.attname: field.value_from_object(row) for field in row._meta.fields}


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
    "/admin/edit-latency/{catalog_restaurant}/",
    "/admin/review/{conversations_turn}/",
    "/admin/import/{staff_delivery}/",
    "/admin/documents/{documents_document}/progress/",
    "/admin/export/restaurants.csv",
    "/admin/export/restaurants.csv?property=foxwoods",
    "/admin/playground/?property={properties_property}&question=food&row=Cedar",
    "/admin/conversations/conversation/{conversations_conversation}/reveal/",
    "/admin/autocomplete/?app_label=catalog&model_name=faqentry&field_name=about",
]
POSTS = [
    "/admin/history/{staff_version}/restore/",
    "/admin/import/{staff_delivery}/apply/",
    "/admin/import/{staff_delivery}/undo/",
    "/admin/approvals/{conversations_message}/",
    "/admin/requests/{reservations_request}/",
    "/admin/requests/{reservations_request}/assign/",
    "/admin/requests/{reservations_request}/note/",
    "/admin/review/{conversations_turn}/",
    "/admin/gaps/start/?",
    "/admin/gaps/close/?",
    "/admin/import/sheet/",
]


def address_of(pattern: str, theirs: Rows) -> str:
    keys = {label.replace(".", "_"): row.pk for label, row in theirs.items()}
    return pattern.format(**keys)


@pytest.mark.parametrize("pattern", PAGES)
def test_it_names_no_foreign_row_on_any_page(
    bound: Client, theirs: Rows, pattern: str
) -> None:
    answer = bound.get(address_of(pattern, theirs), follow=True)
    assert answer.status_code in {200, 403, 404}
    assert is_silent(answer)


@pytest.mark.parametrize("pattern", POSTS)
def test_it_refuses_every_act_on_a_foreign_row(
    bound: Client, theirs: Rows, pattern: str
) -> None:
    before = {label: _values(_fresh(row)) for label, row in theirs.items()}
    form = {"property": theirs["properties.property"].pk, "send": "1", "text": "x"}
    answer = bound.post(address_of(pattern, theirs), form)
    assert answer.status_code in {403, 404}
    after = {label: _values(_fresh(row)) for label, row in theirs.items()}
    assert after == before
    assert GapWork.objects.count() == 1


def test_it_shows_the_same_rows_to_staff_of_their_property(
    bound: Client, sams_account: User, theirs: Rows, foxwoods: Property
) -> None:
    """Otherwise an empty page would pass for a closed one."""
    factories.assign(sams_account, foxwoods)
    for label in of_property():
        listed = f"/admin/{label.replace('.', '/')}/"
        assert not is_silent(bound.get(listed)), label
