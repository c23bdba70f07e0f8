"""Deleting rows: at once, or once a second person agrees."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import actions
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html

from apps.catalog.models import Item
from apps.catalog.querysets import ItemQuerySet
from apps.knowledge.models import Embedding, Passage
from apps.staff.drafts import row_drafts
from apps.staff.history import versions

WAITS = "{} stays until somebody else agrees that it goes."
# What the search makes of a row; staff know of none.
INDEX = (Passage, Embedding)
# How the lines of a confirmation begin that name such parts, or the row once more.
OF_INDEX = ("Passage:", "Embedding:")
ROW_AGAIN = "Row:"
LINK = '<a class="underline" href="{}">{}</a>'


class DeletesRows:
    """For admins of rows; comes before what deletes them."""

    delete_confirmation_template = "admin/catalog/delete_row.html"
    delete_selected_confirmation_template = "admin/catalog/delete_rows.html"

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The permission on the kind suffices; nobody has the one on all items."""
        objects, counts, missing, protected = super().get_deleted_objects(  # type: ignore[misc]
            objs, request
        )
        missing -= {Item._meta.verbose_name}
        for model in (*INDEX, Item):
            counts.pop(model._meta.verbose_name_plural, None)
        return _without_index(objects), counts, missing, protected

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        item: Any = self.get_object(request, object_id)  # type: ignore[attr-defined]
        waits = item is not None and row_drafts.must_wait_to_go(item)
        may = self.has_delete_permission(request, item)  # type: ignore[attr-defined]
        if waits and may and request.method == "POST":
            _ask(request, item)
            return redirect("row-draft", item.pk)
        context = {**(extra_context or {}), "waiting_rows": [item] if waits else []}
        response: HttpResponse = super().delete_view(request, object_id, context)  # type: ignore[misc]
        return response

    def delete_model(self, request: HttpRequest, obj: Item) -> None:
        url, name = reverse("item-history", args=[obj.pk]), obj.name
        versions.delete(obj.concrete, request.user)
        link = format_html(LINK, url, f"bring {name} back")
        messages.info(request, format_html("Its history can {}.", link))

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for row in queryset:
            self.delete_model(request, row)


@admin.action(
    description="Delete selected %(verbose_name_plural)s", permissions=["delete"]
)
def delete_selected(
    model_admin: Any, request: HttpRequest, rows: ItemQuerySet
) -> HttpResponse | None:
    """Django's, but for the rows that wait for a second person."""
    waiting = [row for row in rows if row_drafts.must_wait_to_go(row)]
    if not request.POST.get("post"):
        response: Any = actions.delete_selected(model_admin, request, rows)
        response.context_data["waiting_rows"] = waiting
        return response  # type: ignore[no-any-return]
    for row in waiting:
        _ask(request, row)
    free = rows.exclude(pk__in=[row.pk for row in waiting])
    if free.exists():
        actions.delete_selected(model_admin, request, free)
    return None


def _without_index(lines: list[Any]) -> list[Any]:
    """Of nested lines, those that staff know; those below the row, named once."""
    lines_of_staff: list[Any] = []
    before = ""
    for line in lines:
        if not isinstance(line, list):
            before = str(line)
            is_known = not before.startswith((*OF_INDEX, ROW_AGAIN))
            lines_of_staff += [line] if is_known else []
        elif children := _without_index(line):
            if before.startswith(ROW_AGAIN):
                lines_of_staff += children
            elif not before.startswith(OF_INDEX):
                lines_of_staff.append(children)
    return lines_of_staff


def _ask(request: HttpRequest, item: Item) -> None:
    try:
        row_drafts.ask_to_delete(item, request.user)
    except ValidationError as error:
        messages.warning(request, error.messages[0])
        return
    link = format_html(LINK, reverse("row-draft", args=[item.pk]), "See it")
    messages.success(request, format_html("{} {}", WAITS.format(item.name), link))
