"""Questions that guests keep asking."""

from typing import Any

from django.contrib import admin

from apps.catalog.models import FaqEntry
from apps.desk.admin.items import ItemAdmin, fieldsets


@admin.register(FaqEntry)
class FaqEntryAdmin(ItemAdmin):
    list_display = (
        "name",
        "property",
        "standing",
        "index",
        "about",
        "asked",
        "editor",
        "updated",
    )
    list_select_related = ("property", "about")
    autocomplete_fields = ("about",)
    search_fields = ("name", "aliases", "answer")
    fieldsets = fieldsets(("answer", "about"))

    def get_form(self, *args: Any, **kwargs: Any) -> Any:
        return super().get_form(*args, **{**kwargs, "labels": {"name": "Question"}})
