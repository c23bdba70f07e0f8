"""What a member of staff looks at in the queue: a tab, and what narrows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.http import QueryDict

from apps.properties import access
from apps.reservations.models import Request, RequestKind
from apps.reservations.querysets import RequestQuerySet
from apps.reservations.request_status import OPEN, Status

# Tabs of the queue: title and statuses.
TABS: Mapping[str, tuple[str, frozenset[Status]]] = {
    "waiting": ("To decide", frozenset({Status.WAITING})),
    "approved": ("To be done", frozenset({Status.APPROVED})),
    "offered": ("With the guest", frozenset({Status.PROPOSED, Status.CHANGED})),
    "closed": ("Closed", frozenset(Status) - OPEN),
}
MAX_CHARS = 60


@dataclass(frozen=True)
class Filters:
    """As in the address of the page; empty filters narrow nothing."""

    tab: str = "waiting"
    department: str = ""
    kind: str = ""
    place: str = ""
    mine: str = ""
    overdue: str = ""

    @classmethod
    def of(cls, query: QueryDict | Mapping[str, str]) -> Filters:
        """What cannot be a choice is left out."""
        values = {
            field.name: str(query.get(field.name) or "").strip()[:MAX_CHARS]
            for field in fields(cls)
        }
        if values.get("tab") not in TABS:
            values["tab"] = "waiting"
        if values.get("kind") not in RequestKind.values:
            values["kind"] = ""
        return cls(**values)

    def with_tab(self, tab: str) -> str:
        """The address of another tab with the same filters."""
        return self.query(tab=tab)

    def query(self, **changes: str) -> str:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values |= changes
        return urlencode({name: value for name, value in values.items() if value})

    @property
    def is_narrow(self) -> bool:
        narrowing = (self.department, self.kind, self.place, self.mine, self.overdue)
        return any(narrowing)

    def narrow(
        self, rows: RequestQuerySet, user: Any, now: datetime
    ) -> RequestQuerySet:
        """Of all tabs."""
        conditions = {
            "department": self.department,
            "kind": self.kind,
            "property__slug": self.place,
        }
        rows = rows.filter(**{name: key for name, key in conditions.items() if key})
        if self.mine:
            rows = rows.filter(assigned_to=user)
        return rows.overdue(now) if self.overdue else rows


def of_staff(user: Any) -> RequestQuerySet:
    """The requests of the properties that the user works for."""
    rows: RequestQuerySet = access.mine(Request.objects.all(), user, "property")
    return rows


def tab_counts(rows: RequestQuerySet) -> list[tuple[str, str, int]]:
    """Key, title and number of requests of each tab."""
    counts = {
        key: Count("pk", filter=Q(status__in=statuses))
        for key, (_, statuses) in TABS.items()
    }
    totals = rows.order_by().aggregate(**counts)
    return [(key, title, totals[key]) for key, (title, _) in TABS.items()]


def choices(user: Any) -> dict[str, list[tuple[str, str]]]:
    """What the filters offer; nothing of properties that are not the user's."""
    places = access.properties(user).order_by("name")
    departments = of_staff(user).order_by("department")
    names = departments.values_list("department", flat=True).distinct()
    return {
        "place": [(place.slug, place.name) for place in places],
        "department": [(name, name) for name in names],
        "kind": list(RequestKind.choices),
    }
