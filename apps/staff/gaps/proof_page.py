"""The page of an answered gap: what guests were told before, and are told now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from apps.catalog.models import Item
from apps.properties import access
from apps.staff.drafts import row_drafts
from apps.staff.gaps import resolution
from apps.staff.models import GapWork

# A page that waits longer for a worker stops reloading itself.
PATIENCE = timedelta(minutes=2)


@permission_required("conversations.view_conversation", raise_exception=True)
def show(request: HttpRequest, work_id: int) -> HttpResponse:
    work = get_object_or_404(GapWork.objects.select_related("property"), pk=work_id)
    access.insist(request.user, work.property)
    after = {entry["ask"]: entry["answer"] for entry in work.after}
    context: dict[str, Any] = {
        **site.each_context(request),
        "title": "Gap",
        "work": work,
        "state": _state(work, timezone.now()),
        "needs_second_person": row_drafts.needs_second_person(work.property),
        "rows": [
            (entry["ask"], entry["answer"], after.get(entry["ask"]))
            for entry in work.before
        ],
    }
    return render(request, "admin/staff/gap.html", context)


def _state(work: GapWork, now: datetime) -> str:
    """asked, gone, hidden, running, or late where no worker has asked in time."""
    if work.asked_at:
        return "asked"
    row = Item.objects.filter(pk=work.item).first() if work.item else None
    if row is None:
        return "gone"
    if not resolution.is_live(row.pk):
        return "hidden"
    return "running" if now - row.updated_at < PATIENCE else "late"
