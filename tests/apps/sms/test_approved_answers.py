"""A guest who texts gets the answer that staff have approved, by text."""

from __future__ import annotations

from uuid import uuid4

import pytest

from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.review import held_answers
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import outbox

pytestmark = pytest.mark.django_db
ALICE = "+18605550100"


def held_answer(place: Property, channel: str) -> Message:
    thread = Conversation.objects.create(property=place, channel=channel)
    turn = Turn.objects.create(conversation=thread, client_id=uuid4(), status="done")
    draft = outbox.Draft(
        ALICE, "We look over it.", turn_id=turn.pk, conversation_id=thread.pk
    )
    outbox.add(place, draft)
    return Message.objects.create(
        conversation=thread,
        turn=turn,
        role="concierge",
        kind=held_answers.WAITING,
        text="We look over it.",
        held={"text": "Ballo is Italian. [1]"},
    )


def test_the_approved_answer_is_texted_once(mohegan: Property) -> None:
    message = held_answer(mohegan, "sms")
    assert held_answers.approve(message, "Ballo is Italian. [1]")
    assert not held_answers.approve(message, "Ballo is Italian. [1]")
    newest = OutboundText.objects.order_by("created_at").last()
    assert newest is not None
    assert (newest.to_number, newest.body) == (ALICE, "Ballo is Italian.")
    assert OutboundText.objects.count() == 2


def test_a_guest_of_the_page_gets_no_text(mohegan: Property) -> None:
    assert held_answers.approve(held_answer(mohegan, "web"), "Ballo is Italian.")
    assert OutboundText.objects.count() == 1
