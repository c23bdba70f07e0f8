"""The events of Telnyx's webhook, as far as this door needs them.

https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, BeforeValidator, Field

from apps.infrastructure.postgresql.storable_text import StorableText

RECEIVED = "message.received"
STATUSES = ("message.sent", "message.finalized")
CALL = "call.initiated"


def _or_empty(value: Any) -> Any:
    return "" if value is None else value


Words = Annotated[StorableText, BeforeValidator(_or_empty)]
# Telnyx names a party of a call by its number alone, and a message's as an object.
PartyValue = Annotated[
    "Party",
    BeforeValidator(
        lambda value: {"phone_number": value} if isinstance(value, str) else value
    ),
]


class Party(BaseModel):
    phone_number: StorableText = Field(default="", max_length=60)
    status: StorableText = Field(default="", max_length=60)


class Fault(BaseModel):
    code: StorableText = ""
    title: StorableText = ""


class Payload(BaseModel):
    """A message with the parties that it goes to, or a call with one."""

    id: StorableText = Field(default="", max_length=100)
    direction: StorableText = ""
    sender: PartyValue = Field(default_factory=Party, alias="from")
    to: list[PartyValue] | StorableText = ""
    text: Words = ""
    media: list[Any] | None = None
    tags: list[StorableText] | None = None
    errors: list[Fault] | None = None
    received_at: AwareDatetime | None = None

    @property
    def receiver(self) -> Party:
        if isinstance(self.to, str):
            return Party(phone_number=self.to)
        return self.to[0] if self.to else Party()


class Event(BaseModel):
    """id: of the event; the statuses of one message have one each."""

    id: StorableText = Field(min_length=1, max_length=100)
    event_type: StorableText = Field(min_length=1, max_length=60)
    occurred_at: AwareDatetime | None = None
    payload: Payload

    def happened_at(self, now: datetime) -> datetime:
        return self.payload.received_at or self.occurred_at or now


class Body(BaseModel):
    data: Event


def read(raw: bytes) -> Event:
    """Raises pydantic's ValidationError for a body that is no event."""
    return Body.model_validate_json(raw).data
