"""Answers that wait for somebody of the house."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from apps.conversations.models import Message
from apps.conversations.review import held_answers
from apps.privacy.redaction import redact
from apps.properties import access

NEEDED = "conversations.change_message"
MOST_SHOWN = 50


@permission_required(NEEDED, raise_exception=True)
def inbox(request: HttpRequest) -> HttpResponse:
    rows = access.mine(held_answers.waiting(), request.user, "conversation__property")
    found = rows.select_related("conversation__property", "turn")[:MOST_SHOWN]
    context = {
        **site.each_context(request),
        "title": "Answers to approve",
        "waiting": [(row, _asked(row)) for row in found],
    }
    return render(request, "admin/staff/approvals.html", context)


@require_POST
@permission_required(NEEDED, raise_exception=True)
def decide(request: HttpRequest, message_id: int) -> HttpResponse:
    rows = Message.objects.select_related("conversation__property")
    row = get_object_or_404(rows, pk=message_id)
    access.insist(request.user, row.conversation.property)
    is_sent = "send" in request.POST
    text = request.POST.get("text", "").replace("\0", "")
    is_first = held_answers.approve(row, text) if is_sent else held_answers.refuse(row)
    if not is_first:
        messages.warning(request, "Somebody has decided on this answer already.")
        return redirect("approvals")
    said = "Sent to the guest." if is_sent else "Not sent; the guest has the number."
    LogEntry.objects.log_actions(
        str(request.user.pk), [row.conversation], CHANGE, said, single_object=True
    )
    messages.success(request, said)
    return redirect("approvals")


def count(request: HttpRequest) -> str | None:
    """How many wait, for the sidebar."""
    rows = access.mine(held_answers.waiting(), request.user, "conversation__property")
    found = rows.count()
    return str(found) if found else None


def _asked(row: Message) -> str:
    asked = row.turn.messages.filter(role=Message.Role.GUEST).first()
    return redact(asked.text) if asked else ""
