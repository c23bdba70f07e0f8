"""Whether guests hear about a row, in one word for the list."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.catalog.models import Item
from apps.catalog.querysets import live

COLOURS = {
    "draft": "info",
    "live": "success",
    "scheduled": "warning",
    "expired": "danger",
}


def of(item: Item, at: datetime) -> str:
    """draft, scheduled, live or expired."""
    if item.status == Item.Status.DRAFT:
        return "draft"
    if item.valid_from and item.valid_from > at:
        return "scheduled"
    if item.valid_to and item.valid_to <= at:
        return "expired"
    return "live"


class StandingFilter(admin.SimpleListFilter):
    title = "status"
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(word, word.capitalize()) for word in COLOURS]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        now = timezone.now()
        published = queryset.filter(status=Item.Status.LIVE)
        answers = {
            "draft": queryset.filter(status=Item.Status.DRAFT),
            "live": queryset.filter(live(now)),
            "scheduled": published.filter(valid_from__gt=now),
            "expired": published.filter(valid_to__lte=now),
        }
        return answers.get(self.value() or "")


class OpenFilter(admin.SimpleListFilter):
    title = "open now"
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("now", "Open now")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        if self.value() != "now":
            return None
        rows = Item.objects.filter(pk__in=queryset.values("pk"))
        return queryset.filter(pk__in=[row.pk for row in rows.open_at(timezone.now())])
