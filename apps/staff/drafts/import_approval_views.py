"""The page of what an import left waiting: read it all, then approve or publish it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from apps.catalog.demo.rows import SECTIONS
from apps.properties import access
from apps.staff.bulk_actions import admin_actions
from apps.staff.drafts import authors, draft_changes, import_approval, row_drafts
from apps.staff.history.difference import Change
from apps.staff.intake import columns
from apps.staff.models import Delivery, Job, RowDraft

MOST_SHOWN = 50
KINDS = {"approve": Job.Kind.APPROVE_READ, "publish": Job.Kind.PUBLISH_READ}


@dataclass(frozen=True)
class DraftCard:
    """A draft of the import. changed_twice: what has changed in the live row as well
    since. ended_at: when the row ended, if guests do not see it for that. objection:
    why the reader may not approve it. is_open: whether it waits to be approved."""

    draft: RowDraft
    changes: list[Change]
    changed_twice: list[str]
    ended_at: datetime | None
    objection: str
    is_open: bool

    @property
    def is_publishable(self) -> bool:
        is_for_another = self.is_open and self.objection
        return not is_for_another and self.draft.publish_at is None


@dataclass(frozen=True)
class RowCard:
    """A new row of the import. cells: what it wrote, by label."""

    row: Any
    cells: dict[str, str]
    ended_at: datetime | None
    objection: str


@permission_required("catalog.change_item", raise_exception=True)
def show(request: HttpRequest, delivery_id: UUID) -> HttpResponse:
    """What waits, in pages; what the reader may not approve is listed, but not counted
    on the buttons."""
    delivery = _delivery(request, delivery_id)
    if request.method == "POST":
        return _act(request, delivery)
    page = _page(request, delivery)
    shown_drafts = import_approval.drafts(delivery).filter(item__in=page.object_list)
    drafts = list(shown_drafts)
    # Before their changes are read: what changes meanwhile is then not approved.
    digests = draft_changes.digests(drafts)
    new_rows = list(import_approval.new_rows(delivery).filter(pk__in=page.object_list))
    read = {row.item_id: text for row, text in zip(drafts, digests, strict=True)}
    read |= {row.pk: str(row.version_id) for row in new_rows}
    cards = list(_draft_cards(drafts, request.user))
    row_cards = list(_row_cards(delivery, new_rows, request.user))
    context = {
        **site.each_context(request),
        "title": f"Drafts of the import: {delivery.category}",
        "delivery": delivery,
        "page": page,
        "cards": cards,
        "row_cards": row_cards,
        "drafted_rows": list(import_approval.new_rows_with_draft(delivery)),
        "open_count": sum(card.is_open and not card.objection for card in cards),
        "publishable_count": sum(card.is_publishable for card in cards)
        + sum(not card.objection for card in row_cards),
        "read": json.dumps(read),
    }
    with timezone.override(delivery.property.zone):
        return render(request, "admin/staff/drafts/of_import.html", context)


def _page(request: HttpRequest, delivery: Delivery) -> Page[int]:
    """Of the ids of the rows: drafts first, then new rows."""
    drafts = import_approval.drafts(delivery).values_list("item_id", flat=True)
    new_rows = import_approval.new_rows(delivery).values_list("pk", flat=True)
    paginator = Paginator([*drafts, *new_rows], MOST_SHOWN)
    return paginator.get_page(request.GET.get("page"))


def _draft_cards(drafts: list[RowDraft], reader: Any) -> Iterator[DraftCard]:
    """As many queries for many as for one."""
    objections, now = authors.objections(drafts, reader), timezone.now()
    per_draft = zip(
        drafts,
        draft_changes.changes(drafts),
        draft_changes.changed_twice(drafts),
        strict=True,
    )
    for draft, changes, changed_twice in per_draft:
        yield DraftCard(
            draft,
            changes,
            changed_twice,
            draft_changes.ended_at(draft.item, draft, now),
            objection=objections[draft.pk],
            is_open=row_drafts.needs_approval(draft),
        )


def _row_cards(delivery: Delivery, rows: list[Any], reader: Any) -> Iterator[RowCard]:
    objections, now = authors.objections_to_rows(rows, reader), timezone.now()
    labels = columns.labels(delivery.category)
    results = {row.get("draft_of"): row for row in delivery.results}
    for row in rows:
        changes = results[row.pk]["changes"].items()
        cells = {labels.get(name, name): after for name, (_, after) in changes}
        ended_at = draft_changes.ended_at(row, None, now)
        yield RowCard(row, cells, ended_at, objections[row.pk])


def _act(request: HttpRequest, delivery: Delivery) -> HttpResponse:
    """Starts it for the rows that were read and wait; each refused one says why."""
    kind = KINDS.get(request.POST.get("action", ""))
    if kind is None:
        raise Http404
    drafts = import_approval.publishable(delivery)
    if kind == Job.Kind.APPROVE_READ:
        drafts = import_approval.drafts(delivery).filter(approved_by=None)
    ids = list(drafts.values_list("item_id", flat=True))
    if kind == Job.Kind.PUBLISH_READ:
        ids += [row.pk for row in import_approval.new_rows(delivery)]
    read = _read(request)
    ids_read = [item_id for item_id in ids if str(item_id) in read]
    page = admin_actions.start(request, kind, ids_read, read=read)
    return page or redirect(request.get_full_path())


def _read(request: HttpRequest) -> dict[str, str]:
    """By the row's id; empty for what no page of ours sends."""
    try:
        read = json.loads(request.POST.get("read", ""))
    except ValueError:
        return {}
    return {key: str(text) for key, text in read.items()} if type(read) is dict else {}


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
