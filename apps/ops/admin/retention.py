"""What was erased each night because its time was over."""

from __future__ import annotations

from django.contrib import admin
from unfold.decorators import display

from apps.conversations.models import RetentionRun
from apps.properties.access import Scoped
from apps.properties.local_times import LocalTimeForms
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly


@admin.register(RetentionRun)
class RetentionRunAdmin(Scoped, ReadOnly, LocalTimeForms, ModelAdmin):
    list_display = ("day", "property", "erased", "left", "ended_at")
    list_filter = (PropertyFilter,)
    list_select_related = ("property",)
    date_hierarchy = "day"
    list_per_page = 62

    @display(description="Erased")
    def erased(self, run: RetentionRun) -> str:
        counts = ", ".join(
            f"{count} {kind}" for kind, count in run.counts.items() if count
        )
        return counts or "Nothing"
