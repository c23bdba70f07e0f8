"""Nora, who is mailed, a channel of Slack, and what happens at Mohegan Sun."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from pytest_django import Settings

from apps.conversations.models import Alert, Conversation, Turn
from apps.notifications.models import Subscription
from apps.properties.models import Property
from tests import factories
from tests.fakes.loopback import Loopback, loopback

AlertMaker = Callable[..., Alert]
NORAS_ADDRESS = "nora@resort.example"


@pytest.fixture(autouse=True)
def _site_address(settings: Settings) -> None:
    settings.SITE_URL = "https://concierge.example"
    settings.NOTIFICATION_PRIVATE_HOSTS = ["127.0.0.1"]
    # Where the servers of the tests listen.
    settings.NOTIFICATION_WEBHOOK_PORTS = range(1024, 65536)


@pytest.fixture
def nora(mohegan: Property) -> User:
    """A host of Mohegan Sun alone."""
    user = factories.StaffFactory.create(username="nora", email=NORAS_ADDRESS)
    user.groups.add(Group.objects.get(name="host"))
    factories.assign(user, mohegan)
    return user


@pytest.fixture
def slack() -> Iterator[Loopback]:
    with loopback() as server:
        server.answers["/services"] = (200, {"ok": True})
        yield server


def subscribe(place: Property | None, *topics: str, **values: Any) -> Subscription:
    return Subscription.objects.create(property=place, topics=list(topics), **values)


def subscribe_slack(server: Loopback, place: Property | None, *topics: str) -> None:
    url = f"{server.url}/services/T0/B0/secret"
    subscribe(place, *topics, channel="slack", webhook_url=url)


def alert_at(place: Property, kind: str = "crisis") -> Alert:
    """A guest wrote something that calls staff."""
    talk = Conversation.objects.create(property=place)
    turn = Turn.objects.create(conversation=talk, client_id=uuid.uuid4(), status="done")
    return Alert.objects.create(conversation=talk, turn=turn, property=place, kind=kind)
