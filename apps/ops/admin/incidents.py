"""What is wrong with the house, what was, and what the days came to."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_celery_results.admin import TaskResultAdmin
from django_celery_results.models import GroupResult, TaskResult
from unfold.decorators import display

from apps.ops.models import DailyTotals, Incident
from apps.properties.access import OfAll, Scoped
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter

admin.site.unregister(TaskResult)
admin.site.unregister(GroupResult)


@admin.register(Incident)
class IncidentAdmin(OfAll, ReadOnly, ModelAdmin):
    list_display = ("what", "message", "opened_at", "seen_at", "closed_at", "help")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "level", "check_name")
    list_per_page = 50

    @display(description="Check", label={"fault": "danger", "warning": "warning"})
    def what(self, trouble: Incident) -> tuple[str, str]:
        return trouble.level, trouble.check_name

    @display(description="What to do")
    def help(self, trouble: Incident) -> SafeString:
        address = f"{reverse('runbook')}#{trouble.check_name.replace(' ', '-')}"
        link = '{} <a class="underline" href="{}">Runbook</a>'
        return format_html(link, trouble.remedy, address)


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
    def dollars(self, day: DailyTotals) -> str:
        return f"${day.cost_micros / 1_000_000:.4f}"


@admin.register(TaskResult)
class ResultAdmin(OfAll, ReadOnly, TaskResultAdmin, ModelAdmin):
    """What tasks came to; those that run every few seconds are not kept."""


def open_count(request: HttpRequest) -> str | None:
    """How many troubles are open, for the sidebar."""
    count = Incident.objects.filter(closed_at=None).count()
    return str(count) if count else None
