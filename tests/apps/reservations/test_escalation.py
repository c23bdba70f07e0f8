"""Nobody waits unnoticed: each step of the escalation is recorded once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import Client
from pytest_django import Settings

from apps.properties.models import Property
from apps.reservations import escalation, requests
from apps.reservations.models import (
    Escalation,
    EscalationStep,
    Request,
    RequestNote,
)
from tests.admin_form import Form
from tests.apps.reservations.sample_requests import NOW, table_in, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_alice(mohegan: Property) -> Request:
    return waiting(table_in(mohegan))


def after(minutes: float) -> list[int]:
    """The minutes of the steps that are recorded by then, of all requests."""
    escalation.escalate(NOW + timedelta(minutes=minutes))
    return [row.after_minutes for row in Escalation.objects.order_by("level")]


def test_it_warns_after_10_25_and_40_minutes_once_each(
    request_of_alice: Request,
) -> None:
    assert after(9.9) == []
    assert after(10) == [10]
    assert after(11) == [10]
    assert after(25) == [10, 25]
    assert after(40) == [10, 25, 40]
    assert after(400) == [10, 25, 40]
    assert [row.is_last for row in Escalation.objects.all()] == [False, False, True]


def test_it_catches_up_after_a_pause(request_of_alice: Request) -> None:
    assert after(60) == [10, 25, 40]


def test_it_warns_of_nothing_that_is_decided(
    request_of_alice: Request, admin_user: User
) -> None:
    assert after(10) == [10]
    requests.approve(request_of_alice, admin_user, NOW)
    assert after(100) == [10]


def test_it_takes_the_steps_of_the_property(
    request_of_alice: Request, foxwoods: Property, settings: Settings
) -> None:
    waiting(table_in(foxwoods, code="FOX10482"))
    place = request_of_alice.property
    EscalationStep.objects.create(
        property=place, after_minutes=5, advice="Call the duty manager."
    )
    settings.REQUEST_ESCALATION_MINUTES = [30]
    assert after(6) == [5]
    row = Escalation.objects.get()
    assert (row.request_id, row.advice) == (
        request_of_alice.pk,
        "Call the duty manager.",
    )
    assert row.is_last
    assert sorted(after(31)) == [5, 30]


def test_it_warns_of_nothing_where_no_step_is_set(
    request_of_alice: Request, settings: Settings
) -> None:
    settings.REQUEST_ESCALATION_MINUTES = []
    assert after(1_000) == []


def test_it_asks_for_steps_in_the_admin(
    admin_client: Client, mohegan: Property
) -> None:
    form = Form(admin_client, "/admin/reservations/escalationstep/add/")
    form.fill(property=mohegan.pk, after_minutes=0)
    assert not form.send().is_saved
    assert form.fill(after_minutes=15).send().is_saved
    assert [own.after_minutes for own in escalation.steps(mohegan)] == [15]


def test_it_keeps_notes_as_they_were_written(
    request_of_alice: Request, sams_account: User
) -> None:
    note = RequestNote.objects.create(
        request=request_of_alice, by=sams_account, text="Called twice."
    )
    note.text = "Never called."
    with pytest.raises(DatabaseError), transaction.atomic():
        note.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        RequestNote.objects.update(text="Never called.")
    sams_account.delete()
    note.refresh_from_db()
    assert (note.text, note.by) == ("Called twice.", None)
