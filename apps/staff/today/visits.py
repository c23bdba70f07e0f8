"""Notes visits of staff. The only writer of `StaffVisit`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from apps.staff.models import StaffVisit

# Who comes back after so long begins a new visit.
PAUSE = timedelta(minutes=30)


def begin(user: Any, now: datetime) -> datetime | None:
    """Notes that the user is here; the end of the visit before, None on the first."""
    visit, _ = StaffVisit.objects.get_or_create(user=user, defaults={"latest_at": now})
    if now - visit.latest_at > PAUSE:
        visit.previous_at = visit.latest_at
    visit.latest_at = now
    visit.save()
    return visit.previous_at
