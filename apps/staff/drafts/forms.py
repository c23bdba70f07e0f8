"""The form of a row writes a draft beside the row, or continues one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from apps.catalog.models import Item
from apps.infrastructure.postgresql import row_ids
from apps.staff.drafts import row_drafts
from apps.staff.history import snapshot
from apps.staff.models import RowDraft

BUTTON, CONTINUED = "_draft", "draft"
NOTHING = "The draft is the same as the live row, so there is nothing to publish."


class DraftForms:
    """For admins of rows; comes before what shows their forms.

    A draft is saved like the row, so that all checks hold, and then rolled back.
    """

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kw: Any
    ) -> HttpResponse:
        item_id = row_ids.parse(object_id or "")
        rows = Item.objects.select_related("property")
        item = rows.filter(pk=item_id).first() if item_id is not None else None
        if item is None:
            return self._form(request, object_id, *args, **kw)
        with transaction.atomic():
            if request.method == "POST":  # an import of the row waits until it is saved
                row_drafts.lock(item.pk)
            draft = row_drafts.of(item.pk) if CONTINUED in request.GET else None
            if draft is None and not is_kept(request, item):
                return self._form(request, object_id, *args, **kw)
            return self._draft_form(request, item, draft, *args, **kw)

    def _draft_form(
        self,
        request: HttpRequest,
        item: Item,
        draft: RowDraft | None,
        *args: Any,
        **kw: Any,
    ) -> HttpResponse:
        """draft: the one that is continued."""
        with transaction.atomic():
            if draft:
                row_drafts.apply_to_row(draft)
            request.is_of_draft = True  # type: ignore[attr-defined]
            response = self._form(request, str(item.pk), *args, **kw)
            content = getattr(request, "draft_content", None)
            transaction.set_rollback(True)
        if content is None:
            return response
        return _store(request, item, content, draft.author_ids() if draft else set())

    def _form(self, request: HttpRequest, *args: Any, **kw: Any) -> HttpResponse:
        response: HttpResponse = super().changeform_view(  # type: ignore[misc]
            request, *args, **kw
        )
        return response


def is_kept(request: HttpRequest, item: Item) -> bool:
    """Whether what is sent becomes a draft, and leaves the row as it is."""
    if request.method != "POST":
        return False
    return BUTTON in request.POST or row_drafts.needs_second_person(item.property)


def is_of_draft(request: HttpRequest) -> bool:
    return getattr(request, "is_of_draft", False)


def read_content(request: HttpRequest, item: Item) -> None:
    """Remember what was saved, before it is rolled back."""
    stored = Item.objects.get(pk=item.pk).concrete
    request.draft_content = snapshot.read(stored)  # type: ignore[attr-defined]


def _store(
    request: HttpRequest, item: Item, content: Any, earlier: set[int]
) -> HttpResponse:
    """earlier: the authors of what was continued."""
    draft = row_drafts.keep(item, content, request.user, earlier_author_ids=earlier)
    if draft is None:
        messages.info(request, NOTHING)
    else:
        messages.success(request, "Saved as a draft. Guests see the row as before.")
    return redirect("row-draft", item.pk)
