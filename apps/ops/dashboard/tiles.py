"""Gauges with the thresholds that operators have set for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import resolve

from apps.ops.alerts import rules
from apps.ops.dashboard.gauge import Gauge
from apps.ops.dashboard.periods import Choice
from apps.ops.models import AlertRule

# Counts of a day: they grow with the period and shrink with the choice of a property.
OF_A_DAY = "_day"
RUNBOOK = "ops.view_incident"


@dataclass(frozen=True)
class Tile:
    """level: "fault", "warning", or empty. limit: the threshold in words, or empty."""

    gauge: Gauge
    level: str = ""
    limit: str = ""


def of(gauges: Sequence[Gauge], choice: Choice, request: HttpRequest) -> list[Tile]:
    """Each leads only to a page that the reader may open."""
    active = list(AlertRule.objects.filter(is_active=True))
    links = {gauge.link for gauge in gauges}
    open_links = {link for link in links if link and _opens(link, request)}
    return [
        _tile(
            gauge if gauge.link in open_links else replace(gauge, link=""),
            active,
            choice,
        )
        for gauge in gauges
    ]


def _opens(link: str, request: HttpRequest) -> bool:
    """Of a list of the admin, or of the runbook."""
    view = resolve(urlsplit(link).path).func
    if model_admin := getattr(view, "model_admin", None):
        return bool(model_admin.has_view_permission(request))
    return bool(request.user.has_perm(RUNBOOK))


def _tile(gauge: Gauge, active: Sequence[AlertRule], choice: Choice) -> Tile:
    if gauge.name.endswith(OF_A_DAY) and not choice.is_default:
        return Tile(gauge)
    own = list(_rules_of(gauge, active))
    if not own:
        return Tile(gauge)
    breached = [rule for rule in own if _is_breached(rule, gauge)]
    levels = {rule.level for rule in breached}
    level = "fault" if "fault" in levels else next(iter(levels), "")
    shown = (breached or own)[0]
    limit = rules.limit(shown, gauge)
    words = f"alert if {limit}" if gauge.is_yes_or_no else f"alert {limit}"
    return Tile(gauge, level, words)


def _rules_of(gauge: Gauge, active: Sequence[AlertRule]) -> Iterator[AlertRule]:
    for rule in active:
        if rule.series in (gauge.name, rules.series(gauge)):
            yield rule


def _is_breached(rule: AlertRule, gauge: Gauge) -> bool:
    return not gauge.missing and rules.is_breached(rule, gauge)
