"""The report of the experiments of a user's properties."""

from __future__ import annotations

from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.ops.experiments import figures, report
from apps.properties import access
from apps.properties.models import Experiment

MOST_SHOWN = 20
HEADINGS = (
    "Arm",
    "Guests",
    "Questions",
    "Thumbs up",
    "Found nothing",
    "Median length",
    "Cost of an answer",
)


@permission_required("properties.view_experiment", raise_exception=True)
def show(request: HttpRequest) -> HttpResponse:
    """Those that have begun, the newest first."""
    begun = Experiment.objects.filter(begun_at__isnull=False, arms__isnull=False)
    rows = access.mine(begun.distinct(), request.user).order_by("-begun_at")
    rows = rows.select_related("property").prefetch_related("arms")[:MOST_SHOWN]
    figures_by_arm = figures.read([row.pk for row in rows])
    context = {
        **site.each_context(request),
        "title": "Experiment report",
        "headings": HEADINGS,
        "reports": [report.of(row, figures_by_arm) for row in rows],
    }
    return render(request, "admin/ops/experiments.html", context)
