"""Builds what one run of the graph depends on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from apps.concierge.context import Context, Limits
from apps.conversations import planning, resorts, threads
from apps.conversations.lookup import Lookup
from apps.conversations.models import Conversation
from apps.knowledge import directory
from apps.llm.chat import chat_model
from apps.llm.embeddings import embedder
from apps.llm.offline_chat import OfflineChat
from apps.properties.models import Property

SMS_CHARS = 160


async def build(
    conversation: Conversation, language: str, at: datetime | None = None
) -> Context:
    """`at` is the moment to answer for; now, unless somebody asks about another."""
    place, plan = await threads.run(_rows, conversation.pk)
    now = (at or timezone.now()).astimezone(place.zone)

    async def categories() -> Sequence[str]:
        return await threads.run(directory.categories, place.pk, now)

    return Context(
        resort=resorts.resort(place),
        now=now,
        language=language,
        channel="sms" if conversation.channel == "sms" else "web",
        search=Lookup(place, now, embedder()),
        model=chat_model,
        categories=categories,
        limits=limits(conversation.channel),
        plan=plan,
        offline_speaker=OfflineChat(),
    )


def limits(channel: str) -> Limits:
    return Limits(
        messages=settings.MAX_MESSAGE_LIMIT,
        history=settings.MAX_HISTORY_MESSAGES,
        answer_chars=settings.PERSONA_MAX_CHARS
        or (SMS_CHARS if channel == "sms" else 0),
        min_confidence=settings.ROUTER_MIN_CONFIDENCE,
        sure_confidence=settings.ROUTER_SURE_CONFIDENCE,
    )


def _rows(conversation_id: UUID) -> tuple[Property, dict[str, Any] | None]:
    """The property with its law, and the plan for this turn, as they are now."""
    conversation = (
        Conversation.objects.select_related("property__jurisdiction")
        .prefetch_related("property__jurisdiction__helplines")
        .get(pk=conversation_id)
    )
    return conversation.property, planning.latest(conversation)
