"""What a row brings along for other tables: hours, exceptions, tiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import models

from apps.catalog import validation
from apps.catalog.demo import shapes, week
from apps.catalog.demo.problems import Spot
from apps.catalog.models import HoursException, Item, Promo, PromoTier, ServiceHours

LISTS: dict[str, type[models.Model]] = {
    "exceptions": HoursException,
    "tiers": PromoTier,
}
# The field that names the row a part belongs to.
OWNERS = {"hours": "item", "exceptions": "item", "tiers": "promo"}
OVERLAPS: dict[str, Callable[[list[Any]], list[validation.Overlap]]] = {
    "hours": validation.week_overlaps,
    "exceptions": validation.exception_overlaps,
}


def check(values: Mapping[str, Any], spot: Spot) -> None:
    """Refuses what cannot be read; what cannot be true is found when it is saved."""
    week.hours(values.get("hours") or {}, spot.at("hours"))
    week.slots(values.get("weekly") or {}, spot.at("weekly"))
    for part, model in LISTS.items():
        for entry in shapes.listed(values.get(part) or [], spot.at(part)):
            shapes.check(model, entry, spot.at(part))
    tiers = [tier["name"] for tier in values.get("tiers") or []]
    if len(set(tiers)) < len(tiers):
        raise spot.at("tiers").error("two tiers have one name.")


def of(stored: models.Model) -> list[tuple[str, models.QuerySet[Any]]]:
    """The stored parts of a row, by the name that they have in a file."""
    parts: list[tuple[str, models.QuerySet[Any]]] = []
    if isinstance(stored, Item):
        parts.append(("hours", stored.hours.all()))
        parts.append(("exceptions", stored.hours_exceptions.all()))
    if isinstance(stored, Promo):
        parts.append(("tiers", stored.tiers.all()))
    return parts


def unsaved(
    stored: Any, part: str, values: Mapping[str, Any], spot: Spot
) -> list[models.Model]:
    """The parts that a file asks for, unsaved."""
    if part == "hours":
        slots = week.hours(values.get(part) or {}, spot)
        return [ServiceHours(item=stored, **slot.columns) for slot in slots]
    if part == "tiers":
        return [
            PromoTier(promo=stored, rank=rank, **entry)
            for rank, entry in enumerate(values.get(part) or [], 1)
        ]
    return [HoursException(item=stored, **entry) for entry in values.get(part) or []]


def check_together(part: str, rows: list[models.Model], spot: Spot) -> None:
    """Refuses hours and exceptions that overlap each other."""
    overlaps = OVERLAPS[part](rows) if part in OVERLAPS else []
    if overlaps:
        raise spot.error(overlaps[0].sentence)
