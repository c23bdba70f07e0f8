"""Questions that guests keep asking."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from apps.catalog.models import FaqEntry
from apps.staff.admin.items import ItemAdmin, ItemForm, fieldsets
from apps.staff.gaps import resolution


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

    def save_related(
        self, request: HttpRequest, form: ItemForm, formsets: list[Any], change: bool
    ) -> None:
        """A question that closes a gap has its guests' questions asked again."""
        super().save_related(request, form, formsets, change)
        if gap := request.GET.get("gap"):
            resolution.answered(gap, form.instance)
        for work in resolution.published(form.instance):
            address = reverse("gap", args=[work.pk])
            link = '<a class="underline" href="{}">Before and after</a> of the gap.'
            self.message_user(request, format_html(link, address))

    def get_form(self, *args: Any, **kwargs: Any) -> Any:
        return super().get_form(*args, **{**kwargs, "labels": {"name": "Question"}})
