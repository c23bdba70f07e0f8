"""The inbox of gaps: what guests ask and the records do not say."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.infrastructure import row_ids
from apps.llm.failures import ModelUnavailable
from apps.properties import access
from apps.properties.models import Property
from apps.staff.gaps import clusters, resolution
from apps.staff.gaps.clusters import Gap
from apps.staff.models import GapWork
from apps.staff.playground import views

MOST_SHOWN = 50
MOST_WORDINGS = 4
# Gaps whose nearest rows are looked up with the page; the others have a link.
MOST_EXPLAINED = 5
MOST_NEAREST = 3
MOST_WORKS = 10


@permission_required("conversations.view_conversation", raise_exception=True)
def inbox(request: HttpRequest) -> HttpResponse:
    places = {place.pk: place for place in access.properties(request.user)}
    every = clusters.gaps(timezone.now())
    found = [gap for gap in every if gap.property_id in places][:MOST_SHOWN]
    context = {
        **site.each_context(request),
        "title": "Gaps",
        "gaps": [
            _shown(gap, places[gap.property_id], is_explained=number < MOST_EXPLAINED)
            for number, gap in enumerate(found)
        ],
        "works": access.mine(GapWork.objects.all(), request.user)[:MOST_WORKS],
    }
    return render(request, "admin/staff/gaps.html", context)


@require_POST
@permission_required("catalog.add_faqentry", raise_exception=True)
def begin(request: HttpRequest) -> HttpResponse:
    """Takes a gap on and leads to the form of its answer."""
    place = get_object_or_404(
        Property, pk=row_ids.parse(request.POST.get("property", ""))
    )
    access.insist(request.user, place)
    typed = map(row_ids.parse, request.POST.getlist("message"))
    ids = [message for message in typed if message is not None]
    work = resolution.begin(place, ids, request.user)
    form = {"property": place.pk, "name": str(work)[:200], "gap": work.pk}
    return redirect(f"{reverse('admin:catalog_faqentry_add')}?{urlencode(form)}")


@permission_required("conversations.view_conversation", raise_exception=True)
def work(request: HttpRequest, work_id: int) -> HttpResponse:
    """What guests were told before, and what they are told now."""
    found = get_object_or_404(GapWork.objects.select_related("property"), pk=work_id)
    access.insist(request.user, found.property)
    after = {one["ask"]: one["answer"] for one in found.after}
    context = {
        **site.each_context(request),
        "title": "Gap",
        "work": found,
        "rows": [
            (one["ask"], one["answer"], after.get(one["ask"])) for one in found.before
        ],
    }
    return render(request, "admin/staff/gap.html", context)


def _shown(gap: Gap, place: Property, *, is_explained: bool) -> dict[str, Any]:
    wordings = list(dict.fromkeys(one.text for one in gap.questions))
    trial = {"property": place.pk, "question": gap.said}
    return {
        "place": place,
        "count": len(gap.questions),
        "wordings": wordings[:MOST_WORDINGS],
        "newest": gap.newest,
        "property": place.pk,
        "messages": [one.message for one in gap.questions][: resolution.MOST_QUESTIONS],
        "nearest": _nearest(gap, place) if is_explained else [],
        "look": f"{reverse('playground')}?{urlencode(trial)}",
        "read": reverse(
            "admin:conversations_conversation_change",
            args=[gap.questions[0].conversation],
        ),
    }


def _nearest(gap: Gap, place: Property) -> list[tuple[str, str, float]]:
    """(row, why it was no answer, likeness) of the rows that came closest."""
    asked = dict.fromkeys(("before", "at", "language", "row"), "")
    try:
        tried = views.searched({**asked, "property": place, "question": gap.said})
    except ModelUnavailable:
        return []
    return [
        (one.passage.title, one.why_not or "taken, but it did not say it", one.cosine)
        for one in tried.ranked[:MOST_NEAREST]
    ]
