"""Whatever guests, staff and time do, a request moves as its table says."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from apps.properties.models import Property
from apps.reservations import request_status, requests
from apps.reservations.models import (
    Request,
    RequestKind,
    RequestPolicy,
    RequestStep,
    Reservation,
)
from apps.reservations.request_status import OPEN, TRANSITIONS, Action, Actor, Status
from apps.reservations.requests import ConflictError, RequestError
from tests import factories

OFFER = {"until": "13:00"}
NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def table_in(place: Property, **values: Any) -> Reservation:
    starts_at = NOW + timedelta(days=3)
    return factories.ReservationFactory.create(
        property=place, starts_at=starts_at, **values
    )


def asked_for(
    reservation: Reservation, kind: RequestKind = RequestKind.CANCEL
) -> Request:
    return requests.draft(
        reservation.property, uuid.uuid4(), kind, {}, NOW, reservation
    )


def waiting(reservation: Reservation) -> Request:
    return requests.confirm(requests.propose(asked_for(reservation), NOW), NOW)


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
    offer = {"until": "13:00"}
    offered = requests.counter(request, admin_user, offer, "One is the latest.", NOW)
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
    reservation = table_in(mohegan)
    later = reservation.starts_at - timedelta(hours=23)
    with pytest.raises(RequestError, match="too late"):
        requests.draft(
            mohegan, uuid.uuid4(), RequestKind.CANCEL, {}, later, reservation
        )


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


def test_who_never_answers_a_proposal_lets_it_expire(mohegan: Property) -> None:
    request = requests.propose(asked_for(table_in(mohegan)), NOW)
    assert requests.expire_old(NOW + timedelta(minutes=29)) == 0
    assert requests.expire_old(NOW + timedelta(minutes=30)) == 1
    request.refresh_from_db()
    assert request.status == Status.EXPIRED


def test_a_table_with_a_hole_is_not_imported() -> None:
    missing = dict(TRANSITIONS)
    del missing[Action.FULFIL]
    with pytest.raises(ValueError, match="fulfil"):
        request_status.check(missing, Status.DRAFT)


class Moves(RuleBasedStateMachine):
    """Guests, staff and time act on what they saw last, which may be old."""

    @initialize()
    def begin(self) -> None:
        self.staff = User.objects.create_user(f"s{uuid.uuid4().hex}")
        place = factories.PropertyFactory.create(slug=uuid.uuid4().hex[:12])
        self.request = asked_for(table_in(place, code=uuid.uuid4().hex[:8].upper()))
        self.views = [self.request]
        self.now = NOW

    @rule(
        action=st.sampled_from([own for own in Action if own != Action.EXPIRE]),
        age=st.integers(min_value=0, max_value=3),
    )
    def move(self, action: Action, age: int) -> None:
        request = self.views[max(len(self.views) - 1 - age, 0)]
        before = Request.objects.get(pk=request.pk)
        may = before.version == request.version
        may = may and Status(before.status) in TRANSITIONS[action].sources
        try:
            self.views.append(self._moves()[action](request))
        except ConflictError:
            assert not may
            after = Request.objects.get(pk=request.pk)
            assert (after.status, after.version) == (before.status, before.version)
        else:
            assert may

    @rule(minutes=st.integers(min_value=1, max_value=4_000))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)
        requests.expire_old(self.now)

    @precondition(lambda self: requests.steps_to_tell().exists())
    @rule(is_killed=st.booleans())
    def tell(self, is_killed: bool) -> None:
        step = requests.steps_to_tell().first()
        assert step is not None
        if not is_killed:
            assert requests.claim_telling(step, self.now)

    @invariant()
    def each_step_follows_from_the_one_before(self) -> None:
        if not hasattr(self, "request"):
            return
        status = Status.DRAFT
        steps = list(RequestStep.objects.filter(request=self.request))
        for number, step in enumerate(steps, 2):
            transition = TRANSITIONS[Action(step.action)]
            assert step.version == number
            assert status in transition.sources
            assert step.actor == transition.actor
            status = transition.target
        request = Request.objects.get(pk=self.request.pk)
        assert request.status == status
        assert request.version == len(steps) + 1
        assert status in OPEN or status in {
            Status.DECLINED,
            Status.DONE,
            Status.WITHDRAWN,
            Status.EXPIRED,
        }

    def _moves(self) -> dict[Action, Callable[[Request], Request]]:
        staff, now = self.staff, self.now
        return {
            Action.PROPOSE: lambda own: requests.propose(own, now),
            Action.REVISE: lambda own: requests.revise(own, {"party": 3}, now),
            Action.CONFIRM: lambda own: requests.confirm(own, now),
            Action.APPROVE: lambda own: requests.approve(own, staff, now),
            Action.DECLINE: lambda own: requests.decline(own, staff, "No.", now),
            Action.COUNTER: lambda own: requests.counter(
                own, staff, {"a": 1}, "b", now
            ),
            Action.ACCEPT: lambda own: requests.accept(own, now),
            Action.REFUSE: lambda own: requests.refuse(own, now),
            Action.WITHDRAW: lambda own: requests.withdraw(own, now),
            Action.FULFIL: lambda own: requests.fulfil(own, staff, now),
            Action.SUBMIT: self._nobody_but_confirm_submits,
            Action.LET_THROUGH: self._nobody_but_confirm_submits,
        }

    def _nobody_but_confirm_submits(self, request: Request) -> Request:
        assert not Request.objects.filter(status=Status.CONFIRMED).exists()
        raise ConflictError


def test_no_order_of_events_leaves_the_table(db: None) -> None:

    run_state_machine_as_test(
        Moves,
        settings=settings(
            max_examples=60,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[*HealthCheck],
        ),
    )
