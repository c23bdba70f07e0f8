"""From how much a night on a room costs, as its row says it."""

from __future__ import annotations

from decimal import Decimal

from apps.infrastructure import patterns
from apps.knowledge.models import item_of
from apps.knowledge.property_snapshot import PropertySnapshot

_FIELD = "rate_from"
_A_NIGHT = patterns.compile(r"^\$(\d[\d,]*(?:\.\d+)?) a night\b", "i")


def of(snapshot: PropertySnapshot, row: int) -> Decimal | None:
    """None for a row without a rate, or with one on request."""
    values = (
        line["value"]
        for passage in snapshot.passages.values()
        for line in passage.sentences
        if line["field"] == _FIELD and item_of(passage).pk == row
    )
    rate = next(filter(None, map(_A_NIGHT.search, values)), None)
    return Decimal(rate[1].replace(",", "")) if rate else None
