"""The page on which staff approve held answers, or promise answers of their own.

The script of the page sends forms in the background and asks for JSON; without it, the
forms lead back to the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.conversations.models import Message
from apps.conversations.review import held_answers
from apps.privacy.redaction import redact
from apps.properties import access
from apps.staff.live.announcements import APPROVALS
from apps.staff.review import answer_decisions
from apps.staff.review.answer_decisions import DECLINED, SENT

PERMISSION = APPROVALS.permission
MOST_SHOWN = 50
EXPIRED_SHOWN = timedelta(days=1)
EMPTY = (
    "The answer is empty, so nothing was sent. Write it, choose “Do not send”, or load "
    "the page anew to have the original back."
)


@dataclass(frozen=True)
class Card:
    """An answer that waits. text: what the field holds; stamp: of its state."""

    row: Message
    question: str
    text: str
    stamp: str
    expires_at: datetime | None
    conversation_url: str


@permission_required(PERMISSION, raise_exception=True)
def inbox(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(
    request: HttpRequest, refused: tuple[Message, str] | None = None
) -> HttpResponse:
    """refused: the answer that was not sent, and why; the words of staff stay."""
    row, problem = refused or (None, "")
    rows = _waiting(request).select_related("conversation__property", "turn")
    cards = [_card(request, waiting, row) for waiting in rows[:MOST_SHOWN]]
    is_here = row is not None and any(card.row.pk == row.pk for card in cards)
    context = {
        "cards": cards,
        "count": rows.count(),
        "refused_id": row.pk if row else None,
        "problem": problem,
        "lost_words": "" if is_here else request.POST.get("text", ""),
        "most_shown": MOST_SHOWN,
        "expired": _expired(request),
    }
    if "part" in request.GET:
        return render(request, "admin/staff/approvals/list.html", context)
    context |= {**site.each_context(request), "title": "Answers to approve"}
    return render(request, "admin/staff/approvals/page.html", context)


def _expired(request: HttpRequest) -> list[dict[str, Any]]:
    """The answers of the last day that nobody decided on in time."""
    rows = held_answers.expired_since(timezone.now() - EXPIRED_SHOWN)
    rows = access.mine(rows, request.user, "conversation__property")
    rows = rows.select_related("conversation__property", "turn")
    return [
        {
            "row": row,
            "question": _question(row),
            "conversation_url": _conversation_url(row),
        }
        for row in rows[:MOST_SHOWN]
    ]


def _conversation_url(row: Message) -> str:
    name = "admin:conversations_conversation_change"
    return reverse(name, args=[row.conversation_id])


def _card(request: HttpRequest, row: Message, refused: Message | None) -> Card:
    is_refused = refused is not None and refused.pk == row.pk
    return Card(
        row,
        _question(row),
        request.POST.get("text", "") if is_refused else (row.held or {})["text"],
        held_answers.promised_at(row),
        held_answers.expires_at(row),
        _conversation_url(row),
    )


@require_POST
@permission_required(PERMISSION, raise_exception=True)
def decide(request: HttpRequest, message_id: int) -> HttpResponse:
    rows = Message.objects.select_related("conversation__property")
    row = get_object_or_404(rows, pk=message_id)
    access.insist(request.user, row.conversation.property)
    is_sent = "send" in request.POST
    if request.POST.get("seen", "") != held_answers.promised_at(row):
        return _answer(request, row, problem=answer_decisions.earlier_decision(row))
    try:
        text = request.POST.get("text", "")
        is_first = _decide(row, text, request.user, is_sent=is_sent)
    except held_answers.EmptyAnswer:
        return _answer(request, row, problem=EMPTY)
    if not is_first:
        return _answer(request, row, problem=answer_decisions.earlier_decision(row))
    outcome = SENT if is_sent else DECLINED
    LogEntry.objects.log_actions(
        str(request.user.pk), [row.conversation], CHANGE, outcome, single_object=True
    )
    return _answer(request, row, outcome)


def _decide(row: Message, text: str, by: Any, *, is_sent: bool) -> bool:
    """Whether nobody was faster. Raises EmptyAnswer."""
    if not is_sent:
        return held_answers.decline(row, by)
    return held_answers.approve(row, text.replace("\0", ""), by)


def _answer(
    request: HttpRequest, row: Message, outcome: str = "", *, problem: str = ""
) -> HttpResponse:
    """To the script as JSON; to a page without it as the page with a message."""
    if request.headers.get("accept") == "application/json":
        return JsonResponse({"done": not problem, "text": problem or outcome})
    if problem:
        messages.error(request, problem)
        return _page(request, refused=(row, problem))
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
