"""Keeps what the doctor finds as rows that open and close. The one writer of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from apps.ops.doctor.finding import Finding
from apps.ops.models import Incident

# The worst of a check speaks for it.
SEVERITY = {"fault": 0, "warning": 1, "ok": 2}


def note(findings: Iterable[Finding], now: datetime, rows: QuerySet[Incident]) -> int:
    """Opens, renews and closes; how many are open afterwards.

    `rows` are those that whoever made the findings can see the end of.
    """
    worst: dict[str, Finding] = {}
    for one in sorted(findings, key=lambda finding: SEVERITY[finding.level]):
        worst.setdefault(one.check, one)
    found = {name: one for name, one in worst.items() if one.level != "ok"}
    with transaction.atomic():
        still = rows.select_for_update().filter(closed_at=None)
        for row in still:
            if row.check_name in found:
                _write(row, found.pop(row.check_name), now)
            else:
                row.closed_at = now
            row.save()
        for one in found.values():
            fresh = Incident(check_name=one.check)
            _write(fresh, one, now)
            fresh.save()
        return Incident.objects.filter(closed_at=None).count()


def _write(row: Incident, one: Finding, now: datetime) -> None:
    row.level, row.seen_at = one.level, now
    row.message, row.remedy = one.message[:500], one.remedy[:500]
