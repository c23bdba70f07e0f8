"""Alice writes that she wants to die, and Nora's phone says so, at once and once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client
from pytest_django import Settings

from apps.conversations.models import Alert
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.notifications import tasks
from apps.properties.models import Property
from tests import factories
from tests.admin_form import Form
from tests.turns import ask

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
ADD = "/admin/notifications/subscription/add/"
WORDS = "I want to kill myself"


def _choose(place: Property) -> Client:
    """Nora signs in and chooses crises for herself, with quiet hours all day."""
    user = factories.StaffFactory.create(username="nora", email="nora@resort.example")
    user.groups.add(Group.objects.get(name="host"))
    factories.assign(user, place)
    nora = Client()
    nora.force_login(user)
    chosen = {"property": place.pk, "topics": ["crisis"]}
    hours = {"quiet_from": "00:00", "quiet_until": "23:59:59"}
    nora.post(ADD, {**Form(nora, ADD).values, **chosen, **hours})
    return nora


async def test_nora_is_mailed_a_link_to_the_alert_and_no_word_of_it(
    mohegan: Property, turns: TurnRunner, settings: Settings
) -> None:
    settings.SITE_URL = "https://concierge.example"
    nora = await database_threads.run(_choose, mohegan)
    await ask(mohegan, turns, WORDS)
    for _ in range(2):
        await database_threads.run(tasks.notify_staff)
    [message] = mail.outbox
    assert message.to == ["nora@resort.example"]
    alert = await Alert.objects.aget()
    path = f"/admin/conversations/alert/{alert.pk}/change/"
    assert f"https://concierge.example{path}" in str(message.body)
    assert "kill" not in f"{message.subject} {message.body}"
    page = await database_threads.run(nora.get, path)
    assert WORDS in page.content.decode()
