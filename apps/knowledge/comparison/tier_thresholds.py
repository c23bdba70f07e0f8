"""From how many points on the tiers of a loyalty program begin, as staff write it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apps.infrastructure import patterns
from apps.knowledge.models import Sentence, item_of
from apps.knowledge.property_snapshot import PropertySnapshot

_FIELD, _LABEL = "tier_", "Tier "
_BEGINS = patterns.compile(
    r"^from (\d[\d,]*) ((?:tier )?(?:credits|points))\b", "i", behind=r"\W|$"
)


@dataclass(frozen=True)
class Tier:
    """`Leap` begins at 10,000 Tier Credits; row: the program that it belongs to."""

    name: str
    threshold: int
    unit: str
    row: str


def of(snapshot: PropertySnapshot) -> list[Tier]:
    """Those whose text begins with a number of points; none at most properties."""
    return [
        tier
        for passage in snapshot.passages.values()
        for line in passage.sentences
        if line["field"].startswith(_FIELD)
        for tier in _tier(line, item_of(passage).name)
    ]


def _tier(line: Sentence, row: str) -> Iterator[Tier]:
    if begins := _BEGINS.search(line["value"]):
        threshold = int(begins[1].replace(",", ""))
        yield Tier(line["label"].removeprefix(_LABEL), threshold, begins[2], row)
