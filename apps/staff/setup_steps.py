"""What staff have still to enter before guests can be answered, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from apps.catalog.models import Item
from apps.infrastructure import database_scope
from apps.properties import access
from apps.properties.models import Helpline, Property


@dataclass(frozen=True)
class Step:
    """action, link: of the button that leads there."""

    title: str
    text: str
    action: str
    link: str
    is_done: bool


def steps(user: Any) -> list[Step]:
    """Empty where guests are answered, and for staff who may not add a property."""
    if not _may_set_up(user):
        return []
    with database_scope.all_properties():
        place = Property.objects.filter(slug=settings.DEFAULT_PROPERTY).first()
        has_rows = place is not None and Item.objects.filter(property=place).exists()
        if has_rows:
            return []
        return [_law(), _property(place), _rows(place)]


def _may_set_up(user: Any) -> bool:
    may_add = user.has_perm("properties.add_property")
    return bool(may_add and access.has_all_properties(user))


def _law() -> Step:
    return Step(
        "The law that applies",
        "The state or country of the resort, its age for gaming, and the helplines "
        "that a guest in need is given. Compare each with its official page, and call "
        "none to test it.",
        "Add a jurisdiction",
        reverse("admin:properties_jurisdiction_add"),
        Helpline.objects.exists(),
    )


def _property(place: Property | None) -> Step:
    slug = settings.DEFAULT_PROPERTY
    slugs = Property.objects.order_by("slug").values_list("slug", flat=True)
    text = (
        f"Its name, phone and time zone. Its slug is “{slug}”, which DEFAULT_PROPERTY "
        "names as the property at the site's own address."
    )
    if place is None and slugs:
        text += f" Or set DEFAULT_PROPERTY to {' or '.join(slugs)}, and start again."
    link = f"{reverse('admin:properties_property_add')}?{urlencode({'slug': slug})}"
    return Step("The resort", text, "Add the property", link, place is not None)


def _rows(place: Property | None) -> Step:
    return Step(
        "What it offers",
        "Restaurants, shows, rooms and the like: from a table or one by one. Guests "
        "are answered from the first row on.",
        "Import rows",
        reverse("import"),
        place is not None and Item.objects.filter(property=place).exists(),
    )
