"""The dashboard page, and its gauges as text for Prometheus."""

from __future__ import annotations

import hmac
import logging
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily

from apps.ops.dashboard import charts, reading, tiles
from apps.ops.dashboard.gauge import GROUPS
from apps.ops.dashboard.periods import PERIODS, Choice
from apps.ops.models import ErrorGroup
from apps.properties import access, local_times

PREFIX = "concierge"
MOST_ERRORS = 10
AWAY = "The database does not answer, so there are no gauges. Try again in a minute.\n"
log = logging.getLogger(__name__)


@permission_required("conversations.view_turn", raise_exception=True)
def dashboard(request: HttpRequest) -> HttpResponse:
    """Times are those of the chosen property, or of all of the reader's."""
    access.insist_on_all(request.user)
    places = access.properties(request.user).order_by("name")
    choice = Choice.of(request.GET, places)
    zone = choice.place.zone if choice.place else local_times.of_staff(request.user)
    with timezone.override(zone):
        context = {
            **site.each_context(request),
            "title": "Dashboard",
            "choice": choice,
            "periods": PERIODS,
            "places": places,
            **_figures(request, choice, zone),
        }
        return render(request, "admin/ops/dashboard.html", context)


def _figures(request: HttpRequest, choice: Choice, zone: ZoneInfo) -> dict[str, Any]:
    now = timezone.now()
    gauges = reading.read(now, choice.period.length, choice.place)
    shown = tiles.of(gauges, choice, request)
    return {
        "zone": zone.key,
        "groups": [
            (group, [tile for tile in shown if tile.gauge.group == group])
            for group in GROUPS
        ],
        "charts": charts.of(now, choice, zone),
        "weeks": charts.weeks(choice.place),
        "errors": ErrorGroup.objects.all()[:MOST_ERRORS],
        "release": settings.RELEASE,
    }


def metrics(request: HttpRequest) -> HttpResponse:
    """Needs `METRICS_TOKEN` if one is set; without one, hidden in production.

    503 in words where the database is away.
    """
    token = settings.METRICS_TOKEN
    if not token and settings.IS_PRODUCTION:
        raise Http404
    sent_token = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and not hmac.compare_digest(sent_token.encode(), token.encode()):
        return HttpResponse("This address needs its token.\n", status=401)
    registry = CollectorRegistry()
    registry.register(_GaugeCollector())
    try:
        text = generate_latest(registry)
    except (OperationalError, InterfaceError) as error:
        log.warning("the gauges could not be read: %s", type(error).__name__)
        return HttpResponse(AWAY, status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


class _GaugeCollector:
    """Reads the gauges when Prometheus asks."""

    def collect(self) -> list[GaugeMetricFamily]:
        families: dict[str, GaugeMetricFamily] = {}
        for gauge in reading.of_installation(timezone.now()):
            names = [name for name, _ in gauge.labels]
            numbers = " (1 is yes, 0 is no)" if gauge.is_yes_or_no else ""
            family = families.setdefault(
                gauge.name,
                GaugeMetricFamily(
                    f"{PREFIX}_{gauge.name}", f"{gauge.title}{numbers}", labels=names
                ),
            )
            family.add_metric([value for _, value in gauge.labels], gauge.value)
        return list(families.values())
