"""Webhooks reach public servers alone, say why they failed, and stay secret."""

from __future__ import annotations

import logging
import socket
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from pytest_django import Settings

from apps.infrastructure import credentials
from apps.notifications import collection, tasks
from apps.notifications.delivery import outbox, webhooks
from apps.notifications.delivery.failures import NotDelivered
from apps.notifications.models import Notification, Subscription
from apps.properties.models import Property
from tests.apps.notifications.conftest import alert_at, subscribe, subscribe_slack
from tests.fakes.loopback import JsonHandler, Loopback, serving

PUBLIC = "https://hooks.slack.com/services/T0/B0/secret"


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.slack.com/services/T0",
        "https://localhost/services",
        "https://intranet/services",
        "https://10.0.0.7/services",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.7]/",
        "https://[64:ff9b::a00:7]/",
        "https://[2002:a00:7::1]/",
        "https://[fd00::1]/",
        "https://192.0.0.192/",
        "https://192.88.99.1/",
        "https://[64:ff9b:1::7f00:1]/",
        "https://[fec0::1]/",
        "https://[::127.0.0.1]/",
        "https://[::ffff:0:127.0.0.1]/",
        "https://[5f00::1]/",
        "https://user:password@hooks.slack.com/",
        "ftp://hooks.slack.com/",
        "https://hooks.slack.com:22/services/T0",
        "https://hooks.slack.com:6379/services/T0",
        "http://127.0.0.1:25/hooks/x",
    ],
)
def test_it_refuses_what_is_no_public_https_address(
    settings: Settings, url: str
) -> None:
    settings.NOTIFICATION_WEBHOOK_PORTS = []
    with pytest.raises(ValidationError):
        webhooks.is_webhook_address(url)


def test_it_accepts_a_public_address_and_a_host_that_the_settings_allow() -> None:
    webhooks.is_webhook_address(PUBLIC)
    webhooks.is_webhook_address("https://[2606:4700::1111]/x")
    webhooks.is_webhook_address("http://127.0.0.1:8065/hooks/x")


def test_it_takes_the_ports_of_websites_and_those_of_the_settings(
    settings: Settings,
) -> None:
    settings.NOTIFICATION_WEBHOOK_PORTS = [8065]
    webhooks.is_webhook_address("https://chat.resort.example:443/hooks/x")
    webhooks.is_webhook_address("https://chat.resort.example:8065/hooks/x")
    with pytest.raises(NotDelivered, match="NOTIFICATION_WEBHOOK_PORTS"):
        webhooks.post("https://chat.resort.example:8066/hooks/x", {})


@pytest.mark.parametrize("addresses", [["10.0.0.7"], ["1.1.1.1", "192.168.0.1"]])
def test_a_public_name_with_a_private_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    entries = [(2, 1, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: entries)
    with pytest.raises(NotDelivered, match="public server") as caught:
        webhooks.post("https://rebinding.example/hook", {})
    assert not caught.value.may_retry


def test_it_connects_to_the_address_that_it_has_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([["1.1.1.1"]])
    dialled: list[Any] = []

    def getaddrinfo(*_: Any, **__: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, 443)) for address in next(answers)]

    def create_connection(address: Any, *_: Any, **__: Any) -> None:
        dialled.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(socket, "create_connection", create_connection)
    with pytest.raises(NotDelivered, match="cannot be reached"):
        webhooks.post(PUBLIC, {})
    assert dialled == [("1.1.1.1", 443)]


def test_a_redirection_leads_nowhere(slack: Loopback) -> None:
    class Redirecting(JsonHandler):
        def do_POST(self) -> None:  # noqa: N802 - the name that its base calls
            self.send_response(307)
            self.send_header("location", f"{slack.url}/services")
            self.send_header("content-length", "0")
            self.end_headers()

    with serving(Redirecting) as url, pytest.raises(NotDelivered) as caught:
        webhooks.post(f"{url}/hook", {})
    assert (str(caught.value), caught.value.may_retry) == (
        "It answered with status 307.",
        False,
    )
    assert not slack.requests


def test_an_answer_counts_by_its_status_alone() -> None:
    class Breaking(JsonHandler):
        def do_POST(self) -> None:  # noqa: N802 - the name that its base calls
            self.send_response(200)
            self.send_header("content-length", "1000000")
            self.end_headers()
            self.close_connection = True

    with serving(Breaking) as url:
        webhooks.post(f"{url}/hook", {})


@pytest.mark.django_db
def test_it_gives_up_after_the_last_attempt_and_logs_no_address(
    mohegan: Property, slack: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    slack.answers["/services"] = (503, {})
    subscribe_slack(slack, mohegan, "crisis")
    alert_at(mohegan)
    with caplog.at_level(logging.DEBUG, "apps"):
        for _ in range(7):
            Notification.objects.update(next_attempt_at="2026-01-01T00:00Z")
            tasks.notify_staff()
    row = Notification.objects.get()
    assert (row.status, row.attempts) == ("failed", 5)
    assert len(slack.requests) == 5
    assert "was not sent: It answered with status 503." in caplog.text
    assert "/services" not in caplog.text


@pytest.mark.django_db
def test_teams_gets_a_card(mohegan: Property, slack: Loopback) -> None:
    slack.answers["/workflows"] = (202, {})
    url = f"{slack.url}/workflows/secret"
    subscribe(mohegan, "crisis", channel="teams", webhook_url=url)
    alert = alert_at(mohegan)
    tasks.notify_staff()
    [content] = slack.sent("/workflows")
    [attachment] = content["attachments"]
    assert attachment["contentType"] == "application/vnd.microsoft.card.adaptive"
    texts = [block["text"] for block in attachment["content"]["body"]]
    assert texts[0] == "Mohegan Sun: A guest may be in danger"
    assert texts[1].endswith(f"/admin/conversations/alert/{alert.pk}/change/")
    assert Notification.objects.get().status == "sent"


@pytest.mark.django_db
def test_the_name_of_a_property_calls_nobody_in_slack(
    mohegan: Property, slack: Loopback, settings: Settings
) -> None:
    settings.SITE_URL = ""
    mohegan.name = "<!channel> & Co"
    mohegan.save()
    subscribe_slack(slack, mohegan, "crisis")
    alert_at(mohegan)
    tasks.notify_staff()
    [content] = slack.sent("/services")
    assert content["text"].startswith("&lt;!channel&gt; &amp; Co: A guest")
    assert content["text"].endswith("Look in the admin.")


@pytest.mark.parametrize(
    "url",
    [
        PUBLIC,
        "https://resort.webhook.office.com/webhookb2/1@2/IncomingWebhook/secret/3",
        "https://prod-1.eastus.logic.azure.com:443/workflows/secret/triggers?sig=secret",
    ],
)
def test_a_line_of_the_log_hides_webhooks_whoever_writes_it(url: str) -> None:
    hidden = credentials.hide(f"POST {url} failed")
    assert "secret/" not in hidden
    assert "T0" not in hidden
    assert hidden.endswith("/[secret] failed")


@pytest.mark.django_db
def test_a_process_that_died_while_sending_loses_nothing(
    mohegan: Property, slack: Loopback
) -> None:
    subscribe_slack(slack, mohegan, "crisis")
    alert_at(mohegan)
    slack.answers["/services"] = (503, {})
    tasks.notify_staff()
    slack.answers["/services"] = (200, {})
    Notification.objects.update(status="claimed", claimed_at="2026-01-01T00:00Z")
    tasks.notify_staff()
    tasks.notify_staff()
    assert Notification.objects.get().status == "sent"
    assert len(slack.requests) == 2
    assert Subscription.objects.count() == 1


@pytest.mark.django_db
def test_a_round_that_takes_minutes_sends_nothing_twice(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    posts: list[str] = []

    def post(url: str, content: dict[str, Any]) -> None:
        posts.append(url)
        tasks.send_due()  # the next round, in another process

    monkeypatch.setattr(webhooks, "post", post)
    subscribe(mohegan, "crisis", channel="slack", webhook_url=PUBLIC)
    alert_at(mohegan)
    collection.collect(timezone.now())
    Notification.objects.update(next_attempt_at="2026-01-01T00:00Z")
    outbox.send_due(timezone.now() - timedelta(minutes=3))
    assert posts == [PUBLIC]
    assert Notification.objects.get().status == "sent"


@pytest.mark.django_db
def test_a_round_leaves_to_the_next_what_would_take_too_long(
    mohegan: Property, slack: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LONGEST_ROUND", timedelta(0))
    subscribe_slack(slack, mohegan, "crisis")
    alert_at(mohegan)
    assert tasks.notify_staff() == 0
    monkeypatch.undo()
    assert tasks.notify_staff() == 1
    assert len(slack.requests) == 1
