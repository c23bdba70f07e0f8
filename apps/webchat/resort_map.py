"""A resort's map as data for the page, which draws its places over the picture."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from apps.catalog import resort_maps
from apps.catalog.models import ResortMap
from apps.infrastructure import database_scope
from apps.knowledge.indexing import unsearched_texts
from apps.properties.models import Property
from apps.webchat.page import texts


@require_safe
@cache_control(private=True, max_age=60)
def show(request: HttpRequest, slug: str) -> JsonResponse:
    """The picture, its places and the words around them. Raises Http404 for no map."""
    place = get_object_or_404(Property, slug=slug)
    rows = ResortMap.objects.select_related("property").prefetch_related("places")
    page_texts = texts.of_request(request)
    with database_scope.scoped_to(place.pk):
        resort_map = get_object_or_404(rows, property=place)
        shown = resort_maps.shown(resort_map, timezone.now(), page_texts.language)
        shown = _allowed(place, shown)
    return JsonResponse({**shown, "words": page_texts.map()})


def _allowed(place: Property, shown: dict[str, Any]) -> dict[str, Any]:
    """What staff have written on the map, as far as guests may be told it."""
    allowed = partial(unsearched_texts.allowed, place)
    rows = [row for row in shown["places"] if allowed(row["title"]) == row["title"]]
    ids = {row["id"] for row in rows}
    return {
        **shown,
        "alt": allowed(shown["alt"]),
        "note": allowed(shown["note"]),
        "places": [
            {
                **row,
                "where": allowed(row["where"]),
                "near": [own for own in row["near"] if own in ids],
            }
            for row in rows
        ],
    }
