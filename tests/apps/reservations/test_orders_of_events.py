"""In whatever order guests, staff and time act, a request moves by its table."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
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

from apps.reservations import requests
from apps.reservations.models import (
    Request,
    RequestStep,
)
from apps.reservations.request_status import OPEN, TRANSITIONS, Action, Status
from apps.reservations.requests import ConflictError
from tests import factories
from tests.apps.reservations.sample_requests import NOW, asked_for, table_in

OFFER = {"until": "13:00"}
pytestmark = pytest.mark.django_db


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

    @precondition(lambda self: self._own_steps_to_tell().exists())
    @rule(is_killed=st.booleans())
    def tell(self, is_killed: bool) -> None:
        step = self._own_steps_to_tell().first()
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

    def _own_steps_to_tell(self) -> QuerySet[RequestStep]:
        """Those of earlier examples stay in the database, and are not of this one."""
        return requests.steps_to_tell().filter(request=self.request)

    def _moves(self) -> dict[Action, Callable[[Request], Request]]:
        staff, now = self.staff, self.now
        return {
            Action.PROPOSE: lambda own: requests.propose(own, now),
            Action.REVISE: lambda own: requests.revise(own, {"party": 3}, now),
            Action.CONFIRM: lambda own: requests.confirm(own, now),
            Action.APPROVE: lambda own: requests.approve(own, staff, now),
            Action.DECLINE: lambda own: requests.decline(own, staff, "No.", now),
            Action.COUNTER: lambda own: requests.counter(
                own, staff, {"words": "one"}, "b", now
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


@pytest.mark.parametrize("orders", [10, pytest.param(300, marks=pytest.mark.nightly)])
def test_no_order_of_events_leaves_the_table(db: None, orders: int) -> None:
    run_state_machine_as_test(
        Moves,
        settings=settings(
            max_examples=orders,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[*HealthCheck],
        ),
    )
