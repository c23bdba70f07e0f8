"""What sheets have sent, and what became of every row."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.properties.access import Scoped
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter
from apps.staff.models import Delivery

COLOURS = {
    Delivery.State.TRIED: "info",
    Delivery.State.RECEIVED: "info",
    Delivery.State.APPLIED: "success",
    Delivery.State.PARTLY: "warning",
    Delivery.State.REFUSED: "danger",
}


@admin.register(Delivery)
class DeliveryAdmin(Scoped, ReadOnly, ModelAdmin):
    list_display = (
        "received_at",
        "origin",
        "property",
        "category",
        "standing",
        "outcomes",
    )
    list_filter = ("state", PropertyFilter, "category")
    list_select_related = ("property",)
    fields = readonly_fields = (
        "property",
        "category",
        "state",
        "received_at",
        "applied_at",
        "told",
    )
    list_per_page = 50

    @display(description="State", label=COLOURS, ordering="state")
    def standing(self, delivery: Delivery) -> tuple[str, str]:
        return delivery.state, delivery.get_state_display()

    @display(description="Rows")
    def outcomes(self, delivery: Delivery) -> str:
        counts = Counter(one["outcome"] for one in delivery.results)
        said = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        return said or f"{len(delivery.rows)} wait"

    @display(description="What became of the rows")
    def told(self, delivery: Delivery) -> SafeString:
        lines = [
            (one["number"], one["name"], one["outcome"], _detail(one))
            for one in delivery.results
        ]
        rows = format_html_join(
            "", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", lines
        )
        return format_html('<table class="w-full text-left">{}</table>', rows)


def _detail(result: dict[str, Any]) -> str:
    said = [f"{name}: {text}" for name, text in result["errors"].items()]
    for name, (old, new) in result["changes"].items():
        said.append(f"{name}: {old} → {new}")
    return "; ".join(said)
