"""Turns the doctor's findings into incidents. The only writer of `Incident`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from apps.notifications.sources import Source, page_of
from apps.notifications.topics import Topic
from apps.ops.doctor.finding import Finding
from apps.ops.models import Incident

# The most severe findings of a check make its incident.
SEVERITY = {"fault": 0, "warning": 1, "ok": 2}
MAX_CHARS = 500


def update(findings: Iterable[Finding], now: datetime, rows: QuerySet[Incident]) -> int:
    """Open, renew and close incidents; returns how many are open afterwards.

    rows: the incidents that these findings can close.
    """
    problems = _problems(findings)
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


def _problems(findings: Iterable[Finding]) -> dict[str, Finding]:
    """One for each check: what all of its findings say, as severe as the worst."""
    by_check: dict[str, list[Finding]] = {}
    for finding in sorted(findings, key=lambda finding: SEVERITY[finding.level]):
        if finding.level != "ok":
            by_check.setdefault(finding.check, []).append(finding)
    return {
        check: replace(
            rows[0],
            message=_joined([row.message for row in rows]),
            remedy=_joined([row.remedy for row in rows]),
        )
        for check, rows in by_check.items()
    }


def _joined(texts: Iterable[str]) -> str:
    """Each once; those for which there is no room are counted."""
    distinct = list(dict.fromkeys(filter(None, texts)))
    joined, most = "", MAX_CHARS - len(" And 1,000 more.")
    for number, text in enumerate(distinct):
        if number and len(joined) + len(text) >= most:
            return f"{joined} And {len(distinct) - number} more."
        is_last = number == len(distinct) - 1
        joined = f"{joined} {text}".strip()[: MAX_CHARS if is_last else most]
    return joined


def _describe(incident: Incident, finding: Finding, now: datetime) -> None:
    """Who has acknowledged a warning has acknowledged no fault."""
    if (incident.level, finding.level) == ("warning", "fault"):
        incident.acknowledged_at = incident.acknowledged_by = None
    incident.level, incident.last_seen_at = finding.level, now
    incident.message, incident.remedy = finding.message, finding.remedy


def _open(level: str) -> QuerySet[Incident]:
    return Incident.objects.unattended(timezone.now()).filter(level=level)


def _source(topic: Topic, level: Incident.Level) -> Source:
    return Source(
        topic,
        partial(_open, level),
        "ops.view_incident",
        page_of("admin:ops_incident_change"),
        noticed_at="opened_at",
        property_path="",
    )


OF_INCIDENTS = (
    _source(Topic.FAULT, Incident.Level.FAULT),
    _source(Topic.WARNING, Incident.Level.WARNING),
)
