"""The page on which staff approve or refuse held answers."""

from __future__ import annotations

from typing import Any

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

PERMISSION = "conversations.change_message"
MOST_SHOWN = 50


@permission_required(PERMISSION, raise_exception=True)
def inbox(request: HttpRequest) -> HttpResponse:
    rows = _waiting(request).select_related("conversation__property", "turn")
    context = {
        **site.each_context(request),
        "title": "Answers to approve",
        "waiting": [(row, _question(row)) for row in rows[:MOST_SHOWN]],
    }
    return render(request, "admin/staff/approvals.html", context)


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def decide(request: HttpRequest, message_id: int) -> HttpResponse:
    rows = Message.objects.select_related("conversation__property")
    row = get_object_or_404(rows, pk=message_id)
    access.insist(request.user, row.conversation.property)
    is_sent = "send" in request.POST
    text = request.POST.get("text", "").replace("\0", "")
    is_first = held_answers.approve(row, text) if is_sent else held_answers.refuse(row)
    if not is_first:
        messages.warning(request, "Somebody else has already decided.")
        return redirect("approvals")
    outcome = "Sent to the guest." if is_sent else "Not sent. The guest got the number."
    LogEntry.objects.log_actions(
        str(request.user.pk), [row.conversation], CHANGE, outcome, single_object=True
    )
    messages.success(request, outcome)
    return redirect("approvals")


def waiting_count(request: HttpRequest) -> str | None:
    """For the sidebar; None when there is none."""
    waiting = _waiting(request).count()
    return str(waiting) if waiting else None


def _waiting(request: HttpRequest) -> Any:
    rows = held_answers.waiting()
    return access.mine(rows, request.user, "conversation__property")


def _question(row: Message) -> str:
    question = row.turn.messages.filter(role=Message.Role.GUEST).first()
    return redact(question.text) if question else ""
