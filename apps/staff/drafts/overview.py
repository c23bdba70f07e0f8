"""The page of all drafts that wait: of whom, since when, and what they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.properties import access, local_times
from apps.staff.drafts import authors, draft_changes, held_rows, row_drafts
from apps.staff.history.difference import Change
from apps.staff.models import Delivery, RowDraft, Version

MOST_SHOWN = 50
MOST_CHANGES = 6
# Kind -> model name in permissions and in the admin's URLs.
MODEL_NAMES = {model.KIND: str(model._meta.model_name) for model in SECTIONS.values()}


@dataclass(frozen=True)
class Card:
    """A draft beside a live row. author: or where the table came from that wrote it.
    state: what it waits for."""

    draft: RowDraft
    author: str
    state: str
    changes: list[Change]
    unlisted_count: int


@permission_required("catalog.view_item", raise_exception=True)
def show(request: HttpRequest) -> HttpResponse:
    drafts, new_rows = _drafts(request), _new_rows(request)
    context = {
        **site.each_context(request),
        "title": "Drafts",
        "cards": list(_cards(drafts[:MOST_SHOWN], request.user)),
        "draft_count": drafts.count(),
        "new_rows": list(_with_pages(new_rows[:MOST_SHOWN])),
        "new_row_count": new_rows.count(),
        "most_shown": MOST_SHOWN,
    }
    return render(request, "admin/staff/drafts/overview.html", context)


def waiting_count(request: HttpRequest) -> str | None:
    """Of drafts beside live rows, for the sidebar; None when there is none."""
    count = _drafts(request).count()
    return str(count) if count else None


def _drafts(request: HttpRequest) -> QuerySet[RowDraft]:
    """Those that have waited longest first."""
    rows = RowDraft.objects.select_related(
        "item__property", "by", "approved_by", "delivery"
    )
    mine = access.mine(rows, request.user)
    of_kinds = mine.filter(item__kind__in=_readable_kinds(request.user))
    return of_kinds.order_by("updated_at")  # type: ignore[no-any-return]


def _new_rows(request: HttpRequest) -> QuerySet[Item]:
    """Rows that guests do not see, the newest first; `editor_name` or `origin` tells
    who or what wrote each."""
    versions = Version.objects.filter(item=OuterRef("pk")).order_by("-id")
    rows = access.mine(Item.objects.select_related("property"), request.user)
    drafts = rows.filter(
        status=Item.Status.DRAFT, kind__in=_readable_kinds(request.user)
    )
    named = drafts.annotate(
        editor_name=Subquery(versions.values("by__username")[:1]),
        origin=Subquery(versions.values("delivery__origin")[:1]),
    )
    return named.order_by("-updated_at")  # type: ignore[no-any-return]


def _with_pages(rows: Iterable[Any]) -> Iterator[tuple[Item, str, str, bool]]:
    """(row, who or what wrote it, address of its page, whether it waits for a second
    person)."""
    rows = list(rows)
    origins = dict(Delivery.Origin.choices)
    held = held_rows.waiting().filter(pk__in=[row.pk for row in rows])
    held_ids = set(held.values_list("pk", flat=True))
    for row in rows:
        name = f"admin:catalog_{MODEL_NAMES[row.kind]}_change"
        form = f"{reverse(name, args=[row.pk])}?section=publishing"
        is_held = row.pk in held_ids
        page = reverse("row-draft", args=[row.pk]) if is_held else form
        origin = origins.get(row.origin)
        author = row.editor_name or (authors.of_import(origin) if origin else "")
        yield row, author, page, is_held


def _readable_kinds(user: Any) -> list[str]:
    return [
        kind
        for kind, name in MODEL_NAMES.items()
        if user.has_perm(f"catalog.view_{name}")
    ]


def _cards(drafts: QuerySet[RowDraft], reader: Any) -> Iterator[Card]:
    """As many queries for fifty as for one."""
    rows = list(drafts.prefetch_related("item__property__feature_flags"))
    objections = authors.objections(rows, reader)
    for draft, changes in zip(rows, draft_changes.changes(rows), strict=True):
        state = " ".join(_states(draft, reader, objections[draft.pk]))
        shown, left_out = changes[:MOST_CHANGES], changes[MOST_CHANGES:]
        yield Card(draft, authors.name(draft), state, shown, len(left_out))


def _states(draft: RowDraft, reader: Any, objection: str) -> Iterator[str]:
    if row_drafts.fault(draft):
        verb = "delete" if draft.is_deletion else "change"
        may = reader.has_perm(f"catalog.{verb}_{MODEL_NAMES[draft.item.kind]}")
        may_approve = may and not objection
        whom = (
            "you can approve it" if may_approve else "somebody else has to approve it"
        )
        yield f"Waits for a second person: {whom}."
    elif draft.approved_by:
        yield f"Approved by {draft.approved_by}, and can be {_outcome(draft)}."
    if draft.publish_at:
        place = draft.item.property
        at = date_format(draft.publish_at.astimezone(place.zone), "DATETIME_FORMAT")
        zone = local_times.zone_name(draft.publish_at, place)
        yield f"To be {_outcome(draft)} on {at}{zone}."


def _outcome(draft: RowDraft) -> str:
    return "deleted" if draft.is_deletion else "published"
