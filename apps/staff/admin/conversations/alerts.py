"""Guests who may need a person now. Staff mark an alert as seen once they act."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import action, display

from apps.catalog.hours import formatting
from apps.conversations.models import Alert
from apps.properties import access
from apps.properties.access import Scoped
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter

KIND_COLOURS = {
    Alert.Kind.EMERGENCY: "danger",
    Alert.Kind.CRISIS: "danger",
    Alert.Kind.WORRY: "warning",
}


@admin.register(Alert)
class AlertAdmin(Scoped, ReadOnly, ModelAdmin):
    list_display = (
        "kind_label",
        "property",
        "time",
        "conversation_link",
        "seen_by_name",
    )
    list_filter = (("seen_at", admin.EmptyFieldListFilter), "kind", PropertyFilter)
    list_select_related = ("property", "seen_by", "conversation")
    ordering = ("seen_at", "-created_at")
    fields = (
        "kind",
        "property",
        "conversation_link",
        "created_at",
        "seen_at",
        "seen_by",
    )
    actions = ("mark_as_seen",)
    list_per_page = 50

    @display(description="Kind", label=KIND_COLOURS, ordering="kind")
    def kind_label(self, alert: Alert) -> tuple[str, str]:
        return alert.kind, alert.get_kind_display()

    @display(description="Time", ordering="created_at")
    def time(self, alert: Alert) -> str:
        local = alert.created_at.astimezone(alert.property.zone)
        return f"{formatting.say_day(local.date())} at {formatting.say_time(local)}"

    @display(description="Conversation")
    def conversation_link(self, alert: Alert) -> str:
        if alert.conversation.forgotten_at:
            return "Erased by the guest"
        url = reverse(
            "admin:conversations_conversation_change", args=[alert.conversation_id]
        )
        return format_html('<a class="underline" href="{}">Open</a>', url)

    @display(description="Seen by")
    def seen_by_name(self, alert: Alert) -> str:
        return str(alert.seen_by) if alert.seen_by else "-"

    def has_mark_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("conversations.change_alert")

    @action(description="Mark as seen by me", permissions=["mark"])
    def mark_as_seen(self, request: HttpRequest, rows: QuerySet[Alert]) -> None:
        unseen_rows = rows.filter(seen_at=None)
        count = unseen_rows.update(seen_at=timezone.now(), seen_by=request.user)
        self.message_user(request, f"{count} marked as seen.", messages.SUCCESS)


def unseen_count(request: HttpRequest) -> str | None:
    """For the sidebar; None when there is none."""
    unseen_rows = Alert.objects.filter(seen_at=None)
    count = access.mine(unseen_rows, request.user).count()
    return str(count) if count else None
