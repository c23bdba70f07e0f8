"""The queue's pages: the list, and what staff do with a request.

The script of the page sends forms in the background and asks for JSON; without it, the
forms lead back to the list.
"""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.reservations.models import Request
from apps.reservations.request_status import Status
from apps.reservations.requests import ConflictError, RequestError
from apps.staff.requests import cards, decisions, filters, people
from apps.staff.requests.cards import Reader
from apps.staff.requests.filters import TABS, Filters
from apps.staff.requests.people import PERMISSION


@permission_required(PERMISSION, raise_exception=True)
def queue(request: HttpRequest) -> HttpResponse:
    return _page(request, Filters.of(request.GET))


def _page(
    request: HttpRequest, chosen: Filters, refused: tuple[UUID, str] | None = None
) -> HttpResponse:
    """refused: the request whose form could not be taken, and why; its words stay."""
    user, now = request.user, timezone.now()
    rows = chosen.narrow(filters.of_staff(user), user, now)
    shown = rows.filter(status__in=TABS[chosen.tab][1])
    is_offer = request.POST.get("decision") == "counter"
    sent = {refused[0]: request.POST} if refused and is_offer else {}
    context = {
        "chosen": chosen,
        "tabs": [
            (key, title, count, chosen.with_tab(key))
            for key, title, count in filters.tab_counts(rows)
        ],
        "cards": list(cards.read(shown, Reader(user, now), sent)),
        "choices": filters.choices(user),
        "refused_id": refused[0] if refused else None,
        "problem": refused[1] if refused else "",
        "form": request.POST,
        "most_shown": cards.MOST_SHOWN,
    }
    if "part" in request.GET:
        return render(request, "admin/staff/requests/list.html", context)
    context |= {**site.each_context(request), "title": "Requests"}
    return render(request, "admin/staff/requests/page.html", context)


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def decide(request: HttpRequest, request_id: UUID) -> HttpResponse:
    row = _row(request, request_id)
    form, staff = request.POST, cast("User", request.user)
    row.version = decisions.version(form)
    decision = decisions.DECISIONS.get(form.get("decision", ""))
    if decision is None:
        return _answer(request, row, problem="Choose what to do.")
    try:
        moved = decision(row, staff, form)
    except ConflictError as error:
        happened = decisions.since(row, row.version)
        problem = f"Not done. {happened or error}"
        return _answer(request, row, problem=problem)
    except RequestError as error:
        return _answer(request, row, problem=str(error))
    outcome = f"{moved.get_status_display()}."
    LogEntry.objects.log_actions(
        str(staff.pk), [moved], CHANGE, outcome, single_object=True
    )
    return _answer(request, moved, outcome)


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def assign(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """Takes a request, gives it back, or gives it to a colleague."""
    row, user = _row(request, request_id), cast("User", request.user)
    holder, to = request.POST.get("seen", ""), request.POST.get("to")
    try:
        outcome = people.assign(row, user, shown_holder=holder, to=to)
    except people.NotAssignedError as error:
        return _answer(request, row, problem=str(error))
    return _answer(request, row, outcome)


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def note(request: HttpRequest, request_id: UUID) -> HttpResponse:
    row = _row(request, request_id)
    if not people.add_note(
        row, cast("User", request.user), request.POST.get("note", "")
    ):
        return _answer(request, row, problem="Write the note first.")
    return _answer(request, row, "Note added.")


def waiting_count(request: HttpRequest) -> str | None:
    """For the sidebar; None when there is none."""
    waiting = filters.of_staff(request.user).filter(status=Status.WAITING).count()
    return str(waiting) if waiting else None


def _answer(
    request: HttpRequest, row: Request, outcome: str = "", *, problem: str = ""
) -> HttpResponse:
    """To the script as JSON; to a page without it as the list with a message."""
    if request.headers.get("accept") == "application/json":
        return JsonResponse({"done": not problem, "text": problem or outcome})
    chosen = Filters.of(request.GET)
    if problem:
        messages.error(request, problem)
        return _page(request, chosen, refused=(row.pk, problem))
    messages.success(request, outcome)
    return redirect(f"{reverse('requests')}?{chosen.query()}#r-{row.pk}")


def _row(request: HttpRequest, request_id: UUID) -> Request:
    rows: Any = filters.of_staff(request.user).select_related("property")
    return cast("Request", get_object_or_404(rows, pk=request_id))
