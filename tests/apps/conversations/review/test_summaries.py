"""What staff read of a conversation that has ended, and what of it is open."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from apps.conversations import tasks
from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property

pytestmark = pytest.mark.django_db


def test_replies_and_remarks_are_no_questions_without_an_answer(
    mohegan: Property,
) -> None:
    thread = Conversation.objects.create(property=mohegan)
    for text, route, is_remark in (
        ("Is there a dog park?", "property_qa", False),
        ("Move my table to eight", "bookings", False),
        ("the second one", "bookings", False),
        ("yes", "bookings", False),
        ("make it 3", "ambiguous", False),
        ("The pool was cold", "property_qa", True),
    ):
        turn = Turn.objects.create(
            conversation=thread,
            client_id=uuid4(),
            status="done",
            route=route,
            is_remark=is_remark,
        )
        for role, kind in (("guest", "answer"), ("concierge", "notice")):
            Message.objects.create(
                conversation=thread, turn=turn, role=role, kind=kind, text=text
            )
    long_ago = timezone.now() - timedelta(hours=1)
    Conversation.objects.update(last_message_at=long_ago)
    assert tasks.analyse() == 1
    thread.refresh_from_db()
    expected_text = "2 questions; 1 without an answer from the records."
    assert thread.summary == expected_text
