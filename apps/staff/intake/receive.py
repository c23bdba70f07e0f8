"""Takes what a sheet sends or staff hand in, once, and calls a worker."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError

from apps.properties.models import Property
from apps.staff import tasks
from apps.staff.intake import apply, deliveries
from apps.staff.models import Delivery

log = logging.getLogger(__name__)


def take(
    delivery_id: UUID, place: Property, category: str, rows: list[dict[str, Any]]
) -> tuple[Delivery, bool]:
    """The delivery, and whether it is new; the same id is the same delivery."""
    with transaction.atomic():
        delivery, is_new = Delivery.objects.get_or_create(
            pk=delivery_id,
            defaults={"property": place, "category": category, "rows": rows},
        )
        if is_new:
            transaction.on_commit(lambda: _enqueue(delivery_id))
    return delivery, is_new


def try_out(
    place: Property, category: str, rows: list[dict[str, str]], by: Any
) -> Delivery:
    """What a file would do, kept so that somebody can say yes to it."""
    results = apply.apply(place, category, rows, deliveries.FILE, dry=True)
    return Delivery.objects.create(
        property=place,
        category=category,
        rows=rows,
        origin=Delivery.Origin.FILE,
        state=Delivery.State.TRIED,
        results=[one.as_data() for one in results],
        by=by,
    )


def accept(delivery_id: UUID) -> bool:
    """Somebody has seen what a file would do and wants it; False when it was done."""
    with transaction.atomic():
        tried = Delivery.objects.filter(pk=delivery_id, state=Delivery.State.TRIED)
        if not tried.update(state=Delivery.State.RECEIVED):
            return False
        transaction.on_commit(lambda: _enqueue(delivery_id))
    return True


def _enqueue(delivery_id: UUID) -> None:
    try:
        tasks.apply_delivery.delay(delivery_id=str(delivery_id))
    except OperationalError:
        log.warning("the task queue is away; delivery %s follows later", delivery_id)
