"""Who did what at the desk, who came in, and who is locked out."""

from __future__ import annotations

from axes.models import AccessAttempt, AccessLog
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from unfold.decorators import display

from apps.properties import access
from apps.properties.access import OfAll
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin

DOINGS = {1: ("added", "success"), 2: ("changed", "info"), 3: ("deleted", "danger")}


@admin.register(LogEntry)
class LogAdmin(OfAll, ReadOnly, ModelAdmin):
    """Every change made at the desk; nobody rewrites it."""

    list_display = ("action_time", "user", "did", "content_type", "object_repr", "said")
    list_filter = ("action_flag", ("user", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message", "user__username")
    date_hierarchy = "action_time"
    ordering = ("-action_time",)
    list_per_page = 50

    @display(description="Did", label=dict(DOINGS.values()), ordering="action_flag")
    def did(self, entry: LogEntry) -> tuple[str, str]:
        word, _ = DOINGS[entry.action_flag]
        return word, word.capitalize()

    @display(description="What")
    def said(self, entry: LogEntry) -> str:
        return str(entry.get_change_message())


@admin.register(AccessLog)
class AccessAdmin(OfAll, ReadOnly, ModelAdmin):
    """Who came in and from where."""

    list_display = ("attempt_time", "username", "ip_address", "logout_time")
    search_fields = ("username", "ip_address")
    ordering = ("-attempt_time",)
    list_per_page = 50


@admin.register(AccessAttempt)
class LockAdmin(OfAll, ReadOnly, ModelAdmin):
    """Wrong passwords and codes; who deletes a line opens the door for that name."""

    list_display = ("attempt_time", "username", "ip_address", "failures_since_start")
    search_fields = ("username", "ip_address")
    ordering = ("-attempt_time",)
    list_per_page = 50

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        may = request.user.has_perm("axes.delete_accessattempt")
        return may and access.has_all_properties(request.user)
