"""The page of a row's draft: what it changes, comments, and publishing it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.sites import site
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from apps.catalog import wall_clock
from apps.catalog.models import Item
from apps.properties import access
from apps.staff.drafts import (
    authors,
    draft_changes,
    draft_decisions,
    held_rows,
    row_drafts,
    scheduled_drafts,
)
from apps.staff.models import GapWork, RowComment, RowDraft
from apps.staff.playground import trial_link

# The field of a form that tells which state of the draft was read.
READ = "read"
MOST_GAPS = 3


class ScheduleForm(forms.Form):
    """In the time zone of the row's property."""

    publish_at = forms.DateTimeField(
        label="Publish at",
        widget=UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"}),
        validators=[wall_clock.insist_on_year],
    )


class CommentForm(forms.Form):
    text = forms.CharField(
        label="Comment",
        max_length=2000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
    )


def show(request: HttpRequest, item_id: int) -> HttpResponse:
    item = _item(request, item_id, "view")
    draft = row_drafts.of(item.pk)
    # Before all that is read for the page: what changes meanwhile is then not approved.
    digest = draft_changes.digest(draft) if draft else ""
    draft_authors = authors.of_draft(draft) if draft else set()
    held_row = held_rows.waiting().filter(pk=item.pk).first()
    form_url = reverse(f"admin:catalog_{_model_name(item)}_change", args=[item.pk])
    with timezone.override(item.property.zone):
        context = {
            **site.each_context(request),
            "title": f"Draft and comments: {item.name}",
            "item": item,
            "draft": draft,
            "read_field": READ,
            "digest": digest,
            "author_name": authors.name(draft) if draft else "",
            "changes": draft_changes.changes([draft])[0] if draft else [],
            "changed_twice": draft_changes.changed_twice([draft])[0] if draft else [],
            "fault": row_drafts.fault(draft) if draft else "",
            "needs_second_person": row_drafts.needs_second_person(item.property),
            "may_change": _may_act(request, item, draft),
            "objection": authors.objections([draft], request.user)[draft.pk]
            if draft
            else "",
            "has_author": bool(draft_authors),
            "comments": RowComment.objects.filter(item=item.pk).select_related("by"),
            "comment_form": CommentForm(),
            "schedule_form": ScheduleForm(),
            "form_url": form_url,
            "list_url": reverse(f"admin:catalog_{_model_name(item)}_changelist"),
            "clock": _clock(item),
            "held_row": held_row,
            "held_author": held_rows.author_name(item) if held_row else "",
            "row_objection": held_rows.objection(item, request.user)
            if held_row
            else "",
            "is_live": item.status == Item.Status.LIVE,
            "trial_url": trial_link.of_row(item, with_drafts=bool(draft or held_row)),
            "gaps": _gaps(request, item),
            "ended_at": draft_changes.ended_at(item, draft, timezone.now()),
        }
        return render(request, "admin/staff/drafts/draft.html", context)


@require_POST
def act(request: HttpRequest, item_id: int, action: str) -> HttpResponse:
    """Publish, schedule, approve or discard the draft, if it is as it was read."""
    item = _item(request, item_id, "change")
    try:
        with transaction.atomic():
            read = request.POST.get(READ, "")
            draft = draft_decisions.insist_on_read(item, row_drafts.lock(item.pk), read)
            if not _may_act(request, item, draft):
                raise PermissionDenied
            sentence = ACTIONS[action](request, draft)
    except ValidationError as error:
        for message in error.messages:
            messages.error(request, message)
    else:
        messages.success(request, sentence)
    is_there = Item.objects.filter(pk=item_id).exists()
    return redirect("row-draft" if is_there else "item-history", item_id)


@require_POST
def comment(request: HttpRequest, item_id: int) -> HttpResponse:
    """Whoever may see the row may say something about it."""
    item = _item(request, item_id, "view")
    form = CommentForm(request.POST)
    if form.is_valid():
        RowComment.objects.create(
            property=item.property,
            item_id=item.pk,
            by_id=request.user.pk,
            text=form.cleaned_data["text"],
        )
    else:
        messages.error(request, "Write a comment of at most 2,000 characters.")
    return redirect("row-draft", item.pk)


def _publish(request: HttpRequest, draft: RowDraft) -> str:
    item = row_drafts.publish(draft, request.user)
    if draft.is_deletion:
        return f"{item.name} is deleted. Restoring a version brings it back."
    return f"Published. Guests see {item.name} as in the draft."


def _schedule(request: HttpRequest, draft: RowDraft) -> str:
    with timezone.override(draft.item.property.zone):
        form = ScheduleForm(request.POST)
        if not form.is_valid():
            raise ValidationError("Give a day and a time.")
    at = form.cleaned_data["publish_at"]
    scheduled_drafts.schedule(draft, at, request.user, timezone.now())
    if draft.is_deletion:
        return "The row will be deleted at its time."
    return "The draft will be published at its time."


def _approve(request: HttpRequest, draft: RowDraft) -> str:
    row_drafts.approve(draft, request.user)
    return f"Approved. It can be {'deleted' if draft.is_deletion else 'published'} now."


def _discard(request: HttpRequest, draft: RowDraft) -> str:
    row_drafts.discard(draft, request.user)
    if draft.is_deletion:
        return f"{draft.item.name} stays."
    return "The draft is gone; the row is as it was."


ACTIONS = {
    "publish": _publish,
    "schedule": _schedule,
    "approve": _approve,
    "discard": _discard,
}


def _item(request: HttpRequest, item_id: int, verb: str) -> Item:
    rows = Item.objects.select_related("property")
    item: Item = get_object_or_404(rows, pk=item_id)
    access.insist(request.user, item.property)
    if not _may(request, item, verb):
        raise PermissionDenied
    return item


def _may(request: HttpRequest, item: Item, verb: str) -> bool:
    user: Any = request.user
    return bool(user.has_perm(f"catalog.{verb}_{_model_name(item)}"))


def _may_act(request: HttpRequest, item: Item, draft: RowDraft | None) -> bool:
    may_delete = not (draft and draft.is_deletion) or _may(request, item, "delete")
    return may_delete and _may(request, item, "change")


def _gaps(request: HttpRequest, item: Item) -> QuerySet[GapWork]:
    """The questions of guests that the row was written for, with their proofs."""
    user: Any = request.user
    if not user.has_perm("conversations.view_conversation"):
        return GapWork.objects.none()
    return GapWork.objects.filter(item=item.pk)[:MOST_GAPS]


def _clock(item: Item) -> str:
    """“New York time”, whatever the season of the moment that is written."""
    city = item.property.zone.key.rpartition("/")[2].replace("_", " ")
    return city if city == "UTC" else f"{city} time"


def _model_name(item: Item) -> str:
    return str(type(item.concrete)._meta.model_name)
