"""A resort's map as data for the page, which draws its places over the picture."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from apps.catalog import resort_maps
from apps.catalog.models import ResortMap
from apps.infrastructure import database_scope
from apps.properties.models import Property
from apps.webchat.page import texts


@require_safe
@cache_control(private=True, max_age=60)
def show(request: HttpRequest, slug: str) -> JsonResponse:
    """The picture, its places and the words around them. Raises Http404 for no map."""
    place = get_object_or_404(Property.objects.only("pk"), slug=slug)
    rows = ResortMap.objects.select_related("property").prefetch_related("places")
    page_texts = texts.of_request(request)
    with database_scope.scoped_to(place.pk):
        resort_map = get_object_or_404(rows, property=place)
        shown = resort_maps.shown(resort_map, timezone.now(), page_texts.language)
    return JsonResponse({**shown, "words": page_texts.map()})
