"""Builds what one run of the graph depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from apps.concierge.context import Context, Limits, Listener, Resort
from apps.conversations import records, resorts, spending, threads
from apps.conversations.asks import Ask, Begun
from apps.conversations.lookup import Lookup
from apps.knowledge import directory, shelf
from apps.knowledge.shelf import Shelf
from apps.llm.chat import ChatModel, Role, chat_model
from apps.llm.embeddings import embedder
from apps.llm.offline_chat import OfflineChat
from apps.properties.models import Property

SMS_CHARS = 160


@dataclass(frozen=True)
class Surroundings:
    """The property of a turn as it is now."""

    resort: Resort
    shelf: Shelf
    is_over_cap: bool = False

    @property
    def needs_approval(self) -> bool:
        """Whether staff read answers before guests do."""
        return self.shelf.place.bot_mode == Property.BotMode.APPROVAL


def begin(ask: Ask, may_run: bool) -> tuple[Begun, Surroundings]:
    """Stores a question and reads what its answer needs, in one go."""
    begun = records.begin(ask, may_run)
    return begun, surroundings(ask.property_id)


def surroundings(property_id: int) -> Surroundings:
    known = shelf.of(property_id)
    is_over = spending.is_over(known.place, timezone.now())
    return Surroundings(resorts.of(property_id), known, is_over)


def build(
    around: Surroundings, ask: Ask, listener: Listener, plan: dict[str, object] | None
) -> Context:
    """What the graph is handed for this question."""
    place = around.shelf.place
    now = (ask.at or timezone.now()).astimezone(place.zone)

    async def categories() -> Sequence[str]:
        return await threads.run(directory.categories, place.pk, now)

    return Context(
        resort=around.resort,
        now=now,
        language=ask.language,
        channel="sms" if ask.channel == "sms" else "web",
        search=Lookup(around.shelf, now, embedder(), ask.language),
        model=_cited_cards if around.is_over_cap else chat_model,
        categories=categories,
        limits=limits(ask.channel),
        listener=listener,
        plan=plan,
        offline_speaker=OfflineChat(),
    )


def _cited_cards(role: Role) -> ChatModel | None:
    """Beyond the cap of the day no model is asked; the records still answer."""
    return OfflineChat() if role == "speaker" else None


def limits(channel: str) -> Limits:
    return Limits(
        messages=settings.MAX_MESSAGE_LIMIT,
        history=settings.MAX_HISTORY_MESSAGES,
        answer_chars=settings.PERSONA_MAX_CHARS
        or (SMS_CHARS if channel == "sms" else 0),
        min_confidence=settings.ROUTER_MIN_CONFIDENCE,
        sure_confidence=settings.ROUTER_SURE_CONFIDENCE,
        opinion_seconds=settings.GUARDRAIL_OPINION_SECONDS,
    )
