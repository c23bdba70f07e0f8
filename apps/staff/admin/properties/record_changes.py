"""Changes of properties, jurisdictions and helplines."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.properties import change_log
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly
from apps.properties.models import RecordChange


class RecordsChanges:
    """For admins whose changes are recorded with their author."""

    # Query parameter that limits the list of changes to one record.
    history_filter: str

    def changeform_view(self, request: HttpRequest, *args: Any, **kw: Any) -> Any:
        with change_log.made_by(request.user):
            return super().changeform_view(request, *args, **kw)  # type: ignore[misc]

    def delete_view(self, request: HttpRequest, *args: Any, **kw: Any) -> Any:
        with change_log.made_by(request.user):
            return super().delete_view(request, *args, **kw)  # type: ignore[misc]

    def changelist_view(self, request: HttpRequest, *args: Any, **kw: Any) -> Any:
        with change_log.made_by(request.user):
            return super().changelist_view(request, *args, **kw)  # type: ignore[misc]

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        changes = reverse("admin:properties_recordchange_changelist")
        return redirect(f"{changes}?{urlencode({self.history_filter: object_id})}")


@admin.register(RecordChange)
class RecordChangeAdmin(Scoped, ReadOnly, ModelAdmin):
    """Changes of a jurisdiction belong to no property; staff of all properties see
    them."""

    list_display = ("at", "by", "action", "kind", "name", "value_changes")
    list_display_links = None
    list_filter = (PropertyFilter, "jurisdiction", "action", "kind")
    list_select_related = ("by", "property")
    search_fields = ("name", "by__username")
    list_per_page = 50

    @display(description="Changes")
    def value_changes(self, change: RecordChange) -> SafeString:
        lines = ((label, old, new) for label, (old, new) in change.values.items())
        line = "<p>{}: <del>{}</del> <ins>{}</ins></p>"
        return format_html_join("", line, lines)
