"""The promotion that goes with what a guest asks about; never one of games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.catalog.models import Item, Promo
from apps.knowledge.property_snapshot import PropertySnapshot

SORTS: dict[str, str] = {
    Item.Kind.RESTAURANT: Promo.Sort.DINING,
    Item.Kind.ROOM: Promo.Sort.HOTEL,
    Item.Kind.TOWER: Promo.Sort.HOTEL,
}


def fitting(snapshot: PropertySnapshot, kinds: Sequence[str], at: datetime) -> str:
    """Name of one that holds at the moment: of the sort that goes with the first of
    these kinds of rows, or else a loyalty program. Empty where there is none."""
    names = {
        row.promo.sort: row.name
        for row in snapshot.rows.values()
        if row.kind == Item.Kind.PROMO and row.is_valid_at(at)
    }
    sorts = [*(SORTS[kind] for kind in kinds if kind in SORTS), Promo.Sort.LOYALTY]
    return next((names[sort] for sort in sorts if sort in names), "")
