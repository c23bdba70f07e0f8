"""Notes visits of staff. The only writer of `StaffVisit`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from apps.staff.models import StaffVisit

# Who comes back after so long begins a new visit.
PAUSE = timedelta(minutes=30)
# On a first visit, what has changed since then is news.
FIRST_PERIOD = timedelta(days=1)


def begin(user: Any, now: datetime) -> datetime:
    """Notes that the user is here; the end of the visit before."""
    visit, _ = StaffVisit.objects.get_or_create(user=user, defaults={"latest_at": now})
    if now - visit.latest_at > PAUSE:
        visit.previous_at = visit.latest_at
    visit.latest_at = now
    visit.save()
    return visit.previous_at or now - FIRST_PERIOD
