"""What may be told about a property and the graph without asking anything."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils import timezone

from apps.catalog.models import Item
from apps.concierge.graph import as_data
from apps.knowledge.models import Passage
from apps.properties.models import Property


def of(place: Property) -> dict[str, Any]:
    return {
        "name": place.name,
        "location": place.location,
        "phone": place.phone,
        "website": place.website,
        "languages": list(place.languages),
        "categories": Item.objects.of(place).live(timezone.now()).kinds(),
        "document_count": Passage.objects.filter(property=place).count(),
    }


@cache
def graph() -> dict[str, Any]:
    """Nodes and edges as they are compiled."""
    return as_data()
