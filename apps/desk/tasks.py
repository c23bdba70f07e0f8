"""Celery tasks: ids in, one domain call each."""

from uuid import UUID

from celery import shared_task

from apps.desk.sheets import deliveries


@shared_task(name="desk.apply_delivery")
def apply_delivery(*, delivery_id: str) -> str:
    """Brings a delivery of a sheet into the catalog."""
    return deliveries.apply(UUID(delivery_id))


@shared_task(name="desk.apply_waiting")
def apply_waiting() -> int:
    """Catches what a lost broker left behind."""
    waiting = deliveries.waiting()
    for delivery_id in waiting:
        deliveries.apply(delivery_id)
    return len(waiting)
