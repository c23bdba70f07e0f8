"""An admin filter by property that lists only the user's own."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.infrastructure.postgresql import row_ids
from apps.properties import access


class PropertyFilter(admin.SimpleListFilter):
    title = "property"
    parameter_name = "property"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        places = access.properties(request.user)
        return [(str(place.pk), place.name) for place in places]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        place = row_ids.parse(str(self.value() or ""))
        return None if place is None else queryset.filter(property=place)
