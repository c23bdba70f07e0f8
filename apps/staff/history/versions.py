"""Records versions of rows and restores them. The only writer of `Version`.

Code that changes a row calls `record_initial` before and `record` after the change: a
row that was never edited gets its first version just before its first change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import QuerySet
from django.dispatch import Signal

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.infrastructure.database_scope import all_properties
from apps.properties import access
from apps.properties.models import Property
from apps.staff.history import row_locks, snapshot
from apps.staff.models import Delivery, RowDraft, Version

# Sent with `item` once a change of a row has a version, whoever made it and how.
recorded = Signal()


@dataclass
class UndoResult:
    """`skipped` maps the name of a row to the reason why it was not undone."""

    count: int = 0
    skipped: dict[str, str] = field(default_factory=dict)


def record_initial(item_id: int | None) -> None:
    """Record the stored row, unless its property already has a version of it."""
    if item_id is None:
        return
    item = Item.objects.filter(pk=item_id).first()
    newest = _newest(item_id)
    if item is None:
        return
    if newest is None or newest.property_id != item.property_id:
        _create(item, None, Version.Reason.INITIAL, None)


def record(
    item_id: int, by: Any, reason: str, delivery: Delivery | None = None
) -> Version | None:
    """Record the row as it is stored now; None when nothing has changed.

    A move to another property is a change: that property's history begins there.
    """
    item = Item.objects.get(pk=item_id)
    newest = _newest(item_id)
    is_same = (
        newest is not None
        and newest.reason != Version.Reason.DELETED  # it is back
        and newest.property_id == item.property_id
        and newest.content == snapshot.read(item.concrete)
    )
    if is_same and not _is_new_state(reason, newest):
        return None
    version = _create(item, by, reason, delivery)
    recorded.send(Version, item=item)
    return version


def _is_new_state(reason: str, newest: Version | None) -> bool:
    """A row that is deleted, or begins to wait, has the same content."""
    if reason == Version.Reason.HELD:
        return newest is None or newest.reason != reason
    return reason == Version.Reason.DELETED


@all_properties()
def _newest(item_id: int) -> Version | None:
    """Also of a property that the row has left."""
    return Version.objects.filter(item=item_id).first()


def _create(item: Item, by: Any, reason: str, delivery: Delivery | None) -> Version:
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


def is_held(item: Item) -> bool:
    """Whether it waits to become live, as it is now."""
    newest = _newest(item.pk)
    is_draft = item.status == Item.Status.DRAFT
    return is_draft and newest is not None and newest.reason == Version.Reason.HELD


@all_properties()
def property_of(item_id: int) -> Property | None:
    """The row's property, or its last one if it was deleted; None if unknown."""
    item = Item.objects.select_related("property").filter(pk=item_id).first()
    if item is not None:
        return item.property  # type: ignore[no-any-return]
    versions = Version.objects.filter(item=item_id).select_related("property")
    newest = versions.first()
    return newest.property if newest else None


def readable_by(user: Any, item_id: int) -> QuerySet[Version]:
    """For staff of the row's present property: the versions since its last move."""
    place = property_of(item_id)
    versions = Version.objects.filter(item=item_id)
    if place is None or access.has_all_properties(user):
        return versions
    if not access.properties(user).filter(pk=place.pk).exists():
        return versions.none()
    with all_properties():
        elsewhere = versions.exclude(property=place).first()
    return versions.filter(pk__gt=elsewhere.pk) if elsewhere else versions


def restore(version: Version, by: Any, reason: str = Version.Reason.RESTORED) -> Item:
    """The row as it was in `version`, re-created if deleted. Raises ValidationError."""
    model = SECTIONS[version.category]
    with transaction.atomic():
        row_locks.lock(Item.objects.filter(pk=version.item))
        item: Item | None = model._default_manager.filter(pk=version.item).first()
        if item is None:
            item = model(pk=version.item, property_id=version.property_id)
        snapshot.write(item, version.content)
        record(item.pk, by, reason)
    return item


def delete(item: Item, by: Any) -> None:
    """Also the questions about it; each of them can be restored like the row itself."""
    with transaction.atomic():
        for question in item.questions.all():
            delete(question, by)
        record_initial(item.pk)
        record(item.pk, by, Version.Reason.DELETED)
        dependents = [row.pk for row in _set_to_null(item)]
        for row_id in dependents:
            record_initial(row_id)
        item.delete()
        for row_id in dependents:
            record(row_id, by, Version.Reason.SAVED)


def _set_to_null(item: Item) -> list[Item]:
    """Rows that name this one and stay without it, such as the rooms of a tower."""
    return [
        row
        for relation in item._meta.related_objects
        if relation.on_delete is models.SET_NULL
        and issubclass(relation.related_model, Item)
        for row in getattr(item, str(relation.get_accessor_name())).all()
    ]


def undo_import(delivery: Delivery, by: Any, result: UndoResult) -> None:
    """Restore the rows before the import; those changed since are left alone.

    Whoever calls it has locked the rows.
    """
    reasons = (Version.Reason.IMPORTED, Version.Reason.HELD)
    for version in delivery.versions.filter(reason__in=reasons):
        try:
            with transaction.atomic():
                _undo(version, by)
            result.count += 1
        except ValidationError as error:
            result.skipped[version.name] = error.messages[0]


def _undo(version: Version, by: Any) -> None:
    with all_properties():
        newest, *older = Version.objects.filter(item=version.item)[:2]
        item = Item.objects.filter(pk=version.item).first()
    if newest != version:
        editor = newest.by or "somebody"
        raise ValidationError(f"{editor} has changed it since.")
    property_ids = {row.property_id for row in (item, *older) if row is not None}
    if property_ids - {version.property_id}:
        raise ValidationError("It has moved to another property or come from one.")
    if older:
        restore(older[0], by, Version.Reason.UNDONE)
    elif item is not None:
        _insist_that_nothing_needs(item.concrete)
        delete(item.concrete, by)


def _insist_that_nothing_needs(item: Item) -> None:
    """Raises ValidationError if a row or a draft needs it, and would be lost."""
    if RowDraft.objects.filter(item=item.pk).exists():
        raise ValidationError("A draft of it waits. Publish or discard that first.")
    for relation in item._meta.related_objects:
        is_part = bool(getattr(relation, "parent_link", False))
        if not issubclass(relation.related_model, Item) or is_part:
            continue
        row = getattr(item, str(relation.get_accessor_name())).first()
        if row is not None:
            raise ValidationError(f"“{row.name}” refers to it.")
