"""The single rankings that retrieval fuses: exact vector search and full text.

Every ranking is scoped to one property; there is no way to ask without.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db.models import F, FloatField, Q, QuerySet
from django.db.models.expressions import CombinedExpression, Value
from pgvector.django import CosineDistance

from apps.knowledge.models import Embedding, Passage

CANDIDATES = 50


@dataclass(frozen=True)
class Scope:
    """Where to look: a property, a moment, and perhaps the rows in focus."""

    property_id: int
    at: datetime
    subject_ids: tuple[int, ...] = ()
    field_group: str = ""

    def of(self, passage: str) -> Q:
        """Conditions on passages; `passage` is the path to them with `__`, or empty."""
        valid = Q(**{f"{passage}item__valid_from__isnull": True}) | Q(
            **{f"{passage}item__valid_from__lte": self.at}
        )
        valid &= Q(**{f"{passage}item__valid_to__isnull": True}) | Q(
            **{f"{passage}item__valid_to__gt": self.at}
        )
        if self.subject_ids:
            valid &= Q(**{f"{passage}subject_id__in": self.subject_ids})
        if self.field_group:
            valid &= Q(**{f"{passage}field_group": self.field_group})
        return valid & Q(property_id=self.property_id)


def by_vector(scope: Scope, model: str, vector: Sequence[float]) -> dict[int, float]:
    """Passage id -> cosine similarity, best first."""
    # Adding zero keeps the planner from an index scan: exact search is faster here
    # and never misses (see docs/decisions).
    distance = CombinedExpression(
        CosineDistance("vector", list(vector)), "+", Value(0.0), FloatField()
    )
    rows = (
        Embedding.objects.filter(scope.of("passage__"), model=model, state="ready")
        .annotate(distance=distance)
        .order_by("distance")
        .values_list("passage_id", "distance")[:CANDIDATES]
    )
    return {passage_id: 1.0 - distance for passage_id, distance in rows}


def without_vector(passage_ids: Collection[int], model: str) -> set[int]:
    """Those of the passages whose vector of this model is not there yet."""
    if not passage_ids:
        return set()
    ready = Embedding.objects.filter(
        passage_id__in=passage_ids, model=model, state="ready"
    )
    return set(passage_ids) - set(ready.values_list("passage_id", flat=True))


def by_text(scope: Scope, text: str) -> dict[int, float]:
    """Passage id -> text rank for any of the words, best first."""
    words = dict.fromkeys(re.findall(r"\w+", text.lower()))
    if not words:
        return {}
    query = SearchQuery(
        " | ".join(list(words)[:64]), search_type="raw", config="english"
    )
    rows: QuerySet[Passage, tuple[int, float]] = (
        Passage.objects.filter(scope.of(""), search=query)
        .annotate(rank=SearchRank(F("search"), query, cover_density=True))
        .order_by("-rank", "id")
        .values_list("id", "rank")[:CANDIDATES]
    )
    return dict(rows)
