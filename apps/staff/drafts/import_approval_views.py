"""The page of what an import left waiting: read it all, then approve or publish it."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from apps.catalog.demo.rows import SECTIONS
from apps.properties import access
from apps.staff.bulk_actions import admin_actions
from apps.staff.drafts import authors, draft_changes, import_approval, row_drafts
from apps.staff.intake import columns
from apps.staff.models import Delivery, Job, RowDraft

KINDS = {"approve": Job.Kind.APPROVE_READ, "publish": Job.Kind.PUBLISH_READ}


@permission_required("catalog.change_item", raise_exception=True)
def show(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    """The page; drafts and rows that the reader wrote are listed, but not counted on
    its buttons."""
    delivery = _delivery(request, delivery_id)
    if request.method == "POST":
        return _act(request, delivery)
    reader_id = request.user.pk
    drafts = list(import_approval.drafts(delivery))
    # Before their changes are read: what changes meanwhile is then not approved.
    digests = draft_changes.digests(drafts)
    mine = {row.pk for row in drafts if reader_id in authors.of_draft(row)}
    new_rows = list(import_approval.new_rows(delivery))
    read = {row.item_id: text for row, text in zip(drafts, digests, strict=True)}
    read |= {row.pk: str(row.version_id) for row in new_rows}
    open_drafts = [row for row in drafts if _may_approve(row, mine)]
    context = {
        **site.each_context(request),
        "title": f"Drafts of the import: {delivery.category}",
        "delivery": delivery,
        "drafts": [
            (draft, changes, draft.pk in mine)
            for draft, changes in zip(
                drafts, draft_changes.changes(drafts), strict=True
            )
        ],
        "new_rows": [
            (row, _cells(delivery, row.pk), row.held_by_id == reader_id)
            for row in new_rows
        ],
        "drafted_rows": list(import_approval.new_rows_with_draft(delivery)),
        "open_count": len(open_drafts),
        "publishable_count": sum(
            not row_drafts.fault(row) or row.pk not in mine
            for row in drafts
            if not row.publish_at
        )
        + sum(row.held_by_id != reader_id for row in new_rows),
        "read": json.dumps(read),
    }
    with timezone.override(delivery.property.zone):
        return render(request, "admin/staff/drafts/of_import.html", context)


def _may_approve(draft: RowDraft, mine: set[int]) -> bool:
    return bool(row_drafts.fault(draft)) and draft.pk not in mine


def _act(request: HttpRequest, delivery: Delivery) -> HttpResponse:
    """Starts it for the rows of this import that wait; each refused one says why."""
    kind = KINDS.get(request.POST.get("action", ""))
    if kind is None:
        raise Http404
    drafts = import_approval.publishable(delivery)
    if kind == Job.Kind.APPROVE_READ:
        drafts = import_approval.drafts(delivery).filter(approved_by=None)
    ids = list(drafts.values_list("item_id", flat=True))
    if kind == Job.Kind.PUBLISH_READ:
        ids += [row.pk for row in import_approval.new_rows(delivery)]
    page = admin_actions.start(request, kind, ids, read=_read(request))
    return page or redirect("import-drafts", delivery.pk)


def _read(request: HttpRequest) -> dict[str, str]:
    """By the row's id; empty for what no page of ours sends."""
    try:
        read = json.loads(request.POST.get("read", ""))
    except ValueError:
        return {}
    return {key: str(text) for key, text in read.items()} if type(read) is dict else {}


def _cells(delivery: Delivery, item_id: int) -> dict[str, str]:
    """What the import wrote in a new row, by label."""
    labels = columns.labels(delivery.category)
    return {
        labels.get(name, name): after
        for row in delivery.results
        if row.get("draft_of") == item_id
        for name, (_, after) in row["changes"].items()
    }


def _delivery(request: HttpRequest, delivery_id: UUID) -> Delivery:
    deliveries = Delivery.objects.select_related("property")
    delivery: Delivery = get_object_or_404(deliveries, pk=delivery_id)
    access.insist(request.user, delivery.property)
    model, user = SECTIONS.get(delivery.category), request.user
    if model is None:
        raise Http404
    may: Any = user.has_perm(f"catalog.change_{model._meta.model_name}")
    if not may:
        raise PermissionDenied
    return delivery
