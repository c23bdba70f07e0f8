"""Plans in the background after an answer, for the turn that follows it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from apps.concierge import planner
from apps.concierge.planner import PlannerInput, WhisperPlan
from apps.conversations.models import Message, Turn
from apps.conversations.turns import spending
from apps.conversations.turns.active_turn import ActiveTurn
from apps.conversations.turns.store import statements
from apps.guests import fact_kinds, fact_words, profile
from apps.guests.models import Guest
from apps.guests.profile import Profile
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.llm import meter
from apps.llm.chat import chat_model
from apps.properties import flags
from apps.properties.flags import Flags

# A guest of whom less than the share is known is not as ready for an offer as a model
# may think: (share of the topics, highest readiness).
READINESS_LIMITS = ((0.3, 0.2), (0.6, 0.6))
MOST_TARGETS = 2
# After an answer of care, after a refusal, and once the guest has asked what is known
# about him, the next answer asks nothing.
UPSET_ROUTES = frozenset({"gambling_advice", "complaint", "lost_property"})
QUIET_ROUTES = UPSET_ROUTES | {"memory"}


def is_enabled(turn_flags: Flags) -> bool:
    """Whether installation and property plan, and there is a model for it."""
    may_plan = settings.WHISPER_PLANNER_ENABLED and flags.is_on(turn_flags, "planner")
    return may_plan and chat_model("planner") is not None


async def plan(turn: ActiveTurn) -> None:
    """Makes and stores the plan; does nothing without a planner."""
    property_id, conversation_id = turn.request.property_id, turn.request.thread_id
    model = chat_model("planner") if settings.WHISPER_PLANNER_ENABLED else None
    if model is None:
        return
    now = timezone.now()
    lines = await database_threads.run(_recent_lines, property_id, conversation_id, now)
    if not lines:
        return
    guest_profile = Profile()
    if flags.is_on(turn.flags, "memory"):
        guest_profile = await database_threads.run(_profile, conversation_id, now)
    usage = meter.begin()
    new_plan = await planner.plan(model, _input(lines, guest_profile))
    await database_threads.run(spending.charge, Turn(pk=turn.id), usage, now)
    if new_plan:
        await database_threads.run(
            _store, conversation_id, turn.id, new_plan, guest_profile
        )


def _recent_lines(property_id: int, conversation_id: UUID, now: datetime) -> list[str]:
    """The latest messages without turns that a guardrail stopped; none over the cap."""
    place = property_snapshot.of(property_id).place
    if spending.is_over(place, now):
        return []
    rows = statements.rows(
        "recent_messages", thread=conversation_id, limit=settings.MAX_HISTORY_MESSAGES
    )
    return [f"{role}: {text}" for role, text in reversed(rows)]


def _profile(conversation_id: UUID, now: datetime) -> Profile:
    """What the guest has told; empty for one who has told nothing."""
    guests = Guest.objects.filter(conversations=conversation_id)
    guest = guests.select_related("property").first()
    return profile.profile_of(guest, now) if guest else Profile()


def _input(lines: list[str], guest_profile: Profile) -> PlannerInput:
    kinds = fact_kinds.kinds()
    return PlannerInput(
        conversation=lines,
        profile=[
            fact_words.line(fact.key, fact.value, fact_kinds.ENGLISH)
            for fact in guest_profile.facts
        ],
        completeness=guest_profile.completeness,
        open_topics=[
            topic for topic in fact_kinds.topics() if topic in guest_profile.open_topics
        ],
        open_facts=[key for key in kinds if key not in guest_profile.values],
    )


def _store(
    conversation_id: UUID, turn_id: UUID, new_plan: WhisperPlan, guest_profile: Profile
) -> None:
    ended = Turn.objects.values_list("guardrail", "route").filter(pk=turn_id).first()
    guardrail, route = ended or ("", "")
    may_ask = not guardrail and route not in QUIET_ROUTES
    plan_of_code = _usable(new_plan, guest_profile, may_ask)
    if not may_ask or _had_trouble(conversation_id):
        plan_of_code["offer_readiness"] = 0.0
    stored = {**plan_of_code, "after": str(turn_id)}
    statements.rows("save_plan", thread=conversation_id, plan=json.dumps(stored))


def _had_trouble(conversation_id: UUID) -> bool:
    """Whether this guest was refused something, complained, or was given help."""
    turns = Turn.objects.filter(conversation_id=conversation_id)
    answers = Message.objects.filter(conversation_id=conversation_id)
    is_refused = ~Q(guardrail="") | Q(route__in=UPSET_ROUTES)
    is_help = Q(kind="care") | ~Q(help=[])
    return turns.filter(is_refused).exists() or answers.filter(is_help).exists()


def _usable(
    new_plan: WhisperPlan, guest_profile: Profile, may_ask: bool
) -> dict[str, Any]:
    """The plan without what the guest has told, and without what nobody may ask."""
    topic = new_plan.next_topic if may_ask else ""
    topic = topic if topic in guest_profile.open_topics else ""
    targets = [
        key
        for key in new_plan.extraction_targets
        if key in fact_kinds.kinds() and key not in guest_profile.values
    ]
    limits = (
        most for share, most in READINESS_LIMITS if guest_profile.completeness < share
    )
    readiness = min(max(new_plan.offer_readiness, 0.0), next(limits, 1.0))
    return {
        "next_topic": topic,
        "extraction_targets": targets[:MOST_TARGETS] if topic else [],
        "offer_readiness": readiness,
        "conversation_note": new_plan.conversation_note,
    }
