"""Brings rows back to what they were: one, or all that a table has changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.staff.history import snapshot, store
from apps.staff.models import Delivery, Version


@dataclass
class Undone:
    """`left` tells by name why a row was not undone."""

    count: int = 0
    left: dict[str, str] = field(default_factory=dict)


def restore(version: Version, by: Any) -> Item:
    """The row as it was then, also one that was deleted. Raises ValidationError."""
    model = SECTIONS[version.category]
    with transaction.atomic():
        item: Item | None = model._default_manager.filter(pk=version.item).first()
        if item is None:
            item = model(pk=version.item, property_id=version.property_id)
        snapshot.write(item, version.content)
        store.keep(item.pk, by, Version.Reason.RESTORED)
    return item


def delete(item: Item, by: Any) -> None:
    with transaction.atomic():
        store.found(item.pk)
        store.keep(item.pk, by, Version.Reason.DELETED)
        item.delete()


def undo(delivery: Delivery, by: Any) -> Undone:
    """Every row as it was before the table; one that changed since is left alone."""
    undone = Undone()
    with transaction.atomic():
        for version in delivery.versions.filter(reason=Version.Reason.TABLE):
            try:
                with transaction.atomic():
                    _undo(version, by)
                undone.count += 1
            except ValidationError as error:
                undone.left[version.name] = error.messages[0]
        delivery.state = Delivery.State.UNDONE
        delivery.save(update_fields=["state"])
    return undone


def _undo(version: Version, by: Any) -> None:
    newest, *older = Version.objects.filter(item=version.item)[:2]
    if newest != version:
        who = newest.by or "somebody"
        raise ValidationError(f"{who} has changed it since.")
    item = Item.objects.filter(pk=version.item).first()
    places = {row.property_id for row in (item, *older) if row is not None}
    if places - {version.property_id}:
        raise ValidationError("It has moved to another property or come from one.")
    if older:
        restore(older[0], by)
    elif item is not None:
        delete(item.concrete, by)
