"""Which versions of a row may be read once it has moved to another property."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from apps.catalog.models import Item
from apps.properties import access
from apps.properties.models import Property
from apps.staff.models import Version


def property_of(item_id: int) -> Property | None:
    """Where the row is now, or was when it was deleted; None when nothing is known."""
    item = Item.objects.select_related("property").filter(pk=item_id).first()
    if item is not None:
        place: Property = item.property
        return place
    versions = Version.objects.filter(item=item_id).select_related("property")
    newest = versions.first()
    return newest.property if newest else None


def readable(item_id: int, user: Any) -> QuerySet[Version]:
    """For staff of the row's present property, from its last move on."""
    place = property_of(item_id)
    versions = Version.objects.filter(item=item_id)
    if place is None or access.has_all_properties(user):
        return versions
    if not access.properties(user).filter(pk=place.pk).exists():
        return versions.none()
    elsewhere = versions.exclude(property=place).first()
    return versions.filter(pk__gt=elsewhere.pk) if elsewhere else versions
