"""Compares gauges with the rules of operators. The only writer of a rule's state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from apps.ops.dashboard import reading
from apps.ops.dashboard.gauge import Gauge
from apps.ops.doctor import incidents
from apps.ops.doctor.finding import Finding, Level
from apps.ops.models import AlertRule, Incident
from apps.ops.models.incidents import IncidentQuerySet

# Of the checks that are rules; others belong to the doctor.
PREFIX = "rule: "
# Of the pause between two looks: a look that comes a little early is on time.
LEAST_SHARE = 0.9


def check(now: datetime) -> int | None:
    """Opens and closes incidents of the rules; how many are open, None if not due.

    Of several processes, the first one of each minute does it.
    """
    if not AlertRule.objects.exists():
        return incidents.update([], now, of_rules())
    pause = timedelta(seconds=LEAST_SHARE * settings.WATCH_SECONDS)
    is_due = Q(checked_at=None) | Q(checked_at__lte=now - pause)
    if not AlertRule.objects.filter(is_due).update(checked_at=now):
        return None
    rules = list(AlertRule.objects.filter(is_active=True))
    gauges = reading.of_installation(now) if rules else []
    findings = [
        finding
        for rule in rules
        for finding in _findings(rule, worst(rule, gauges), now)
    ]
    return incidents.update(findings, now, of_rules())


def of_rules() -> IncidentQuerySet:
    return Incident.objects.filter(check_name__startswith=PREFIX)


def check_name(rule: AlertRule) -> str:
    return f"{PREFIX}{rule.name}"


def series(gauge: Gauge) -> str:
    """The name of a gauge with its labels, as Prometheus writes it."""
    labels = ",".join(f'{name}="{value}"' for name, value in gauge.labels)
    return f"{gauge.name}{{{labels}}}" if labels else gauge.name


def worst(rule: AlertRule, gauges: Sequence[Gauge]) -> Gauge | None:
    """Of the gauges that the rule means and that have a value, the most extreme."""
    watched = [
        gauge
        for gauge in gauges
        if rule.series in (gauge.name, series(gauge)) and not gauge.missing
    ]
    choose = max if rule.comparison == AlertRule.Comparison.ABOVE else min
    return choose(watched, key=lambda gauge: gauge.value, default=None)


def is_breached(rule: AlertRule, gauge: Gauge) -> bool:
    """Of a gauge that is yes or no, “above” anything is yes."""
    if gauge.is_yes_or_no:
        return gauge.text == limit(rule, gauge)
    if rule.comparison == AlertRule.Comparison.ABOVE:
        return gauge.value > rule.threshold
    return gauge.value < rule.threshold


def limit(rule: AlertRule, gauge: Gauge) -> str:
    """“above 2.5 s”; of a gauge that is yes or no, “yes” or “no”."""
    if gauge.is_yes_or_no:
        return "yes" if rule.comparison == AlertRule.Comparison.ABOVE else "no"
    return f"{rule.comparison} {gauge.at(rule.threshold).text}"


def _findings(rule: AlertRule, gauge: Gauge | None, now: datetime) -> Iterator[Finding]:
    if gauge is None or not is_breached(rule, gauge):
        _note_breach(rule, None)
        return
    _note_breach(rule, rule.breached_since or now)
    if rule.breached_since and rule.breached_since <= now - timedelta(
        minutes=rule.minutes
    ):
        level: Level = "fault" if rule.level == Incident.Level.FAULT else "warning"
        beyond = "" if gauge.is_yes_or_no else f", {limit(rule, gauge)}"
        message = f"{gauge.title}: {gauge.text}{beyond}."
        yield Finding(check_name(rule), level, message, rule.remedy)


def _note_breach(rule: AlertRule, since: datetime | None) -> None:
    if rule.breached_since != since:
        rule.breached_since = since
        rule.save(update_fields=["breached_since"])
