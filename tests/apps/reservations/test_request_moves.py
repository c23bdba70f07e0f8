"""What guests and staff do moves a request, once."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.properties.models import Property
from apps.reservations import policies, request_status, requests, tasks
from apps.reservations.models import (
    Request,
    RequestKind,
    RequestPolicy,
    Reservation,
)
from apps.reservations.request_status import TRANSITIONS, Action, Actor, Status
from apps.reservations.requests import ConflictError, RequestError
from tests.apps.reservations.sample_requests import NOW, asked_for, table_in, waiting

pytestmark = pytest.mark.django_db


def test_a_confirmed_request_waits_for_staff_until_it_is_due(
    mohegan: Property,
) -> None:
    request = waiting(table_in(mohegan))
    assert request.status == Status.WAITING
    assert request.due_at == NOW + timedelta(minutes=60)
    assert request.department == "Reservations"


def test_a_cancellation_that_is_approved_cancels_the_booking_and_is_told(
    mohegan: Property, admin_user: User
) -> None:
    reservation = table_in(mohegan)
    requests.approve(waiting(reservation), admin_user, NOW)
    reservation.refresh_from_db()
    assert reservation.state == Reservation.State.CANCELLED
    (step,) = requests.steps_to_tell()
    assert step.action == Action.APPROVE
    assert requests.claim_telling(step, NOW)
    assert not requests.claim_telling(step, NOW)
    assert not requests.steps_to_tell()


def test_two_of_the_staff_who_decide_at_once_leave_one_decision(
    mohegan: Property, admin_user: User
) -> None:
    request = waiting(table_in(mohegan))
    as_seen = Request.objects.get(pk=request.pk)
    requests.decline(request, admin_user, "The kitchen is closed.", NOW)
    with pytest.raises(ConflictError):
        requests.approve(as_seen, admin_user, NOW)
    request.refresh_from_db()
    assert (request.status, request.reason) == ("declined", "The kitchen is closed.")


def test_a_guest_agrees_to_what_he_saw_and_to_nothing_newer(mohegan: Property) -> None:
    as_seen = requests.propose(asked_for(table_in(mohegan)), NOW)
    redrafted = requests.revise(as_seen, {"party": 6}, NOW)
    requests.propose(redrafted, NOW)
    with pytest.raises(ConflictError):
        requests.confirm(as_seen, NOW)


def test_a_reason_is_asked_of_who_declines(mohegan: Property, admin_user: User) -> None:
    request = waiting(table_in(mohegan))
    with pytest.raises(RequestError, match="reason"):
        requests.decline(request, admin_user, "  ", NOW)


def test_an_offer_that_the_guest_accepts_is_what_is_asked_for(
    mohegan: Property, admin_user: User
) -> None:
    request = waiting(table_in(mohegan))
    offer = {"words": "for half of the price"}
    offered = requests.counter(request, admin_user, offer, "It is too late.", NOW)
    accepted = requests.accept(offered, NOW)
    assert (accepted.status, accepted.wish) == (Status.APPROVED, offer)


def test_a_booking_has_one_open_request_of_a_kind(mohegan: Property) -> None:
    reservation = table_in(mohegan)
    first = asked_for(reservation)
    with pytest.raises(ConflictError):
        asked_for(reservation)
    asked_for(reservation, RequestKind.CHANGE)
    requests.withdraw(first, NOW)
    asked_for(reservation)


def test_too_late_is_said_at_once(mohegan: Property) -> None:
    RequestPolicy.objects.create(
        property=mohegan,
        kind=RequestKind.UPGRADE,
        department="Front desk",
        window_hours=24,
    )
    reservation = table_in(mohegan)
    later = reservation.starts_at - timedelta(hours=23)
    with pytest.raises(RequestError, match="too late"):
        requests.draft(
            mohegan, uuid.uuid4(), RequestKind.UPGRADE, {}, later, reservation
        )


@pytest.mark.parametrize("kind", [RequestKind.CANCEL, RequestKind.CHANGE])
def test_what_is_asked_late_reaches_staff_and_is_never_let_through(
    mohegan: Property, kind: RequestKind
) -> None:
    RequestPolicy.objects.create(
        property=mohegan,
        kind=kind,
        department="Reservations",
        window_hours=24,
        is_let_through=True,
    )
    reservation = table_in(mohegan)
    later = reservation.starts_at - timedelta(hours=23)
    late = requests.draft(mohegan, uuid.uuid4(), kind, {}, later, reservation)
    assert requests.confirm(requests.propose(late, later), later).status == "waiting"
    reservation.refresh_from_db()
    assert reservation.state == Reservation.State.BOOKED


def test_a_booking_of_another_property_is_none(
    mohegan: Property, foxwoods: Property
) -> None:
    with pytest.raises(RequestError, match="no such booking"):
        requests.draft(
            foxwoods, uuid.uuid4(), RequestKind.CANCEL, {}, NOW, table_in(mohegan)
        )


def test_a_property_may_let_a_kind_through(mohegan: Property) -> None:
    RequestPolicy.objects.create(
        property=mohegan,
        kind=RequestKind.SERVICE,
        department="Housekeeping",
        window_hours=0,
        is_let_through=True,
    )
    towels = requests.draft(
        mohegan, uuid.uuid4(), RequestKind.SERVICE, {"what": "towels"}, NOW
    )
    approved = requests.confirm(requests.propose(towels, NOW), NOW)
    assert approved.status == Status.APPROVED
    assert [step.actor for step in approved.steps.all()][-1] == Actor.RULE


@pytest.mark.parametrize(("window_hours", "is_open"), [(None, True), (0, False)])
def test_a_property_may_let_guests_ask_during_the_stay(
    mohegan: Property, window_hours: int | None, is_open: bool
) -> None:
    RequestPolicy.objects.create(
        property=mohegan,
        kind=RequestKind.LATE_CHECKOUT,
        department="Front desk",
        window_hours=window_hours,
    )
    stay = table_in(mohegan)
    policy = policies.of(mohegan, RequestKind.LATE_CHECKOUT)
    assert policy.is_open(stay, stay.starts_at + timedelta(days=1)) is is_open


def test_who_never_answers_a_proposal_lets_it_expire(mohegan: Property) -> None:
    request = requests.propose(asked_for(table_in(mohegan)), NOW)
    assert requests.expire_old(NOW + timedelta(minutes=29)) == 0
    Request.objects.update(expires_at=timezone.now())
    assert tasks.expire() == 1
    request.refresh_from_db()
    assert request.status == Status.EXPIRED


def test_a_table_with_a_hole_is_not_imported() -> None:
    missing = dict(TRANSITIONS)
    del missing[Action.FULFIL]
    with pytest.raises(ValueError, match="fulfil"):
        request_status.check(missing, Status.DRAFT)
