"""Stores imported tables and applies each once. The only writer of `Delivery`."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.catalog.models import Item
from apps.infrastructure.database_scope import all_properties
from apps.properties.models import Property
from apps.staff.drafts import imported_drafts
from apps.staff.history import row_locks, versions
from apps.staff.history.versions import UndoResult
from apps.staff.intake import booking_import, columns, row_import
from apps.staff.models import Delivery

log = logging.getLogger(__name__)
SOURCES = {
    Delivery.Origin.SHEET: "Google Sheets",
    Delivery.Origin.WEBHOOK: "The content system of the property",
    Delivery.Origin.FILE: "A file imported by staff",
}
# Rows in one transaction; the import page shows the progress after each.
CHUNK = 100


class IdIsTaken(Exception):  # noqa: N818 - it says what is wrong with the id
    """A delivery of another property, which is hidden here, has the id."""


def receive(
    delivery_id: UUID,
    place: Property,
    category: str,
    rows: list[dict[str, Any]],
    origin: str,
) -> tuple[Delivery, bool]:
    """The delivery, and whether it is new; the same id is the same delivery.

    Raises `IdIsTaken`.
    """
    values = {"property": place, "category": category, "rows": rows, "origin": origin}
    try:
        with transaction.atomic():
            delivery, is_new = Delivery.objects.get_or_create(
                pk=delivery_id, defaults=values
            )
            if is_new:
                transaction.on_commit(lambda: _enqueue(delivery_id))
    except IntegrityError:
        raise IdIsTaken from None
    return delivery, is_new


def preview(
    place: Property, category: str, rows: list[dict[str, str]], by: Any
) -> Delivery:
    """Store a file with the results that it would have; change no row."""
    source = SOURCES[Delivery.Origin.FILE]
    results = row_import.import_rows(place, category, rows, source, is_dry_run=True)
    return Delivery.objects.create(
        property=place,
        category=category,
        rows=rows,
        origin=Delivery.Origin.FILE,
        state=Delivery.State.PREVIEW,
        results=[result.as_json() for result in results],
        by=by,
    )


def accept(delivery_id: UUID) -> bool:
    """Have a previewed file applied; False when it was accepted before."""
    with transaction.atomic():
        previews = Delivery.objects.filter(pk=delivery_id, state=Delivery.State.PREVIEW)
        if not previews.update(state=Delivery.State.RECEIVED):
            return False
        transaction.on_commit(lambda: _enqueue(delivery_id))
    return True


def apply(delivery_id: UUID) -> str:
    """Import the rows, each once; returns the state afterwards."""
    state: str = Delivery.State.RECEIVED
    while state == Delivery.State.RECEIVED:
        with transaction.atomic():
            delivery = Delivery.objects.select_for_update().get(pk=delivery_id)
            if delivery.state == Delivery.State.RECEIVED:
                _apply_chunk(delivery)
            state = delivery.state
    return state


def undo(delivery: Delivery, by: Any, *, is_dry_run: bool = False) -> UndoResult:
    """Restore the state before the import; rows changed since are left alone.

    A dry run says what an undo would do now, and changes nothing.
    """
    result = UndoResult()
    with transaction.atomic():
        if delivery.category == columns.BOOKINGS:
            booking_import.undo(delivery, result)
        else:
            _lock_rows(delivery)
            imported_drafts.undo(delivery, result)
            versions.undo_import(delivery, by, result)
        transaction.set_rollback(is_dry_run)
        if not is_dry_run:
            delivery.state = Delivery.State.UNDONE
            delivery.save(update_fields=["state"])
    return result


@all_properties()
def _lock_rows(delivery: Delivery) -> None:
    """All at once: what a colleague saves meanwhile counts as a change since."""
    ids = {row["draft_of"] for row in delivery.results if row.get("draft_of")}
    ids |= set(delivery.versions.values_list("item", flat=True))
    row_locks.lock(Item.objects.filter(pk__in=ids))


def waiting() -> list[UUID]:
    """Deliveries that are not applied yet, the oldest first."""
    rows = Delivery.objects.filter(state=Delivery.State.RECEIVED)
    return list(rows.order_by("received_at").values_list("pk", flat=True))


def _apply_chunk(delivery: Delivery) -> None:
    end = min(delivery.processed_count + CHUNK, len(delivery.rows))
    chunk_results = row_import.import_rows(
        delivery.property,
        delivery.category,
        delivery.rows,
        SOURCES[Delivery.Origin(delivery.origin)],
        part=slice(delivery.processed_count, end),
        delivery=delivery,
    )
    # The first chunk replaces the results of the preview.
    earlier_results = delivery.results if delivery.processed_count else []
    delivery.results = [*earlier_results, *(row.as_json() for row in chunk_results)]
    delivery.processed_count = end
    if delivery.processed_count >= len(delivery.rows):
        delivery.state = _final_state(delivery.results)
        delivery.applied_at = timezone.now()
    delivery.save()


def _final_state(results: list[dict[str, Any]]) -> str:
    refused_count = sum(result["outcome"] == "refused" for result in results)
    if not refused_count:
        return Delivery.State.APPLIED
    is_all_refused = refused_count == len(results)
    return Delivery.State.REFUSED if is_all_refused else Delivery.State.PARTLY


def _enqueue(delivery_id: UUID) -> None:
    from apps.staff import tasks  # noqa: PLC0415 - it imports this module

    try:
        tasks.apply_delivery.delay(delivery_id=str(delivery_id))
    except OperationalError:
        log.warning("the task queue is away; delivery %s follows later", delivery_id)
