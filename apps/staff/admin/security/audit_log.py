"""The audit log, sign-ins and failed sign-ins."""

from __future__ import annotations

from axes.models import AccessAttempt, AccessLog
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from unfold.decorators import display

from apps.properties import access
from apps.properties.access import OfAll
from apps.properties.model_admin import ModelAdmin, ReadOnly

ACTIONS = {1: ("added", "success"), 2: ("changed", "info"), 3: ("deleted", "danger")}


@admin.register(LogEntry)
class LogEntryAdmin(OfAll, ReadOnly, ModelAdmin):
    """Every change made in the admin."""

    list_display = (
        "action_time",
        "user",
        "action_label",
        "content_type",
        "object_repr",
        "changes",
    )
    list_filter = ("action_flag", ("user", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message", "user__username")
    date_hierarchy = "action_time"
    ordering = ("-action_time",)
    list_per_page = 50

    @display(description="Action", label=dict(ACTIONS.values()), ordering="action_flag")
    def action_label(self, entry: LogEntry) -> tuple[str, str]:
        word, _ = ACTIONS[entry.action_flag]
        return word, word.capitalize()

    @display(description="Changes")
    def changes(self, entry: LogEntry) -> str:
        return str(entry.get_change_message())


@admin.register(AccessLog)
class AccessLogAdmin(OfAll, ReadOnly, ModelAdmin):
    list_display = ("attempt_time", "username", "ip_address", "logout_time")
    search_fields = ("username", "ip_address")
    ordering = ("-attempt_time",)
    list_per_page = 50


@admin.register(AccessAttempt)
class AccessAttemptAdmin(OfAll, ReadOnly, ModelAdmin):
    """Wrong passwords and codes. Deleting a row unlocks that user name."""

    list_display = ("attempt_time", "username", "ip_address", "failures_since_start")
    search_fields = ("username", "ip_address")
    ordering = ("-attempt_time",)
    list_per_page = 50

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        has_permission = request.user.has_perm("axes.delete_accessattempt")
        return has_permission and access.has_all_properties(request.user)
