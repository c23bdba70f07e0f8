"""A guest's phone: what it sends comes in as signed webhooks, through the real code."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from django.test import Client

from apps.sms.incoming import answering
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import outbox
from tests.fakes.telnyx import Telnyx

OURS = "+18605550199"
_numbers = count(2000)


def _unused_number() -> str:
    """The rate limits of one test are not those of another."""
    return f"+1860555{next(_numbers)}"


@dataclass(frozen=True)
class Phone:
    """number: in E.164. What a worker would do is done here, and at once."""

    telnyx: Telnyx
    number: str = field(default_factory=_unused_number)

    def text(self, words: str) -> str:
        """The message that answers these words; the last one where none came."""
        self.send(words)
        for row in InboundText.objects.filter(status="waiting").order_by("pk"):
            answering.answer(row.pk)
        for message in OutboundText.objects.filter(status="pending"):
            outbox.send(message.pk)
        return self.telnyx.texts_to(self.number)[-1]

    def send(self, words: str) -> None:
        """Only the webhook."""
        body, headers = self.telnyx.incoming(self.number, OURS, words)
        response = Client().post(
            "/sms/telnyx", body, content_type="application/json", headers=headers
        )
        assert response.status_code == 200
