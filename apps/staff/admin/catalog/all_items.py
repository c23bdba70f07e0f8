"""Rows of every kind in one list, to search and to choose from."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly
from apps.staff.admin.catalog.list_columns import ItemColumns
from apps.staff.admin.catalog.list_filters import (
    AttentionFilter,
    OpenFilter,
    PublicationFilter,
)

# Kind -> model name in the admin's URLs; asking each row would cost a query.
MODEL_NAMES = {model.KIND: model._meta.model_name for model in SECTIONS.values()}


@admin.register(Item)
class AllItemsAdmin(Scoped, ReadOnly, ItemColumns, ModelAdmin):
    """Each name links to the form of the row's own kind."""

    list_display = (
        "name_link",
        "kind",
        "property",
        "publication_status",
        "place",
        "updated",
    )
    list_display_links = None
    list_filter = (
        PropertyFilter,
        "kind",
        PublicationFilter,
        AttentionFilter,
        OpenFilter,
    )
    list_select_related = ("property",)
    search_fields = ("name", "aliases", "summary", "place")
    actions = None
    ordering = ("name",)

    @display(description="Name", ordering="name")
    def name_link(self, item: Item) -> SafeString:
        model_name = MODEL_NAMES[item.kind]
        url = reverse(f"admin:catalog_{model_name}_change", args=[item.pk])
        return format_html('<a href="{}">{}</a>', url, item.name)
