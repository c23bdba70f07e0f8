"""Sam reads what guests asked, and changes nothing."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property

LIST = "/admin/conversations/conversation/"


@pytest.fixture
def talk(mohegan: Property) -> Conversation:
    talk = Conversation.objects.create(property=mohegan)
    turn = Turn.objects.create(conversation=talk, client_id=uuid.uuid4())
    said = {"guest": "Is Tuscany open?", "concierge": "Open until 10:00 PM [1]."}
    for role, text in said.items():
        Message.objects.create(conversation=talk, turn=turn, role=role, text=text)
    return talk


def test_it_shows_what_was_said(sam: Client, talk: Conversation) -> None:
    assert "Is Tuscany open?" in sam.get(LIST).content.decode()
    page = sam.get(f"{LIST}{talk.pk}/change/").content.decode()
    assert "Is Tuscany open?" in page
    assert "Open until 10:00 PM [1]." in page


def test_it_finds_a_conversation_by_its_words(sam: Client, talk: Conversation) -> None:
    found = sam.get(LIST, {"q": "tuscany"}).context["cl"].result_list
    assert [(row.pk, row.asked) for row in found] == [(talk.pk, 1)]
    assert not sam.get(LIST, {"q": "sushi"}).context["cl"].result_list


def test_it_lets_nobody_rewrite_a_conversation(sam: Client, talk: Conversation) -> None:
    answer = sam.post(f"{LIST}{talk.pk}/change/", {"channel": "sms"})
    assert answer.status_code == 403
    assert sam.post(f"{LIST}{talk.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Message.objects.count() == 2


def test_it_keeps_conversations_from_guests(alice: Client, talk: Conversation) -> None:
    assert alice.get(LIST).status_code == 302
