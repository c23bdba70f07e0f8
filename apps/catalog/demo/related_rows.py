"""Parts of a row that have tables of their own: hours, exceptions and tiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import models

from apps.catalog.demo import field_checks, week
from apps.catalog.demo.problems import Spot
from apps.catalog.hours import validation
from apps.catalog.models import HoursException, Item, Promo, PromoTier, ServiceHours

LISTS: dict[str, type[models.Model]] = {
    "exceptions": HoursException,
    "tiers": PromoTier,
}
# The field of a part that refers to its row.
OWNERS = {"hours": "item", "exceptions": "item", "tiers": "promo"}
OVERLAPS: dict[str, Callable[[list[Any]], list[validation.Overlap]]] = {
    "hours": validation.week_overlaps,
    "exceptions": validation.exception_overlaps,
}


def check(values: Mapping[str, Any], spot: Spot) -> None:
    """Refuses parts of the wrong shape; saving validates their values."""
    week.hours(values.get("hours") or {}, spot.at("hours"))
    week.slots(values.get("weekly") or {}, spot.at("weekly"))
    for part, model in LISTS.items():
        for entry in field_checks.listed(values.get(part) or [], spot.at(part)):
            field_checks.check(model, entry, spot.at(part))
    tiers = [tier["name"] for tier in values.get("tiers") or []]
    if len(set(tiers)) < len(tiers):
        raise spot.at("tiers").error("two tiers have one name.")


def of(stored: models.Model) -> list[tuple[str, models.QuerySet[Any]]]:
    """The stored related rows of a row, by their names in a file."""
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
    """The parts in a file, as unsaved rows."""
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
