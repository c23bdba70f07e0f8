"""The queue in which staff decide on what guests ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.privacy.redaction import redact
from apps.properties import access
from apps.reservations import requests
from apps.reservations.models import Request
from apps.reservations.request_status import OPEN, Status
from apps.reservations.requests import RequestError

PERMISSION = "reservations.change_request"
MOST_SHOWN = 100
MAX_VERSION_DIGITS = 9
# Tabs of the queue: title and statuses.
TABS: Mapping[str, tuple[str, frozenset[Status]]] = {
    "waiting": ("To decide", frozenset({Status.WAITING})),
    "approved": ("To be done", frozenset({Status.APPROVED})),
    "offered": ("With the guest", frozenset({Status.PROPOSED, Status.CHANGED})),
    "closed": ("Closed", frozenset(Status) - OPEN),
}
Decision = Callable[[Request, User, QueryDict], Request]


def _declined(request: Request, staff: User, form: QueryDict) -> Request:
    return requests.decline(request, staff, form.get("reason", ""), timezone.now())


def _countered(request: Request, staff: User, form: QueryDict) -> Request:
    words = redact(" ".join(form.get("offer", "").split()))[:300]
    offer = {"words": words} if words else {}
    reason = form.get("reason", "")
    return requests.counter(request, staff, offer, reason, timezone.now())


DECISIONS: Mapping[str, Decision] = {
    "approve": lambda row, staff, form: requests.approve(row, staff, timezone.now()),
    "decline": _declined,
    "counter": _countered,
    "fulfil": lambda row, staff, form: requests.fulfil(row, staff, timezone.now()),
}


@permission_required(PERMISSION, raise_exception=True)
def queue(request: HttpRequest) -> HttpResponse:
    tab = request.GET.get("tab", "")
    return _page(request, tab if tab in TABS else "waiting")


def _page(
    request: HttpRequest, tab: str, refused_id: UUID | None = None
) -> HttpResponse:
    """refused_id: of the request whose form could not be taken; its words stay."""
    rows = _of_staff(request).filter(status__in=TABS[tab][1])
    if request.GET.get("mine"):
        rows = rows.filter(assigned_to=cast("User", request.user))
    now = timezone.now()
    shown = rows.select_related("property", "reservation", "assigned_to")[:MOST_SHOWN]
    context = {
        **site.each_context(request),
        "title": "Requests",
        "tab": tab,
        "tabs": [(key, title) for key, (title, _) in TABS.items()],
        "rows": [(row, row.is_overdue(now)) for row in shown],
        "is_mine": bool(request.GET.get("mine")),
        "refused_id": refused_id,
        "form": request.POST,
    }
    return render(request, "admin/staff/requests.html", context)


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def decide(request: HttpRequest, request_id: UUID) -> HttpResponse:
    row = get_object_or_404(_of_staff(request), pk=request_id)
    form, staff = request.POST, cast("User", request.user)
    row.version = _version(form)
    decision = DECISIONS.get(form.get("decision", ""))
    if decision is None:
        messages.error(request, "Choose what to do.")
        return redirect("requests")
    try:
        moved = decision(row, staff, form)
    except RequestError as error:
        messages.error(request, str(error))
        return _page(request, "waiting", refused_id=row.pk)
    outcome = f"{moved.get_status_display()}."
    LogEntry.objects.log_actions(
        str(staff.pk), [moved], CHANGE, outcome, single_object=True
    )
    messages.success(request, outcome)
    return redirect("requests")


def _version(form: QueryDict) -> int:
    """That the staff member saw, which may be old; 0, which is nobody's, for none."""
    digits = form.get("version", "")
    is_number = digits.isdecimal() and len(digits) < MAX_VERSION_DIGITS
    return int(digits) if is_number else 0


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def assign(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """Takes a request, or gives it back."""
    row = get_object_or_404(_of_staff(request), pk=request_id)
    mine = row.assigned_to_id == request.user.pk
    Request.objects.filter(pk=row.pk).update(
        assigned_to=None if mine else cast("User", request.user)
    )
    return redirect("requests")


def waiting_count(request: HttpRequest) -> str | None:
    """For the sidebar; None when there is none."""
    waiting = _of_staff(request).filter(status=Status.WAITING).count()
    return str(waiting) if waiting else None


def _of_staff(request: HttpRequest) -> QuerySet[Request]:
    rows: Any = access.mine(Request.objects.all(), request.user, "property")
    return cast("QuerySet[Request]", rows)
