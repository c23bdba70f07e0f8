"""Applies what was taken in, once."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.desk.models import Delivery
from apps.desk.sheets import applying

SOURCE = "Google Sheets"
FILE = "A table handed in by staff"


def apply(delivery_id: UUID) -> str:
    """Brings the rows into the catalog; the state afterwards. Applied once."""
    with transaction.atomic():
        delivery = Delivery.objects.select_for_update().get(pk=delivery_id)
        if delivery.state != Delivery.State.RECEIVED:
            return delivery.state
        source = SOURCE if delivery.origin == Delivery.Origin.SHEET else FILE
        results = applying.apply(
            delivery.property, delivery.category, delivery.rows, source
        )
        delivery.results = [one.as_data() for one in results]
        refused = sum(one.outcome == "refused" for one in results)
        delivery.state = (
            Delivery.State.APPLIED
            if not refused
            else Delivery.State.REFUSED
            if refused == len(results)
            else Delivery.State.PARTLY
        )
        delivery.applied_at = timezone.now()
        delivery.save()
    return delivery.state


def waiting() -> list[UUID]:
    """Deliveries that no worker has heard of, the oldest first."""
    rows = Delivery.objects.filter(state=Delivery.State.RECEIVED)
    return list(rows.order_by("received_at").values_list("pk", flat=True))
