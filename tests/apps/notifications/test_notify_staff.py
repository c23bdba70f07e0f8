"""Something happens, the worker's task runs, and whoever chose it hears of it once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.core import mail
from django.utils import timezone

from apps.conversations.models import Message
from apps.infrastructure.database_scope import scoped_to
from apps.notifications import tasks
from apps.notifications.models import Notification
from apps.ops.doctor import incidents
from apps.ops.doctor.finding import Finding
from apps.ops.models import Incident
from apps.properties.models import Property
from apps.reservations import escalation
from tests import factories
from tests.apps.notifications.conftest import (
    NORAS_ADDRESS,
    alert_at,
    subscribe,
    subscribe_slack,
)
from tests.apps.staff.requests.desk import late_checkout_at, towels_at
from tests.fakes.loopback import Loopback

pytestmark = pytest.mark.django_db


def subjects() -> list[str]:
    return [str(message.subject) for message in mail.outbox]


def body() -> str:
    [message] = mail.outbox
    assert message.to == [NORAS_ADDRESS]
    return str(message.body)


def test_it_tells_nobody_until_somebody_chooses(
    mohegan: Property, nora: User, slack: Loopback
) -> None:
    alert_at(mohegan)
    assert tasks.notify_staff() == 0
    subscribe_slack(slack, mohegan, "crisis")
    alert_at(mohegan)
    subscribe(mohegan, "crisis", user=nora)
    tasks.notify_staff()
    assert not mail.outbox, "what happened before is no news"
    assert len(slack.requests) == 1
    assert Notification.objects.count() == 1


def test_a_crisis_is_mailed_once(mohegan: Property, nora: User) -> None:
    subscribe(mohegan, "crisis", user=nora)
    subscribe(mohegan, "crisis", "request", role=Group.objects.get(name="host"))
    alert = alert_at(mohegan)
    tasks.notify_staff()
    tasks.notify_staff()
    assert subjects() == ["Mohegan Sun: A guest may be in danger"]
    address = f"/admin/conversations/alert/{alert.pk}/change/"
    sentence = "Mohegan Sun: A guest may be in danger."
    assert body() == f"{sentence}\n\nhttps://concierge.example{address}\n"
    [row] = Notification.objects.all()
    assert (row.status, row.user, row.property) == ("sent", nora, mohegan)


def test_a_request_goes_to_a_channel_and_names_no_guest(
    mohegan: Property, slack: Loopback
) -> None:
    subscribe_slack(slack, mohegan, "request")
    row = late_checkout_at(mohegan, family_name="Alvarez")
    tasks.notify_staff()
    tasks.notify_staff()
    [content] = slack.sent("/services/T0/B0/secret")
    assert content == {
        "text": "Mohegan Sun: A guest's request waits for a decision\n"
        f"https://concierge.example/admin/requests/#r-{row.pk}"
    }


def test_a_request_that_nobody_decides_is_told_at_each_step(
    mohegan: Property, nora: User
) -> None:
    subscribe(mohegan, "late_request", user=nora)
    row = towels_at(mohegan)
    escalation.escalate(timezone.now() + timedelta(minutes=26))
    tasks.notify_staff()
    assert subjects() == ["Mohegan Sun: 2 times a request has waited for too long"]
    assert f"/admin/requests/#r-{row.pk}" in body()


def test_a_fault_is_for_those_who_chose_all_properties(
    mohegan: Property, nora: User, slack: Loopback
) -> None:
    admin = factories.StaffFactory.create(
        username="olga", email="olga@resort.example", is_superuser=True
    )
    subscribe(mohegan, "fault", user=nora)
    subscribe(None, "fault", role=Group.objects.get(name="host"))
    subscribe(None, "fault", user=admin)
    subscribe_slack(slack, None, "warning")
    subscribe_slack(slack, mohegan, "fault")
    finding = Finding("worker", "fault", "No heartbeat.", "Start it.")
    incidents.update([finding], timezone.now(), Incident.objects.all())
    tasks.notify_staff()
    tasks.notify_staff()
    assert subjects() == ["The concierge: A fault of the system"]
    [message] = mail.outbox
    assert message.to == [admin.email]
    assert f"/admin/ops/incident/{Incident.objects.get().pk}/" in str(message.body)
    assert not slack.requests


def test_an_answer_that_waits_for_approval_is_told(
    mohegan: Property, nora: User
) -> None:
    subscribe(mohegan, "approval", user=nora)
    turn = alert_at(mohegan).turn
    message = Message.objects.create(
        conversation=turn.conversation,
        turn=turn,
        role="concierge",
        kind="waiting",
        text="One moment.",
        held={"text": "Yes."},
    )
    tasks.notify_staff()
    assert f"/admin/approvals/#text-{message.pk}" in body()


def test_rows_that_expire_within_a_week_are_one_message(
    mohegan: Property, nora: User
) -> None:
    subscribe(mohegan, "expiring", user=nora)
    soon = timezone.now() + timedelta(days=3)
    for name in ("Ballo", "Tuscany"):
        row = factories.RestaurantFactory.create(name=name, slug=name.lower())
        row.valid_to = soon
        row.save()
    factories.RestaurantFactory.create(name="Later", slug="later")
    tasks.notify_staff()
    row.save()  # another field was edited
    tasks.notify_staff()
    assert subjects() == ["Mohegan Sun: 2 rows expire within a week"]
    assert f"/admin/catalog/restaurant/{row.pk}/change/" in body()
    row.valid_to = soon + timedelta(days=1)
    row.save()
    tasks.notify_staff()
    assert len(mail.outbox) == 2


def test_bound_staff_hear_of_their_own_properties_alone(
    mohegan: Property, foxwoods: Property, nora: User, slack: Loopback
) -> None:
    subscribe_slack(slack, foxwoods, "crisis")
    subscribe(None, "crisis", user=nora)
    subscribe(foxwoods, "crisis", user=nora)
    subscribe(None, "crisis", role=Group.objects.get(name="host"))
    alert_at(foxwoods)
    alert_at(mohegan)
    tasks.notify_staff()
    assert subjects() == ["Mohegan Sun: A guest may be in danger"]
    [content] = slack.sent("/services")
    assert content["text"].startswith("Foxwoods: A guest may be in danger")
    with scoped_to(foxwoods.pk):
        assert Notification.objects.get().channel == "slack"


def test_it_tells_nobody_who_may_not_open_the_page(
    mohegan: Property, nora: User
) -> None:
    nora.groups.set([Group.objects.get(name="content")])
    subscribe(mohegan, "request", "crisis", user=nora)
    towels_at(mohegan)
    tasks.notify_staff()
    assert not Notification.objects.exists()
