"""The changes of all rows, deleted ones included."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.decorators import display

from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly
from apps.staff.models import Version

COLOURS = {
    Version.Reason.DELETED: "danger",
    Version.Reason.RESTORED: "warning",
    Version.Reason.UNDONE: "warning",
}


@admin.register(Version)
class VersionAdmin(Scoped, ReadOnly, ModelAdmin):
    list_display = ("name", "property", "category", "reason_label", "by", "at")
    list_filter = ("reason", PropertyFilter, "category")
    list_select_related = ("property", "by")
    search_fields = ("name", "by__username")
    list_per_page = 50

    @display(description="Reason", label=COLOURS, ordering="reason")
    def reason_label(self, version: Version) -> tuple[str, str]:
        return version.reason, version.get_reason_display()

    def change_view(
        self, request: HttpRequest, object_id: str, *args: object, **kwargs: object
    ) -> HttpResponse:
        """A version is shown in the history of its row."""
        version = self.get_object(request, object_id)
        if version is None:
            return redirect("admin:staff_version_changelist")
        return redirect("item-history", version.item)
