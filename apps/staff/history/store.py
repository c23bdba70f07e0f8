"""Keeps versions of rows. The one writer of them.

Who changes rows calls `found` before and `keep` after: demo data and rows of old
databases get their first version when somebody first changes them.
"""

from __future__ import annotations

from typing import Any

from apps.catalog.models import Item
from apps.staff.history import snapshot
from apps.staff.models import Delivery, Version


def found(item_id: int | None) -> None:
    """Keeps the row as it is stored, unless its property has a version of it."""
    if item_id is None:
        return
    item = Item.objects.filter(pk=item_id).first()
    newest = Version.objects.filter(item=item_id).first()
    if item is None:
        return
    if newest is None or newest.property_id != item.property_id:
        _write(item, None, Version.Reason.FOUND, None)


def keep(
    item_id: int, by: Any, reason: str, delivery: Delivery | None = None
) -> Version | None:
    """Keeps the row as it is stored now; None when nothing has changed.

    A move to another property is a change: the property's own history begins there.
    """
    item = Item.objects.get(pk=item_id)
    newest = Version.objects.filter(item=item_id).first()
    is_same = (
        newest is not None
        and newest.property_id == item.property_id
        and newest.content == snapshot.read(item.concrete)
    )
    if is_same and reason != Version.Reason.DELETED:
        return None
    return _write(item, by, reason, delivery)


def _write(item: Item, by: Any, reason: str, delivery: Delivery | None) -> Version:
    row = item.concrete
    return Version.objects.create(
        property_id=row.property_id,
        item=row.pk,
        category=snapshot.category_of(row),
        name=row.name,
        content=snapshot.read(row),
        reason=reason,
        by=by,
        delivery=delivery,
    )
