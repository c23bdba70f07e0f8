"""What colleagues and guests have done since the reader was last here.

The only writer of `StaffVisit`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from apps.conversations.models import Conversation, Feedback
from apps.properties import access, local_times
from apps.staff.models import StaffVisit, Version
from apps.staff.today.sections import Line

# Who comes back after so long begins a new visit.
PAUSE = timedelta(minutes=30)


def begin_visit(user: Any, now: datetime) -> datetime | None:
    """Notes that the user is here; the end of the visit before, None on the first."""
    visit, _ = StaffVisit.objects.get_or_create(user=user, defaults={"latest_at": now})
    if now - visit.latest_at > PAUSE:
        visit.previous_at = visit.latest_at
    visit.latest_at = now
    visit.save()
    return visit.previous_at


MOST_LINES = 8
BAD_RATING = 2
READ_VERSIONS = "staff.view_version"
# On a first visit, what has changed since then is news.
FIRST_PERIOD = timedelta(days=1)


@dataclass(frozen=True)
class Changes:
    """conversations and bad_ratings: None for those who may not read them.

    since: the end of the reader's visit before, or a day ago on the first.
    """

    since: datetime
    count: int
    lines: list[Line]
    conversations: int | None = None
    bad_ratings: int | None = None
    is_first_visit: bool = False
    reads_versions: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether its reader may read any of it."""
        return self.reads_versions or self.conversations is not None


def since(last_visit: datetime | None, request: HttpRequest, now: datetime) -> Changes:
    moment = last_visit or now - FIRST_PERIOD
    rows = _versions(moment, request)
    conversations, bad_ratings = _counts(moment, request)
    return Changes(
        moment,
        rows.count(),
        [_line(row) for row in rows[:MOST_LINES]],
        conversations,
        bad_ratings,
        is_first_visit=last_visit is None,
        reads_versions=request.user.has_perm(READ_VERSIONS),
    )


def _versions(moment: datetime, request: HttpRequest) -> Any:
    """Versions by others; none for those who may not see the catalog's history."""
    if not request.user.has_perm(READ_VERSIONS):
        return Version.objects.none()
    rows = access.mine(Version.objects.filter(at__gt=moment), request.user)
    rows = rows.exclude(by=request.user).exclude(reason=Version.Reason.INITIAL)
    return rows.select_related("property", "by")


def _line(version: Version) -> Line:
    who = f" by {version.by}" if version.by else ""
    reason = version.get_reason_display().lower()
    when = local_times.say_with_zone(version.at, version.property)
    url = reverse("item-history", args=[version.item])
    return Line(version.name, url, f"{reason}{who}, {when}, {version.property}")


def _counts(moment: datetime, request: HttpRequest) -> tuple[int | None, int | None]:
    if not request.user.has_perm("conversations.view_conversation"):
        return None, None
    conversations = access.mine(Conversation.objects.all(), request.user)
    conversations = conversations.filter(created_at__gt=moment, is_from_guest=True)
    ratings = access.mine(
        Feedback.objects.all(), request.user, "conversation__property"
    )
    bad = ratings.filter(created_at__gt=moment, rating__lte=BAD_RATING)
    return conversations.count(), bad.count()
