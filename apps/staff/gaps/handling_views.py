"""What staff do with a gap besides answering it: assign, dismiss and reopen."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from apps.infrastructure.postgresql import row_ids
from apps.properties import access
from apps.staff.gaps import form_fields, handling
from apps.staff.models import GapWork
from apps.staff.requests import people

PERMISSION = "catalog.add_faqentry"
GONE = "Nothing of it is in the list any more."


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def assign(request: HttpRequest) -> HttpResponse:
    """To a colleague, or with an empty `to` to nobody."""
    place, message_ids = form_fields.questions(request, request.POST)
    key = request.POST.get("to", "")
    colleagues = people.may_decide(place, PERMISSION)
    user_id = row_ids.parse(key)
    to = colleagues.filter(pk=user_id).first() if user_id is not None else None
    if key and to is None:
        messages.error(request, "Choose somebody who works here.")
    elif not handling.assign(place, message_ids, to, request.user):
        messages.error(request, GONE)
    else:
        holder = people.name(to) or "nobody"
        messages.success(request, f"The gap is with {holder} now.")
    return redirect("gaps")


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def dismiss(request: HttpRequest) -> HttpResponse:
    """Nothing should answer it; it stays away until somebody reopens it."""
    place, message_ids = form_fields.questions(request, request.POST)
    if handling.dismiss(place, message_ids, cast("User", request.user)):
        messages.success(request, "Dismissed. You can reopen it below the filters.")
    else:
        messages.error(request, GONE)
    return redirect("gaps")


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def reopen(request: HttpRequest, work_id: int) -> HttpResponse:
    work = get_object_or_404(GapWork.objects.select_related("property"), pk=work_id)
    access.insist(request.user, work.property)
    if handling.reopen(work):
        messages.success(request, "Reopened: its questions are in the list again.")
    else:
        messages.error(request, "It was open already.")
    return redirect("gaps")
