"""Notifications wait for the morning and for servers, and some are never sent."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from apps.conversations.models import Alert
from apps.infrastructure.database_scope import scoped_to
from apps.notifications import collection, tasks
from apps.notifications.models import Notification, Subscription
from apps.properties.models import Property
from apps.reservations import requests
from tests import factories
from tests.apps.notifications.conftest import (
    NORAS_ADDRESS,
    alert_at,
    subscribe,
    subscribe_slack,
)
from tests.apps.staff.requests.desk import towels_at
from tests.fakes.loopback import Loopback
from tests.fakes.smtp import mail_server

pytestmark = pytest.mark.django_db
CRISIS = "Mohegan Sun: A guest may be in danger"
REQUEST = "Mohegan Sun: A guest's request waits for a decision"


def test_quiet_hours_hold_back_what_is_not_urgent_until_they_end(
    mohegan: Property, nora: User
) -> None:
    local = timezone.now().astimezone(mohegan.zone)
    begin, end = local - timedelta(hours=1), local + timedelta(hours=2)
    hours = {"quiet_from": begin.time(), "quiet_until": end.time()}
    subscribe(mohegan, "request", "crisis", user=nora, **hours)
    towels_at(mohegan)
    decided = towels_at(mohegan, "a pillow")
    alert_at(mohegan)
    tasks.notify_staff()
    assert [str(message.subject) for message in mail.outbox] == [CRISIS]
    mail.outbox.clear()
    requests.approve(decided, nora, timezone.now())
    waiting = Notification.objects.filter(status="pending")
    assert {row.next_attempt_at for row in waiting} == {end}
    # As if the hours had passed.
    waiting.update(next_attempt_at=timezone.now())
    passed = local - timedelta(minutes=1)
    Subscription.objects.update(quiet_until=passed.time())
    tasks.notify_staff()
    assert [str(message.subject) for message in mail.outbox] == [REQUEST]
    problem = Notification.objects.get(row_id=decided.pk).problem
    assert problem == "Somebody has dealt with it."


def test_quiet_hours_hold_back_what_was_to_be_tried_again_in_them(
    mohegan: Property, nora: User
) -> None:
    subscription = subscribe(mohegan, "request", user=nora)
    towels_at(mohegan)
    collection.collect(timezone.now())
    local = timezone.now().astimezone(mohegan.zone)
    begin, end = local - timedelta(hours=1), local + timedelta(hours=2)
    subscription.quiet_from, subscription.quiet_until = begin.time(), end.time()
    subscription.save()
    tasks.notify_staff()
    assert not mail.outbox
    row = Notification.objects.get()
    assert (row.status, row.attempts, row.next_attempt_at) == ("pending", 0, end)


def test_a_person_who_chose_it_twice_is_told_though_one_choice_is_gone(
    mohegan: Property, nora: User
) -> None:
    role = Group.objects.get(name="host")
    before = timezone.now()
    by_role = subscribe(mohegan, "crisis", role=role, active_since=before)
    first = _pending(by_role, alert_at(mohegan), nora)
    subscription = subscribe(None, "crisis", user=nora, active_since=before)
    second = _pending(subscription, alert_at(mohegan))
    by_role.delete()
    tasks.notify_staff()
    for row in (first, second):
        row.refresh_from_db()
        assert row.status == "sent"
    [message] = mail.outbox
    assert message.subject == "Mohegan Sun: 2 times a guest may be in danger"


def test_a_round_of_some_properties_keeps_what_was_chosen_for_all(
    mohegan: Property, nora: User
) -> None:
    subscription = subscribe(None, "crisis", user=nora, active_since=timezone.now())
    row = _pending(subscription, alert_at(mohegan))
    with scoped_to(mohegan.pk):
        tasks.send_due()
    row.refresh_from_db()
    assert row.status == "sent"


def test_a_mail_that_is_refused_for_now_is_tried_again(
    mohegan: Property, nora: User, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    subscribe(mohegan, "crisis", user=nora)
    alert_at(mohegan)
    tasks.notify_staff()
    row = Notification.objects.get()
    assert (row.status, row.attempts) == ("pending", 1)
    assert row.next_attempt_at > timezone.now()
    with mail_server() as server:
        settings.EMAIL_PORT = server.port
        tasks.notify_staff()
        assert not server.messages, "it waits a little first"
        Notification.objects.update(next_attempt_at=timezone.now())
        tasks.notify_staff()
        tasks.notify_staff()
    [message] = server.messages
    assert message["to"] == NORAS_ADDRESS
    row.refresh_from_db()
    assert (row.status, row.attempts, row.problem) == ("sent", 2, "")


@pytest.mark.parametrize(
    ("answer", "status"),
    [("450 Try again later", "pending"), ("550 Unknown", "failed")],
)
def test_an_address_that_is_refused_for_now_is_tried_again(
    mohegan: Property, nora: User, settings: Settings, answer: str, status: str
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    subscribe(mohegan, "crisis", user=nora)
    alert_at(mohegan)
    with mail_server() as server:
        settings.EMAIL_PORT = server.port
        server.answer_to_recipient = answer
        tasks.notify_staff()
    row = Notification.objects.get()
    assert (row.status, row.problem) == (status, "The mail server refuses the address.")


@pytest.mark.parametrize("greeting", ["", "421 Overloaded"])
def test_a_round_asks_a_dead_mail_server_once(
    mohegan: Property, settings: Settings, slack: Loopback, greeting: str
) -> None:
    """Each recipient would hold the worker for as long as the server may take."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    for number in range(4):
        name = f"staff{number}"
        address = f"{name}@resort.example"
        user = factories.StaffFactory.create(username=name, email=address)
        user.groups.add(Group.objects.get(name="host"))
        factories.assign(user, mohegan)
        subscribe(mohegan, "crisis", user=user)
    subscribe_slack(slack, mohegan, "crisis")
    alert_at(mohegan)
    with mail_server() as server:
        settings.EMAIL_PORT, server.greeting = server.port, greeting
        tasks.notify_staff()
        assert server.connections == 1
        assert len(slack.sent("/services")) == 1
        mails = Notification.objects.filter(channel="email")
        assert sorted(mails.values_list("attempts", flat=True)) == [0, 0, 0, 1]
        server.greeting = "220 fake"
        mails.update(next_attempt_at=timezone.now())
        tasks.notify_staff()
        assert len(server.messages) == 4


def test_an_account_without_an_address_is_named_in_the_log(
    mohegan: Property, nora: User
) -> None:
    subscription = subscribe(mohegan, "crisis", user=nora, active_since=timezone.now())
    row = _pending(subscription, alert_at(mohegan))
    User.objects.update(email="")
    tasks.send_due()
    row.refresh_from_db()
    assert (row.status, row.problem) == (
        "failed",
        "The account has no e-mail address any more.",
    )


def test_whoever_leaves_or_chooses_otherwise_is_not_told(
    mohegan: Property, nora: User
) -> None:
    for change in (_leave, _switch_off, _delete):
        subscription = subscribe(
            mohegan, "crisis", user=nora, active_since=timezone.now()
        )
        row = _pending(subscription, alert_at(mohegan))
        change(subscription)
        tasks.notify_staff()
        row.refresh_from_db()
        assert row.status == "withheld"
        factories.assign(nora, mohegan)
        Subscription.objects.all().delete()
    assert not mail.outbox


def _pending(
    subscription: Subscription, alert: Alert, user: User | None = None
) -> Notification:
    recipient = user or subscription.user
    assert recipient is not None
    return Notification.objects.create(
        subscription=subscription,
        property=alert.property,
        user=recipient,
        channel="email",
        recipient=f"user:{recipient.pk}",
        topic="crisis",
        row_id=str(alert.pk),
        happened_at=alert.created_at,
        next_attempt_at=timezone.now(),
    )


def _leave(subscription: Subscription) -> None:
    factories.assign(subscription.user)  # type: ignore[arg-type]


def _switch_off(subscription: Subscription) -> None:
    Subscription.objects.update(is_active=False)


def _delete(subscription: Subscription) -> None:
    subscription.delete()
