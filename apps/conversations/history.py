"""The stored messages of a thread, as a reloaded page shows them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.utils import timezone, translation
from django.utils.timesince import timesince

from apps.concierge import replies
from apps.conversations import answer_html
from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.conversations.sharing import links as share_links
from apps.conversations.turns import store
from apps.conversations.turns.bookings.requests import request_cards
from apps.knowledge.search import cards
from apps.language import detect as languages

MOST_MESSAGES = 200
_RATED = Feedback.objects.filter(turn=OuterRef("turn")).values("rating")[:1]
A_MINUTE = timedelta(minutes=1)


def of(thread: UUID, with_steps: bool = False) -> dict[str, Any]:
    """The `history` event: messages in order, and the turn that still runs.

    with_steps: adds the graph nodes behind each answer, for staff.
    """
    rows = (
        Message.objects.filter(conversation_id=thread)
        .select_related("turn", "conversation__property")
        .annotate(rating=Subquery(_RATED))
        .order_by("-created_at", "-id")[:MOST_MESSAGES]
    )
    unfinished = Turn.objects.filter(
        conversation_id=thread, status__in=store.UNFINISHED
    )
    running = [str(turn.pk) for turn in unfinished]
    return {
        **empty(thread),
        "messages": [
            {**as_shown(row), **(_steps(row) if with_steps else {})}
            for row in reversed(rows)
        ],
        "running": running[0] if running else None,
        "unfinished": running,
        "is_shared": share_links.open_links(thread, timezone.now()).exists(),
    }


def empty(thread: UUID) -> dict[str, Any]:
    """The `history` event of a thread without messages."""
    return {
        "type": "history",
        "thread_id": str(thread),
        "messages": [],
        "running": None,
        "unfinished": [],
        "is_shared": False,
    }


def as_shown(row: Message) -> dict[str, Any]:
    is_answer = row.role == Message.Role.CONCIERGE
    local = timezone.now().astimezone(row.conversation.property.zone)
    return {
        "id": row.pk,
        "role": row.role,
        "kind": row.kind,
        "text": row.text,
        "html": answer_html.to_html(row.text) if is_answer else "",
        "citations": labelled(row.citations, row.language),
        "cards": cards.read_again(row.cards, local, row.language),
        "requests": request_cards.read_again(row.requests, row.language),
        "followups": row.followups,
        "help": row.help,
        "lang": written_in(row.text, row.language) if is_answer else row.language,
        "created_at": row.created_at.isoformat(),
        "turn": str(row.turn_id),
        "client_id": str(row.turn.client_id),
        "status": row.turn.status,
        "reference": row.turn.reference,
        "rating": getattr(row, "rating", None),
    }


def _steps(row: Message) -> dict[str, Any]:
    return {"steps": row.turn.nodes if row.role == Message.Role.CONCIERGE else []}


def written_in(text: str, language: str) -> str:
    """The language of a text; a quoted record keeps the language of the record."""
    return languages.detect(text, default=language)


def labelled(citations: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """Citations with the time in words since staff last confirmed their row.

    Empty for rows that nobody has confirmed, and in answers stored before it was known.
    """
    return [
        {**citation, "updated_label": _age(citation.get("verified_at", ""), language)}
        for citation in citations
    ]


def _age(verified_at: str, language: str) -> str:
    if not verified_at:
        return ""
    then = datetime.fromisoformat(verified_at)
    if timezone.now() - then < A_MINUTE:
        return replies.say("updated_now", language)
    with translation.override(language):
        age = timesince(then, depth=1)
    return replies.say("updated_ago", language, age=age)


def find(thread: UUID, property_id: int) -> Conversation | None:
    """The conversation if it belongs to this property; a foreign id is not found."""
    rows = Conversation.objects.select_related("property")
    return rows.filter(pk=thread, property_id=property_id).first()
