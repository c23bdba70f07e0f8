"""What a guest erases on the page or by staff is erased here too."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from apps.conversations import erasure
from apps.conversations.models import Conversation
from apps.properties.models import Property
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import outbox, permission
from tests.fakes.telnyx import Telnyx

ALICE = "+18605550100"


@pytest.mark.django_db(transaction=True)
def test_the_words_of_an_erased_thread_are_gone(
    telnyx: Telnyx, mohegan: Property
) -> None:
    thread = Conversation.objects.create(property=mohegan, channel="sms")
    for conversation_id in (thread.pk, None):
        InboundText.objects.create(
            event_id=str(conversation_id),
            property=mohegan,
            contact=permission.know_contact(mohegan, ALICE),
            from_number=ALICE,
            to_number="+18605550199",
            body="I am allergic to nuts",
            conversation_id=conversation_id,
            received_at=timezone.now(),
        )
    draft = outbox.Draft(ALICE, "No nuts.", conversation_id=thread.pk)
    outbox.add(mohegan, draft)
    async_to_sync(erasure.forget)(thread)
    erased = InboundText.objects.get(event_id=str(thread.pk))
    assert (erased.body, erased.from_number, erased.contact) == ("", "", None)
    answer = OutboundText.objects.get()
    assert (answer.body, answer.to_number) == ("", "")
    assert answer.status == OutboundText.Status.WITHHELD
    assert InboundText.objects.get(event_id="None").body == "I am allergic to nuts"
