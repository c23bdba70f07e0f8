"""The link of a text opens its conversation, for the guest and for some days."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import erasure
from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import message_text, outbox

ALICE = "+18605550100"
CALL = {"name": "Front desk", "phone": "1", "label": "Call 1", "tel": "tel:1"}


@pytest.fixture
def thread(mohegan: Property) -> Conversation:
    """Two questions, and an answer with a source to the first."""
    thread = Conversation.objects.create(property=mohegan, channel="sms", language="es")
    for question, answer in (
        ("Is there a <b>spa</b>?", "**Mandara** opens at 9. [1]"),
        ("And a pool?", "I am not sure."),
    ):
        turn = Turn.objects.create(conversation=thread, client_id=uuid4())
        for role, words in (("guest", question), ("concierge", answer)):
            Message.objects.create(
                conversation=thread,
                turn=turn,
                role=role,
                text=words,
                help=[CALL] if "pool" in question and role == "concierge" else [],
            )
    return thread


@pytest.fixture
def link(thread: Conversation) -> str:
    draft = outbox.Draft(ALICE, "Mandara opens at 9.", conversation_id=thread.pk)
    return message_text.link_path(outbox.add(thread.property, draft).pk)


@pytest.mark.django_db
def test_it_shows_all_that_was_said(
    link: str, thread: Conversation, client: Client
) -> None:
    other_thread = Conversation.objects.create(property=thread.property)
    turn = Turn.objects.create(conversation=other_thread, client_id=uuid4())
    Message.objects.create(
        conversation=other_thread, turn=turn, role="guest", text="Somebody else's words"
    )
    response = client.get(link)
    page = response.content.decode()
    assert response.status_code == 200
    assert page.count('class="exchange"') == 2
    assert "Is there a &lt;b&gt;spa&lt;/b&gt;?" in page
    assert "<strong>Mandara</strong> opens at 9." in page
    assert page.index("Mandara") < page.index("And a pool?")
    assert 'href="tel:1"' in page
    assert ALICE not in page
    assert "Somebody else" not in page
    assert not any(tag in page for tag in ("<script", "<form", "<button", "<textarea"))


@pytest.mark.django_db
def test_nobody_finds_it_or_keeps_it(link: str, client: Client) -> None:
    response = client.get(link)
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert client.post(link).status_code == 405


@pytest.mark.django_db
def test_an_old_link_says_what_to_do(
    link: str, thread: Conversation, client: Client, settings: Settings
) -> None:
    age = timedelta(days=settings.SMS_LINK_DAYS, minutes=1)
    OutboundText.objects.update(created_at=timezone.now() - age)
    response = client.get(link)
    page = response.content.decode()
    assert response.status_code == 410
    assert "Este enlace ya no se abre." in page
    assert thread.property.phone in page
    assert "Mandara" not in page
    assert response["X-Robots-Tag"] == "noindex"


@pytest.mark.django_db(transaction=True)
def test_what_was_erased_is_not_shown(
    link: str, thread: Conversation, client: Client
) -> None:
    async_to_sync(erasure.forget)(thread)
    response = client.get(link)
    assert response.status_code == 410
    assert "This link no longer opens." in response.content.decode()


@pytest.mark.django_db
def test_a_forged_link_opens_nothing(link: str, client: Client) -> None:
    last = "A" if link[-1] != "A" else "B"
    for forged in (f"{link[:-1]}{last}", link[:-4], f"{link}A", "/t/x", "/t/%00"):
        response = client.get(forged)
        assert response.status_code == 404, forged
        assert "The concierge is at the front door." in response.content.decode()
