"""Filters of the lists of rows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.catalog.models import Item
from apps.catalog.querysets import live
from apps.staff.admin.catalog import row_status
from apps.staff.citations import counts

EXPIRING_WITHIN = timedelta(days=14)
# After so long staff are asked whether a row is still true.
CONFIRM_AGAIN = timedelta(days=90)


class PublicationFilter(admin.SimpleListFilter):
    title = "status"
    parameter_name = "publication"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            (status, status.capitalize()) for status in row_status.PUBLICATION_COLOURS
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        now = timezone.now()
        published = queryset.filter(status=Item.Status.LIVE)
        rows_by_status = {
            "draft": queryset.filter(status=Item.Status.DRAFT),
            "live": queryset.filter(live(now)),
            "scheduled": published.filter(valid_from__gt=now),
            "expired": published.filter(valid_to__lte=now),
        }
        return rows_by_status.get(self.value() or "")


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


class IndexFilter(admin.SimpleListFilter):
    title = "index"
    parameter_name = "index"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(row_status.INDEX_LABELS.items())

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        return queryset.filter(index_state=self.value()) if self.value() else None


class AttentionFilter(admin.SimpleListFilter):
    title = "needs attention"
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("review", "Review is due"),
            ("expiring", "Expires within two weeks"),
            ("unconfirmed", f"Not confirmed in {CONFIRM_AGAIN.days} days"),
            ("uncited", "Not cited in 30 days"),
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        now = timezone.now()
        match self.value():
            case "review":
                return queryset.filter(review_by__lte=timezone.localdate())
            case "expiring":
                return queryset.filter(
                    valid_to__gt=now, valid_to__lte=now + EXPIRING_WITHIN
                )
            case "unconfirmed":
                return queryset.exclude(verified_at__gte=now - CONFIRM_AGAIN)
            case "uncited":
                return queryset.exclude(pk__in=list(counts.by_item(now)))
        return None
