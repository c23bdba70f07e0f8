"""The inbox of gaps: what guests ask and the records do not say."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from apps.desk import scope
from apps.desk.gaps import gathering
from apps.desk.gaps.gathering import Gap
from apps.properties.models import Property

MOST_SHOWN = 50
MOST_WORDINGS = 4


@permission_required("conversations.view_conversation", raise_exception=True)
def inbox(request: HttpRequest) -> HttpResponse:
    places = {place.pk: place for place in scope.properties(request.user)}
    every = gathering.gaps(timezone.now())
    found = [gap for gap in every if gap.property_id in places][:MOST_SHOWN]
    context = {
        **site.each_context(request),
        "title": "Gaps",
        "gaps": [_shown(gap, places[gap.property_id]) for gap in found],
    }
    return render(request, "admin/desk/gaps.html", context)


def _shown(gap: Gap, place: Property) -> dict[str, Any]:
    wordings = list(dict.fromkeys(one.text for one in gap.questions))
    form = {"property": place.pk, "name": gap.said[:200]}
    trial = {"property": place.pk, "question": gap.said}
    return {
        "place": place,
        "count": len(gap.questions),
        "wordings": wordings[:MOST_WORDINGS],
        "newest": gap.newest,
        "write": f"{reverse('admin:catalog_faqentry_add')}?{urlencode(form)}",
        "look": f"{reverse('playground')}?{urlencode(trial)}",
        "read": reverse(
            "admin:conversations_conversation_change",
            args=[gap.questions[0].conversation],
        ),
    }
