"""Builds what one run of the graph depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from apps.catalog.models import Item
from apps.concierge.context import Context, Limits, Listener, Resort
from apps.concierge.extractive import provider
from apps.conversations.turns import property_profile, spending, store
from apps.conversations.turns.question import Ask, Begun
from apps.conversations.turns.search_task import Lookup
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.llm.chat import chat_model
from apps.llm.embeddings import embedder
from apps.properties.models import Property

SMS_CHARS = 160


@dataclass(frozen=True)
class Surroundings:
    """The property of a turn as it is now."""

    resort: Resort
    snapshot: PropertySnapshot
    is_over_cap: bool = False

    @property
    def needs_approval(self) -> bool:
        """Whether staff read answers before guests do."""
        return self.snapshot.place.bot_mode == Property.BotMode.APPROVAL


def begin(ask: Ask, may_run: bool) -> tuple[Begun, Surroundings]:
    """Stores a question and reads what its answer needs, in one go."""
    begun = store.begin(ask, may_run)
    return begun, surroundings(ask.property_id)


def surroundings(property_id: int) -> Surroundings:
    snapshot = property_snapshot.of(property_id)
    is_over = spending.is_over(snapshot.place, timezone.now())
    return Surroundings(property_profile.of(snapshot.place), snapshot, is_over)


def build(
    around: Surroundings, ask: Ask, listener: Listener, plan: dict[str, object] | None
) -> Context:
    """What the graph is handed for this question."""
    place = around.snapshot.place
    now = (ask.at or timezone.now()).astimezone(place.zone)

    async def categories() -> Sequence[str]:
        rows = Item.objects.of(place).live(now)
        return await database_threads.run(rows.kinds)

    return Context(
        resort=around.resort,
        now=now,
        language=ask.language,
        channel="sms" if ask.channel == "sms" else "web",
        search=Lookup(around.snapshot, now, embedder(), ask.language),
        # Beyond the cap of the day no model is asked; the records still answer.
        model=provider.chat if around.is_over_cap else chat_model,
        categories=categories,
        limits=limits(ask.channel),
        listener=listener,
        plan=plan,
        offline_speaker=provider.OfflineChat(),
    )


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
