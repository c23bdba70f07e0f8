"""Telnyx's webhook: whether a call is signed and new, and the events that it brings.

It signs `timestamp|raw body` with Ed25519; the public key is in its portal. A valid
signature that is old may be a replay. The events are read as far as this door needs
them: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
"""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import AwareDatetime, BaseModel, BeforeValidator, Field

from apps.infrastructure.postgresql.storable_text import StorableText

# Allows for clock skew and slow networks.
MOST_AGE_SECONDS = 300
SIGNATURE_HEADER = "telnyx-signature-ed25519"
TIMESTAMP_HEADER = "telnyx-timestamp"
# Python refuses to read the longest numbers.
MOST_DIGITS = 12
RECEIVED = "message.received"
STATUSES = ("message.sent", "message.finalized")
CALL = "call.initiated"
# Telnyx names a party of a call by its number alone, and a message's as an object.
PartyValue = Annotated[
    "Party",
    BeforeValidator(
        lambda value: {"phone_number": value} if isinstance(value, str) else value
    ),
]


class Refused(Exception):  # noqa: N818 - it names the state
    """The request is not from Telnyx, or not from now: `forged` or `stale`."""


def insist(headers: Mapping[str, str], body: bytes, public_key: str) -> None:
    """public_key: base64, as the portal shows it. Raises Refused."""
    timestamp = headers.get(TIMESTAMP_HEADER, "")
    if not timestamp.isdecimal() or len(timestamp) > MOST_DIGITS:
        raise Refused("forged")
    try:
        signature = base64.b64decode(headers.get(SIGNATURE_HEADER, ""), validate=True)
        signed = timestamp.encode() + b"|" + body
        load_key(public_key).verify(signature, signed)
    except (InvalidSignature, ValueError, binascii.Error) as error:
        raise Refused("forged") from error
    if abs(time.time() - int(timestamp)) > MOST_AGE_SECONDS:
        raise Refused("stale")


def load_key(public_key: str) -> Ed25519PublicKey:
    """Raises ValueError for anything but 32 bytes in base64."""
    return Ed25519PublicKey.from_public_bytes(
        base64.b64decode(public_key, validate=True)
    )


def _or_empty(value: Any) -> Any:
    return "" if value is None else value


Words = Annotated[StorableText, BeforeValidator(_or_empty)]


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
