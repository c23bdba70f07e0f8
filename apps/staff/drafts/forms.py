"""The form of a row writes a draft beside the row, or continues one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from apps.catalog.models import Item
from apps.infrastructure.postgresql import row_ids
from apps.staff.drafts import draft_changes, edit_conflicts, row_drafts, typed_values
from apps.staff.drafts.edit_conflicts import Conflict
from apps.staff.history import snapshot
from apps.staff.history.snapshot import Content
from apps.staff.models import RowDraft

BUTTON, CONTINUED = "_draft", "draft"
SAVED = "Saved as a draft. Guests see the row as before."
ADDED = "Added to the draft that waited. Guests see the row as before."
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
            waiting = row_drafts.of(item.pk)
            if self.has_change_permission(request, item):  # type: ignore[attr-defined]
                request = _checked(request, item, waiting)
            draft = waiting if CONTINUED in request.GET else None
            if draft is None and not is_kept(request, item):
                return self._form(request, object_id, *args, **kw)
            return self._draft_form(request, item, draft, waiting, *args, **kw)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        form: Any = super().get_form(request, obj, change=change, **kw)  # type: ignore[misc]
        if conflict := _conflict(request):
            form.typed = typed_values.fields(conflict, request, form, obj)
        return form

    def get_formset_kwargs(
        self, request: HttpRequest, obj: Any, inline: Any, prefix: str
    ) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_formset_kwargs(  # type: ignore[misc]
            request, obj, inline, prefix
        )
        conflict = _conflict(request)
        if conflict and prefix not in conflict.parts:
            kwargs |= {"data": request.POST.copy(), "files": request.FILES}
        return kwargs

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kw: Any
    ) -> HttpResponse:
        context["read_field"] = edit_conflicts.READ
        context["read_state"] = getattr(request, "read_state", "")
        if conflict := _conflict(request):
            inlines = context["inline_admin_formsets"]
            context["conflict"] = conflict
            context["typed_parts"] = list(_typed_parts(request, conflict, inlines))
            context["has_picture"] = typed_values.has_picture(request)
        response: HttpResponse = super().render_change_form(  # type: ignore[misc]
            request, context, *args, **kw
        )
        return response

    def _draft_form(
        self,
        request: HttpRequest,
        item: Item,
        draft: RowDraft | None,
        waiting: RowDraft | None,
        *args: Any,
        **kw: Any,
    ) -> HttpResponse:
        """draft: the one that is continued. waiting: the one beside the row."""
        with transaction.atomic():
            if draft:
                row_drafts.apply_to_row(draft)
            request.is_of_draft = True  # type: ignore[attr-defined]
            response = self._form(request, str(item.pk), *args, **kw)
            content = getattr(request, "draft_content", None)
            transaction.set_rollback(True)
        if content is None:
            return response
        return _store(request, item, content, waiting, is_continued=bool(draft))

    def _form(self, request: HttpRequest, *args: Any, **kw: Any) -> HttpResponse:
        response: HttpResponse = super().changeform_view(  # type: ignore[misc]
            request, *args, **kw
        )
        return response


def _checked(request: HttpRequest, item: Item, waiting: RowDraft | None) -> Any:
    """The request; one that shows its form again where it would overwrite what others
    have changed since. waiting: the draft beside the row."""
    now = str(edit_conflicts.state(item, waiting))
    if request.method != "POST":
        request.read_state = now  # type: ignore[attr-defined]
        return request
    is_continued = CONTINUED in request.GET
    conflict = edit_conflicts.of(
        request,
        item,
        waiting,
        is_continued=is_continued,
        is_kept=is_kept(request, item),
    )
    if conflict is None:
        # Shown again for a faulty field, it is still of the draft that was read.
        request.read_state = request.POST[edit_conflicts.READ]  # type: ignore[attr-defined]
        return request
    shown: Any = copy(request)
    shown.read_state = now
    shown.method, shown.conflict = "GET", conflict
    return shown


def _conflict(request: HttpRequest) -> Conflict | None:
    return getattr(request, "conflict", None)


def _typed_parts(
    request: HttpRequest, conflict: Conflict, inlines: Iterable[Any]
) -> Iterator[tuple[str, list[str]]]:
    """(title, lines) of each part that is shown as it is stored, and was typed."""
    for inline in inlines:
        prefix, title = inline.formset.prefix, inline.opts.verbose_name_plural
        if prefix in conflict.parts:
            base = conflict.base.get(prefix) if conflict.base else None
            lines = typed_values.part_lines(request.POST, inline.formset, base)
            if lines:
                yield str(title), lines


def is_kept(request: HttpRequest, item: Item) -> bool:
    """Whether what is sent becomes a draft, and leaves the row as it is."""
    if request.method != "POST":
        return False
    if BUTTON in request.POST or CONTINUED in request.GET:
        return True
    return row_drafts.needs_second_person(item.property)


def is_of_draft(request: HttpRequest) -> bool:
    return getattr(request, "is_of_draft", False)


def read_content(request: HttpRequest, item: Item) -> None:
    """Remember what was saved, before it is rolled back."""
    stored = Item.objects.get(pk=item.pk).concrete
    request.draft_content = snapshot.read(stored)  # type: ignore[attr-defined]


def _store(
    request: HttpRequest,
    item: Item,
    content: Content,
    waiting: RowDraft | None,
    *,
    is_continued: bool,
) -> HttpResponse:
    """What was changed in the form of the live row is added to a draft that waits
    beside it: whoever opens that form has not seen the draft."""
    is_added = waiting is not None and not (is_continued or waiting.is_deletion)
    is_built_on = is_added or is_continued
    earlier = waiting.author_ids() if waiting and is_built_on else set[int]()
    if waiting and is_added:
        live = snapshot.read(item.concrete)
        content = draft_changes.merge(live, content, draft_changes.merged(waiting))
    draft = row_drafts.keep(item, content, request.user, earlier_author_ids=earlier)
    if draft is None:
        messages.info(request, NOTHING)
    else:
        messages.success(request, ADDED if is_added else SAVED)
    return redirect("row-draft", item.pk)
