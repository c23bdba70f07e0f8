"""Keeps the disagreements of a property in line with its documents and rows.

Nothing else writes them, but for staff who accept one.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.documents.models import Document
from apps.knowledge import property_snapshot
from apps.knowledge.disagreements import differences
from apps.knowledge.disagreements.differences import Difference
from apps.knowledge.models import Comparison, Disagreement
from apps.properties.models import Property


def refresh_changed() -> int:
    """Compares the documents of every property whose records have changed since."""
    has_live = Document.objects.filter(status=Document.Status.LIVE)
    has_open = Disagreement.objects.filter(settled_at=None)
    places = Property.objects.filter(
        Q(pk__in=has_live.values("property")) | Q(pk__in=has_open.values("property"))
    )
    return sum(refresh(place) for place in places.select_related("jurisdiction"))


@transaction.atomic
def refresh(place: Property) -> bool:
    """False where nothing has changed, or another worker compares them now."""
    stamp = str(property_snapshot.stamp(place.pk))
    Comparison.objects.get_or_create(property=place)
    locked = Comparison.objects.select_for_update(skip_locked=True)
    comparison = locked.filter(property=place).exclude(stamp=stamp).first()
    if comparison is None:
        return False
    _store(place, {own.key: own for own in differences.of(place)})
    comparison.stamp = stamp
    comparison.save(update_fields=["stamp"])
    return True


def accept(rows: QuerySet[Disagreement], user: Any) -> int:
    """Staff say that both are right; no one is asked again until either changes."""
    return rows.filter(settled_at=None).update(
        accepted_at=timezone.now(), accepted_by=user
    )


def _store(place: Property, by_key: dict[Any, Difference]) -> None:
    now = timezone.now()
    for row in Disagreement.objects.filter(property=place):
        key = (row.document_id, row.item_id, row.kind, row.sentence_number)
        difference = by_key.pop(key, None)
        if difference is not None:
            _hold(row, difference)
        elif row.settled_at is None:
            row.settled_at = now
            row.save(update_fields=["settled_at"])
    Disagreement.objects.bulk_create(
        Disagreement(property=place, **vars(difference))
        for difference in by_key.values()
    )


def _hold(row: Disagreement, difference: Difference) -> None:
    """It holds still, or again; with other words nobody has accepted it yet."""
    words = (difference.of_document, difference.of_row)
    if row.settled_at is None and (row.of_document, row.of_row) == words:
        return
    row.of_document, row.of_row = words
    row.settled_at = row.accepted_at = row.accepted_by = None
    row.found_at = timezone.now()
    row.save()
