"""The dashboard page, and its gauges as text for Prometheus."""

from __future__ import annotations

import hmac
import json
from datetime import date, datetime, timedelta

from django.conf import settings
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily

from apps.infrastructure import database_scope
from apps.ops.dashboard import (
    cost_gauges,
    request_gauges,
    system_gauges,
    text_gauges,
    turn_gauges,
)
from apps.ops.dashboard.gauge import GROUPS, Gauge, query
from apps.ops.models import DailyTotals
from apps.properties import access

PREFIX = "concierge"
DAY = timedelta(days=1)


@permission_required("conversations.view_turn", raise_exception=True)
def dashboard(request: HttpRequest) -> HttpResponse:
    access.insist_on_all(request.user)
    now = timezone.now()
    gauges = _read(now)
    context = {
        **site.each_context(request),
        "title": "Dashboard",
        "groups": [
            (group, [gauge for gauge in gauges if gauge.group == group])
            for group in GROUPS
        ],
        "charts": _charts(now),
    }
    return render(request, "admin/ops/dashboard.html", context)


def metrics(request: HttpRequest) -> HttpResponse:
    """Needs `METRICS_TOKEN` if one is set; without one, hidden in production."""
    token = settings.METRICS_TOKEN
    if not token and settings.IS_PRODUCTION:
        raise Http404
    sent_token = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and not hmac.compare_digest(sent_token.encode(), token.encode()):
        return HttpResponse("This address needs its token.\n", status=401)
    registry = CollectorRegistry()
    registry.register(_GaugeCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class _GaugeCollector:
    """Reads the gauges when Prometheus asks."""

    def collect(self) -> list[GaugeMetricFamily]:
        families: dict[str, GaugeMetricFamily] = {}
        with database_scope.all_properties():
            gauges = _read(timezone.now())
        for gauge in gauges:
            names = [name for name, _ in gauge.labels]
            family = families.setdefault(
                gauge.name,
                GaugeMetricFamily(f"{PREFIX}_{gauge.name}", gauge.title, labels=names),
            )
            family.add_metric([value for _, value in gauge.labels], gauge.value)
        return list(families.values())


def _read(now: datetime) -> list[Gauge]:
    """Current gauges, and those of the last 24 hours."""
    return [
        *system_gauges.read(),
        *turn_gauges.read(now - DAY),
        *text_gauges.read(now - DAY),
        *request_gauges.read(now - DAY, now),
        *cost_gauges.read(now),
    ]


def _charts(now: datetime) -> list[tuple[str, str, str]]:
    """(title, data of the chart as JSON, summary in words)."""
    hours = query("answers_by_hour", since=now - DAY)
    hour_labels = [f"{hour:%H}:00" for hour, _, _ in hours]
    counts = [count for _, count, _ in hours]
    latencies = [round(milliseconds) for _, _, milliseconds in hours]
    days = _questions_by_day()
    day_labels = [f"{day:%d %b}" for day, _ in days]
    day_counts = [count for _, count in days]
    return [
        (
            "Questions per day",
            _bar_chart(day_labels, day_counts),
            f"{sum(day_counts)} in {len(days)} days",
        ),
        (
            "Answers per hour",
            _bar_chart(hour_labels, counts),
            f"{sum(counts)} in 24 hours",
        ),
        (
            "95% of answers within, ms",
            _bar_chart(hour_labels, latencies),
            f"at most {max(latencies)}",
        ),
    ]


def _questions_by_day() -> list[tuple[date, int]]:
    """Questions of all properties in the last thirty days, the oldest first."""
    days = DailyTotals.objects.values_list("day").annotate(sum=Sum("questions"))
    return list(days.order_by("-day")[:30])[::-1]


def _bar_chart(labels: list[str], values: list[int]) -> str:
    colour = "var(--color-primary-600)"
    dataset = {"data": values, "backgroundColor": colour, "borderColor": colour}
    return json.dumps({"labels": labels, "datasets": [dataset]})
