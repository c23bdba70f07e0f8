"""Applies what was taken in, once."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.staff.intake import apply as applying
from apps.staff.models import Delivery

SOURCE = "Google Sheets"
FILE = "A table handed in by staff"


# Rows that are kept together; the page that watches sees every one of these steps.
CHUNK = 100


def apply(delivery_id: UUID) -> str:
    """Brings the rows into the catalog; the state afterwards. Each row once."""
    state: str = Delivery.State.RECEIVED
    while state == Delivery.State.RECEIVED:
        with transaction.atomic():
            delivery = Delivery.objects.select_for_update().get(pk=delivery_id)
            if delivery.state == Delivery.State.RECEIVED:
                _apply_some(delivery)
            state = delivery.state
    return state


def _apply_some(delivery: Delivery) -> None:
    ends = min(delivery.done + CHUNK, len(delivery.rows))
    taken = applying.apply(
        delivery.property,
        delivery.category,
        delivery.rows,
        SOURCE if delivery.origin == Delivery.Origin.SHEET else FILE,
        part=slice(delivery.done, ends),
        delivery=delivery,
    )
    # What a file was tried with is replaced by what became of it.
    before = delivery.results if delivery.done else []
    delivery.results = [*before, *(one.as_data() for one in taken)]
    delivery.done = ends
    if delivery.done >= len(delivery.rows):
        delivery.state = _outcome(delivery.results)
        delivery.applied_at = timezone.now()
    delivery.save()


def _outcome(results: list[dict[str, Any]]) -> str:
    refused = sum(one["outcome"] == "refused" for one in results)
    if not refused:
        return Delivery.State.APPLIED
    everything = refused == len(results)
    return Delivery.State.REFUSED if everything else Delivery.State.PARTLY


def waiting() -> list[UUID]:
    """Deliveries that no worker has heard of, the oldest first."""
    rows = Delivery.objects.filter(state=Delivery.State.RECEIVED)
    return list(rows.order_by("received_at").values_list("pk", flat=True))
