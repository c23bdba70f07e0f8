"""Turns the doctor's findings into incidents. The only writer of `Incident`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from apps.ops.doctor.finding import Finding
from apps.ops.models import Incident

# The most severe finding of a check makes its incident.
SEVERITY = {"fault": 0, "warning": 1, "ok": 2}


def update(findings: Iterable[Finding], now: datetime, rows: QuerySet[Incident]) -> int:
    """Open, renew and close incidents; returns how many are open afterwards.

    rows: the incidents that these findings can close.
    """
    worst: dict[str, Finding] = {}
    for finding in sorted(findings, key=lambda finding: SEVERITY[finding.level]):
        worst.setdefault(finding.check, finding)
    problems = {name: worst[name] for name in worst if worst[name].level != "ok"}
    with transaction.atomic():
        for incident in rows.select_for_update().filter(closed_at=None):
            if incident.check_name in problems:
                _describe(incident, problems.pop(incident.check_name), now)
            else:
                incident.closed_at = now
            incident.save()
        for problem in problems.values():
            incident = Incident(check_name=problem.check)
            _describe(incident, problem, now)
            incident.save()
        return Incident.objects.filter(closed_at=None).count()


def _describe(incident: Incident, finding: Finding, now: datetime) -> None:
    """Who has acknowledged a warning has acknowledged no fault."""
    if (incident.level, finding.level) == ("warning", "fault"):
        incident.acknowledged_at = incident.acknowledged_by = None
    incident.level, incident.last_seen_at = finding.level, now
    incident.message, incident.remedy = finding.message[:500], finding.remedy[:500]
