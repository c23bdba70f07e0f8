"""Imported tables, and the result of every row."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.properties.access import Scoped
from apps.properties.local_times import LocalTimeForms
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly
from apps.staff.intake import columns
from apps.staff.intake.views import READ_BOOKINGS
from apps.staff.models import Delivery

COLOURS = {
    Delivery.State.PREVIEW: "info",
    Delivery.State.RECEIVED: "info",
    Delivery.State.APPLIED: "success",
    Delivery.State.PARTLY: "warning",
    Delivery.State.REFUSED: "danger",
}


@admin.register(Delivery)
class DeliveryAdmin(Scoped, ReadOnly, LocalTimeForms, ModelAdmin):
    list_display = (
        "received_at",
        "origin",
        "property",
        "category",
        "state_label",
        "row_counts",
    )
    list_filter = ("state", PropertyFilter, "category")
    list_select_related = ("property",)
    fields = readonly_fields = (
        "property",
        "category",
        "state",
        "received_at",
        "applied_at",
        "result_table",
    )
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Without those of bookings for who may not see bookings."""
        rows: QuerySet[Delivery] = super().get_queryset(request)
        if request.user.has_perm(READ_BOOKINGS):
            return rows
        return rows.exclude(category=columns.BOOKINGS)

    @display(description="State", label=COLOURS, ordering="state")
    def state_label(self, delivery: Delivery) -> tuple[str, str]:
        return delivery.state, delivery.get_state_display()

    @display(description="Rows")
    def row_counts(self, delivery: Delivery) -> str:
        counts = Counter(result["outcome"] for result in delivery.results)
        if not counts:
            return f"{len(delivery.rows)} waiting"
        return ", ".join(f"{count} {outcome}" for outcome, count in counts.items())

    @display(description="Results")
    def result_table(self, delivery: Delivery) -> SafeString:
        lines = [
            (result["number"], result["name"], result["outcome"], _detail(result))
            for result in delivery.results
        ]
        rows = format_html_join(
            "", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", lines
        )
        return format_html('<table class="w-full text-left">{}</table>', rows)


def _detail(result: dict[str, Any]) -> str:
    errors = [f"{name}: {text}" for name, text in result["errors"].items()]
    changes = [
        f"{name}: {old} → {new or 'removed'}"
        for name, (old, new) in result["changes"].items()
    ]
    return "; ".join(errors + changes)
