"""A row of the outbox as the provider has it, and the row of what the provider says."""

from __future__ import annotations

from uuid import UUID

from apps.sms.models import OutboundText
from apps.sms.telnyx.client import Text

# What the provider gives back with each status of a message, before our id of it.
TAG = "outbox-"


def of_row(row: OutboundText) -> Text:
    return Text(row.from_number, row.to_number, row.body, f"{TAG}{row.pk}")


def find_row(provider_id: str, tags: list[str]) -> OutboundText | None:
    """By the provider's id, which is stored once a call has ended, or by our tag."""
    rows = OutboundText.objects.filter(provider_id=provider_id)
    if provider_id and (row := rows.first()):
        return row
    for tag in tags:
        try:
            text_id = UUID(tag.removeprefix(TAG))
        except ValueError:
            continue
        return OutboundText.objects.filter(pk=text_id).first()
    return None
