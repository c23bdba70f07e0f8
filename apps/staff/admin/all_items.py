"""Every row of every kind in one list, to find and to choose from."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter
from apps.staff.admin.columns import Columns
from apps.staff.admin.publication_status import OpenFilter, StandingFilter

# Kind -> model as the admin's addresses spell it; asking each row would cost a query.
MODELS = {model.KIND: model._meta.model_name for model in SECTIONS.values()}


@admin.register(Item)
class DirectoryAdmin(Scoped, Columns, ModelAdmin):
    """Rows are changed in the form of their own kind; this list leads there."""

    list_display = ("row", "kind", "property", "standing", "place", "updated")
    list_display_links = None
    list_filter = (PropertyFilter, "kind", StandingFilter, OpenFilter)
    list_select_related = ("property",)
    search_fields = ("name", "aliases", "summary", "place")
    actions = None
    ordering = ("name",)

    @display(description="Name", ordering="name")
    def row(self, item: Item) -> SafeString:
        address = reverse(f"admin:catalog_{MODELS[item.kind]}_change", args=[item.pk])
        return format_html('<a href="{}">{}</a>', address, item.name)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: Item | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Item | None = None
    ) -> bool:
        return False
