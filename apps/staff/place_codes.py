"""A sheet with a QR code for each place of a map, to print and to put up there."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.safestring import mark_safe

from apps.catalog.models import Item, ResortMap
from apps.infrastructure import qr_code
from apps.properties import access


@permission_required("catalog.view_resortmap", raise_exception=True)
def show(request: HttpRequest, map_id: int) -> HttpResponse:
    """Raises Http404 for a map of another team's property."""
    maps = access.mine(ResortMap.objects.select_related("property"), request.user)
    resort_map = get_object_or_404(maps, pk=map_id)
    rows = resort_map.places.select_related("item").order_by("item__name")
    context = {
        **admin.site.each_context(request),
        "title": f"Codes of {resort_map.property}",
        "resort_map": resort_map,
        "codes": [_code(row.item, request) for row in rows],
    }
    return render(request, "admin/staff/maps/codes.html", context)


def address(item: Item, request: HttpRequest) -> str:
    """The guest page with this place in focus. Its id stays when it is renamed."""
    path = f"{reverse('property-page', args=[item.property.slug])}?place={item.pk}"
    site = settings.SITE_URL.rstrip("/")
    return f"{site}{path}" if site else request.build_absolute_uri(path)


def _code(item: Item, request: HttpRequest) -> dict[str, Any]:
    url = address(item, request)
    # Drawn here from nothing but the address.
    picture = mark_safe(qr_code.svg(url))  # noqa: S308
    return {"item": item, "url": url, "picture": picture}
