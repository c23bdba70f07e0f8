"""Incidents and daily totals."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.ops.models import DailyTotals, Incident
from apps.properties.access import OfAll, Scoped
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter


@admin.register(Incident)
class IncidentAdmin(OfAll, ReadOnly, ModelAdmin):
    list_display = (
        "check_label",
        "message",
        "opened_at",
        "last_seen_at",
        "closed_at",
        "help",
    )
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "level", "check_name")
    list_per_page = 50

    @display(description="Check", label={"fault": "danger", "warning": "warning"})
    def check_label(self, incident: Incident) -> tuple[str, str]:
        return incident.level, incident.check_name

    @display(description="What to do")
    def help(self, incident: Incident) -> SafeString:
        url = f"{reverse('runbook')}#{incident.check_name.replace(' ', '-')}"
        link = '{} <a class="underline" href="{}">Runbook</a>'
        return format_html(link, incident.remedy, url)


@admin.register(DailyTotals)
class DailyTotalsAdmin(Scoped, ReadOnly, ModelAdmin):
    list_display = (
        "day",
        "property",
        "questions",
        "cited",
        "unanswered",
        "stopped",
        "thumbs_up",
        "thumbs_down",
        "answer_p95_ms",
        "dollars",
    )
    list_filter = (PropertyFilter,)
    list_select_related = ("property",)
    date_hierarchy = "day"
    list_per_page = 62

    @display(description="Cost", ordering="cost_micros")
    def dollars(self, totals: DailyTotals) -> str:
        return f"${totals.cost_micros / 1_000_000:.4f}"


def open_count(request: HttpRequest) -> str | None:
    """For the sidebar; None when there is none."""
    count = Incident.objects.filter(closed_at=None).count()
    return str(count) if count else None
