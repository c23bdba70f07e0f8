"""Incidents and daily totals."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from apps.infrastructure import quantities
from apps.ops.alerts import rules
from apps.ops.doctor import finding
from apps.ops.models import DailyTotals, Incident, Silence
from apps.ops.models.incidents import silenced
from apps.properties import access
from apps.properties.access import OfAll, Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly

STATE_COLOURS = {
    "Open": "danger",
    "Acknowledged": "info",
    "Silenced": "warning",
    "Closed": "success",
}
OPENED = "since %b %-d, %-I:%M %p %Z"
# The check of the doctor whose remedy is on a page of the admin.
HELPLINES = "helplines"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@admin.register(Incident)
class IncidentAdmin(OfAll, ReadOnly, ModelAdmin):
    """The history of all checks and rules; the doctor and the rules write it."""

    list_display = (
        "check_label",
        "state",
        "message_text",
        "help",
        "opened_at",
        "last_seen_at",
        "closed_at",
    )
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "level", "check_name")
    list_per_page = 50
    list_select_related = ("acknowledged_by",)
    change_form_outer_before_template = "admin/ops/incident_actions.html"
    fields = (
        ("check_name", "level"),
        "state_in_words",
        "message_text",
        "help",
        ("opened_at", "last_seen_at", "closed_at"),
    )
    readonly_fields = ("state_in_words", "message_text", "help")
    actions = ("acknowledge", "silence_an_hour", "silence_a_day")

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        return rows.annotate(is_silenced=silenced(timezone.now()))

    @display(description="Check", label={"fault": "danger", "warning": "warning"})
    def check_label(self, incident: Incident) -> tuple[str, str]:
        return incident.level, incident.check_name

    @display(description="State", label=STATE_COLOURS)
    def state(self, incident: Incident) -> str | tuple[str, str]:
        if incident.closed_at:
            return "Closed"
        if incident.acknowledged_at:
            who = incident.acknowledged_by or "somebody"
            return "Acknowledged", f"Acknowledged by {who}"
        return "Silenced" if getattr(incident, "is_silenced", False) else "Open"

    @display(description="State")
    def state_in_words(self, incident: Incident) -> str:
        """The list shows a label, of which a page would show both parts."""
        state = self.state(incident)
        return state if isinstance(state, str) else state[1]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        context = {
            **(extra_context or {}),
            "may_acknowledge": self.has_acknowledge_permission(request),
            "may_silence": self.has_silence_permission(request),
        }
        response: HttpResponse = super().change_view(
            request, object_id, form_url, context
        )
        return response

    @display(description="What is wrong")
    def message_text(self, incident: Incident) -> SafeString:
        return finding.as_html(incident.message)

    @display(description="What to do")
    def help(self, incident: Incident) -> SafeString:
        if incident.check_name.startswith(rules.PREFIX):
            url, name = reverse("admin:ops_alertrule_changelist"), "Alert rules"
        else:
            anchor = incident.check_name.replace(" ", "-")
            url, name = f"{reverse('runbook')}#{anchor}", "Runbook"
        link = '{} <a class="underline" href="{}">{}</a>'
        words = format_html(link, finding.as_html(incident.remedy), url, name)
        if incident.check_name != HELPLINES:
            return words
        lines = reverse("admin:properties_jurisdiction_changelist")
        return format_html(link, words, lines, "Jurisdictions and helplines")

    def has_acknowledge_permission(self, request: HttpRequest) -> bool:
        """An incident is of the installation: of no single property's staff."""
        may_change = request.user.has_perm("ops.change_incident")
        return may_change and access.has_all_properties(request.user)

    def has_silence_permission(self, request: HttpRequest) -> bool:
        may_add = request.user.has_perm("ops.add_silence")
        return may_add and access.has_all_properties(request.user)

    @action(description="Acknowledge: I am on it", permissions=["acknowledge"])
    def acknowledge(self, request: HttpRequest, rows: QuerySet[Incident]) -> None:
        """Nobody else is notified of it any more; the next one of its check is told."""
        waiting = rows.order_by().filter(closed_at=None, acknowledged_at=None)
        count = waiting.update(
            acknowledged_at=timezone.now(), acknowledged_by=request.user
        )
        self.message_user(request, f"{count} acknowledged.", messages.SUCCESS)

    @action(description="Silence its check for an hour", permissions=["silence"])
    def silence_an_hour(self, request: HttpRequest, rows: QuerySet[Incident]) -> None:
        self._silence(request, rows, HOUR)

    @action(description="Silence its check for a day", permissions=["silence"])
    def silence_a_day(self, request: HttpRequest, rows: QuerySet[Incident]) -> None:
        self._silence(request, rows, DAY)

    def _silence(
        self, request: HttpRequest, rows: QuerySet[Incident], length: timedelta
    ) -> None:
        now = timezone.now()
        names = sorted(set(rows.order_by().values_list("check_name", flat=True)))
        for name in names:
            Silence.objects.create(
                check_name=name,
                begins_at=now,
                ends_at=now + length,
                reason="Silenced from the list of incidents.",
                created_by=request.user,  # type: ignore[misc]
            )
        message = f"Silenced: {', '.join(names)}. “Silences” ends it earlier."
        self.message_user(request, message, messages.SUCCESS)


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
        "slowest",
        "cost",
    )
    list_filter = (PropertyFilter,)
    list_select_related = ("property",)
    date_hierarchy = "day"
    list_per_page = 62

    @display(description="95% answered within", ordering="answer_p95_ms")
    def slowest(self, totals: DailyTotals) -> str:
        return quantities.say(totals.answer_p95_ms, "ms")

    @display(description="Cost", ordering="cost_micros")
    def cost(self, totals: DailyTotals) -> str:
        return quantities.money_of_micros(totals.cost_micros)


def open_count(request: HttpRequest) -> str | None:
    """Those that nobody attends to, for the sidebar; None when there is none."""
    count = Incident.objects.unattended(timezone.now()).count()
    return str(count) if count else None


def latest(now: datetime, most: int) -> tuple[int, list[tuple[str, str, str]]]:
    """For the start page: how many nobody attends to, and (words, address, note)."""
    rows = Incident.objects.unattended(now).order_by("level", "-opened_at")
    lines = [
        (
            row.message,
            reverse("admin:ops_incident_change", args=[row.pk]),
            f"{row.get_level_display()}, {timezone.localtime(row.opened_at):{OPENED}}",
        )
        for row in rows[:most]
    ]
    return rows.count(), lines
