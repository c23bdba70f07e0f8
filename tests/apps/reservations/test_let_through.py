"""What a property lets through without a person, and what it cannot."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import (
    ALWAYS_A_PERSON,
    Request,
    RequestKind,
    RequestPolicy,
    Reservation,
)
from apps.reservations.request_status import Status
from tests.admin_form import Form
from tests.apps.reservations.sample_requests import NOW, asked_for, table_in

pytestmark = pytest.mark.django_db
ADD = "/admin/reservations/requestpolicy/add/"


def let_through(place: Property, kind: RequestKind, **values: Any) -> RequestPolicy:
    return RequestPolicy.objects.create(
        property=place, kind=kind, department="Desk", is_let_through=True, **values
    )


@pytest.mark.parametrize("kind", sorted(ALWAYS_A_PERSON))
def test_it_leaves_money_and_complaints_to_a_person(
    mohegan: Property, kind: RequestKind
) -> None:
    let_through(mohegan, kind)
    wish = requests.draft(mohegan, uuid.uuid4(), kind, {"words": "x"}, NOW)
    confirmed = requests.confirm(requests.propose(wish, NOW), NOW)
    assert confirmed.status == Status.WAITING


def test_it_names_refunds_bills_and_complaints() -> None:
    assert {"refund", "billing", "complaint"} <= ALWAYS_A_PERSON


def test_it_lets_a_cancellation_in_time_through(mohegan: Property) -> None:
    assert cancelled_at(mohegan, hours_before=25).status == Status.APPROVED


def test_it_leaves_a_cancellation_to_staff_once_the_window_has_closed(
    mohegan: Property,
) -> None:
    assert cancelled_at(mohegan, hours_before=23).status == Status.WAITING


def test_it_leaves_a_cancellation_with_a_deposit_to_staff(mohegan: Property) -> None:
    held = Reservation.Deposit.HELD
    request = cancelled_at(mohegan, hours_before=25, deposit=50, deposit_state=held)
    assert request.status == Status.WAITING


def test_it_leaves_a_cancellation_of_what_has_begun_to_staff(
    mohegan: Property,
) -> None:
    request = cancelled_at(mohegan, hours_before=-1, window=None)
    assert request.status == Status.WAITING


def cancelled_at(
    place: Property, hours_before: int, window: int | None = 24, **values: Any
) -> Request:
    """Proposed a day before the window closes, confirmed so long before the booking."""
    let_through(place, RequestKind.CANCEL, window_hours=window)
    booking = table_in(place, **values)
    proposed = requests.propose(asked_for(booking), NOW)
    return requests.confirm(proposed, booking.starts_at - timedelta(hours=hours_before))


def test_it_refuses_to_let_a_complaint_through(mohegan: Property) -> None:
    policy = RequestPolicy(
        property=mohegan, kind="complaint", department="Desk", is_let_through=True
    )
    with pytest.raises(ValidationError, match="always needs a person"):
        policy.full_clean()


def test_it_explains_the_switch_to_staff(
    admin_client: Client, mohegan: Property
) -> None:
    form = Form(admin_client, ADD)
    assert "complaints always need a person" in form.text
    form.fill(
        property=mohegan.pk, kind="refund", department="Desk", is_let_through="on"
    )
    refused = form.send()
    assert not refused.is_saved
    assert "“Refund” always needs a person." in refused.text
    assert form.fill(kind="service").send().is_saved
