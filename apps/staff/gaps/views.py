"""The pages of gaps: their list, and one gap with its answers before and after."""

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
from apps.staff.playground import trial

MOST_SHOWN = 50
MOST_WORDINGS = 4
# Gaps shown with their nearest rows; the others only link to the playground.
MOST_EXPLAINED = 5
MOST_NEAREST = 3
MOST_WORKS = 10


@permission_required("conversations.view_conversation", raise_exception=True)
def gap_list(request: HttpRequest) -> HttpResponse:
    properties = {place.pk: place for place in access.properties(request.user)}
    all_gaps = clusters.gaps(timezone.now())
    gaps = [gap for gap in all_gaps if gap.property_id in properties][:MOST_SHOWN]
    context = {
        **site.each_context(request),
        "title": "Gaps",
        "gaps": [
            _gap_context(
                gap, properties[gap.property_id], is_explained=number < MOST_EXPLAINED
            )
            for number, gap in enumerate(gaps)
        ],
        "works": access.mine(GapWork.objects.all(), request.user)[:MOST_WORKS],
    }
    return render(request, "admin/staff/gaps.html", context)


@require_POST
@permission_required("catalog.add_faqentry", raise_exception=True)
def start(request: HttpRequest) -> HttpResponse:
    """Start to resolve a gap and open the form of a new FAQ entry."""
    place = get_object_or_404(
        Property, pk=row_ids.parse(request.POST.get("property", ""))
    )
    access.insist(request.user, place)
    parsed_ids = map(row_ids.parse, request.POST.getlist("message"))
    message_ids = [message_id for message_id in parsed_ids if message_id is not None]
    work = resolution.start(place, message_ids, request.user)
    initial = {"property": place.pk, "name": str(work)[:200], "gap": work.pk}
    return redirect(f"{reverse('admin:catalog_faqentry_add')}?{urlencode(initial)}")


@permission_required("conversations.view_conversation", raise_exception=True)
def gap_page(request: HttpRequest, work_id: int) -> HttpResponse:
    """The answers before and after."""
    work = get_object_or_404(GapWork.objects.select_related("property"), pk=work_id)
    access.insist(request.user, work.property)
    after = {entry["ask"]: entry["answer"] for entry in work.after}
    context = {
        **site.each_context(request),
        "title": "Gap",
        "work": work,
        "rows": [
            (entry["ask"], entry["answer"], after.get(entry["ask"]))
            for entry in work.before
        ],
    }
    return render(request, "admin/staff/gap.html", context)


def _gap_context(gap: Gap, place: Property, *, is_explained: bool) -> dict[str, Any]:
    wordings = list(dict.fromkeys(question.text for question in gap.questions))
    query = {"property": place.pk, "question": gap.text}
    return {
        "property": place,
        "count": len(gap.questions),
        "wordings": wordings[:MOST_WORDINGS],
        "newest_at": gap.newest_at,
        "message_ids": [
            question.message_id
            for question in gap.questions[: resolution.MOST_QUESTIONS]
        ],
        "nearest": _nearest(gap, place) if is_explained else [],
        "playground_url": f"{reverse('playground')}?{urlencode(query)}",
        "conversation_url": reverse(
            "admin:conversations_conversation_change",
            args=[gap.questions[0].conversation_id],
        ),
    }


def _nearest(gap: Gap, place: Property) -> list[tuple[str, str, float]]:
    """(row, why it was no answer, similarity) of the most similar rows."""
    try:
        search = trial.search(trial.Inputs(property=place, question=gap.text))
    except ModelUnavailable:
        return []
    return [
        (row.passage.title, row.why_not or "used, but did not answer", row.cosine)
        for row in search.ranked[:MOST_NEAREST]
    ]
