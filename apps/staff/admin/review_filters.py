"""Which rows somebody should look at: by their date, and by what guests ask."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from apps.staff import citation_counts
from apps.staff.models import Version

SOON = timedelta(days=14)
DUE = {
    "review": "To be looked at by now",
    "expiring": "Ends within two weeks",
    "never": "Never cited in thirty days",
}


def annotated(rows: Any) -> Any:
    """Rows with `editor_name` of their newest version."""
    newest = Version.objects.filter(item=OuterRef("pk")).order_by("-id")
    return rows.annotate(editor_name=Subquery(newest.values("by__username")[:1]))


class DueFilter(admin.SimpleListFilter):
    title = "needs a look"
    parameter_name = "due"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(DUE.items())

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        now = timezone.now()
        match self.value():
            case "review":
                return queryset.filter(review_by__lte=timezone.localdate())
            case "expiring":
                return queryset.filter(valid_to__gt=now, valid_to__lte=now + SOON)
            case "never":
                return queryset.exclude(pk__in=list(citation_counts.counts(now)))
        return None
