"""The ops room as a page for people, and as text for Prometheus."""

from __future__ import annotations

import hmac
import json
from datetime import datetime

from django.conf import settings
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily

from apps.ops.dashboard import figures
from apps.ops.dashboard.figure import ROWS
from apps.properties import access

PREFIX = "concierge"


@permission_required("conversations.view_turn", raise_exception=True)
def room(request: HttpRequest) -> HttpResponse:
    access.insist_on_all(request.user)
    now = timezone.now()
    found = figures.read(now)
    context = {
        **site.each_context(request),
        "title": "Ops room",
        "rows": [(row, [one for one in found if one.row == row]) for row in ROWS],
        "charts": _charts(now),
    }
    return render(request, "admin/ops/dashboard.html", context)


def _charts(now: datetime) -> list[tuple[str, str, str]]:
    """(title, data for the chart, the same in words)."""
    hours = figures.hours(now)
    labels = [f"{hour:%H}:00" for hour, _, _ in hours]
    counts = [count for _, count, _ in hours]
    times = [round(ms) for _, _, ms in hours]
    days = figures.days()
    return [
        (
            "Questions a day",
            _bars([f"{day:%d %b}" for day, _ in days], [count for _, count in days]),
            f"{sum(count for _, count in days)} in {len(days)} days",
        ),
        ("Answers an hour", _bars(labels, counts), f"{sum(counts)} in 24 hours"),
        (
            "95 of 100 answers within, ms",
            _bars(labels, times),
            f"most {max(times)}",
        ),
    ]


def _bars(labels: list[str], values: list[int]) -> str:
    colour = "var(--color-primary-600)"
    data = {"data": values, "backgroundColor": colour, "borderColor": colour}
    return json.dumps({"labels": labels, "datasets": [data]})


def metrics(request: HttpRequest) -> HttpResponse:
    """For who has the token; without one it is open on a developer's machine alone."""
    if not settings.METRICS_TOKEN and settings.IS_PRODUCTION:
        raise Http404
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    right = settings.METRICS_TOKEN
    if right and not hmac.compare_digest(given.encode(), right.encode()):
        return HttpResponse("This address needs its token.\n", status=401)
    registry = CollectorRegistry()
    registry.register(_Figures())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class _Figures:
    """Reads the figures when Prometheus asks, and keeps none."""

    def collect(self) -> list[GaugeMetricFamily]:
        families: dict[str, GaugeMetricFamily] = {}
        for one in figures.read(timezone.now()):
            names = [name for name, _ in one.labels]
            family = families.setdefault(
                one.name,
                GaugeMetricFamily(f"{PREFIX}_{one.name}", one.title, labels=names),
            )
            family.add_metric([value for _, value in one.labels], one.value)
        return list(families.values())
