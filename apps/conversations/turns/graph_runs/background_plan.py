"""Plans in the background after an answer, for the turn that follows it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.conf import settings
from django.utils import timezone

from apps.concierge import planner
from apps.concierge.planner import PlannerInput, WhisperPlan
from apps.conversations.turns.active_turn import ActiveTurn
from apps.conversations.turns.limits import spending
from apps.conversations.turns.memory import guest_memory
from apps.conversations.turns.store import statements
from apps.guests import fact_kinds, fact_words, profile
from apps.guests.profile import Profile
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.llm import meter
from apps.llm.chat import ChatModel, chat_model
from apps.llm.meter import Meter
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
    model = _planner(turn) if settings.WHISPER_PLANNER_ENABLED else None
    if model is None:
        return
    now = timezone.now()
    history = await database_threads.run(_history, turn, now)
    if history is None or not history.lines:
        return
    usage = meter.begin()
    new_plan = await made_by(model, history)
    if turn.recorder:
        turn.recorder.keep("plan", history, new_plan)
    await database_threads.run(_store, turn, new_plan, usage, now)


async def made_by(model: ChatModel, history: History) -> dict[str, Any] | None:
    """What may be used of the model's plan; None when it fails."""
    new_plan = await planner.plan(model, _input(history.lines, history.profile))
    return _usable(new_plan, history) if new_plan else None


def _planner(turn: ActiveTurn) -> ChatModel | None:
    """That of the turn, which may be recorded."""
    choose = turn.context.model if turn.context else chat_model
    return choose("planner")


def _store(
    turn: ActiveTurn, new_plan: dict[str, Any] | None, usage: Meter, now: datetime
) -> None:
    """Charges for the plan, also when it is of no use."""
    spending.charge(turn.id, usage, now)
    if new_plan:
        stored = {**new_plan, "after": str(turn.id)}
        thread_id, plan_text = turn.request.thread_id, json.dumps(stored)
        statements.rows("save_plan", thread=thread_id, plan=plan_text)


@dataclass(frozen=True)
class History:
    """What is planned with.

    lines: the latest messages, oldest first. may_ask: after the latest answer.
    had_trouble: the guest was refused something, complained, or was given help.
    """

    lines: list[str]
    profile: Profile
    may_ask: bool
    had_trouble: bool


def _history(turn: ActiveTurn, now: datetime) -> History | None:
    """None over the cap, and of a thread that is erased."""
    place = turn.place or property_snapshot.of(turn.request.property_id).place
    if spending.is_over(place, now):
        return None
    row = statements.first(
        "planner_input",
        thread=turn.request.thread_id,
        turn=turn.id,
        limit=settings.MAX_HISTORY_MESSAGES,
        upset_routes=list(UPSET_ROUTES),
    )
    if row is None:
        return None
    lines, facts, guardrail, route, had_trouble = row
    guest_profile = Profile()
    if flags.is_on(turn.flags, "memory"):
        live_facts = guest_memory.as_facts(orjson.loads(facts))
        guest_profile = profile.of_facts(live_facts, now.astimezone(place.zone))
    may_ask = not guardrail and route not in QUIET_ROUTES
    return History(orjson.loads(lines), guest_profile, may_ask, had_trouble)


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


def _usable(new_plan: WhisperPlan, history: History) -> dict[str, Any]:
    """The plan without what the guest has told, and without what nobody may ask."""
    guest_profile = history.profile
    topic = new_plan.next_topic if history.may_ask else ""
    topic = topic if topic in guest_profile.open_topics else ""
    targets = [
        key
        for key in new_plan.extraction_targets
        if key in fact_kinds.kinds() and key not in guest_profile.values
    ]
    limits = (
        most for share, most in READINESS_LIMITS if guest_profile.completeness < share
    )
    is_calm = history.may_ask and not history.had_trouble
    most_ready = next(limits, 1.0) if is_calm else 0.0
    return {
        "next_topic": topic,
        "extraction_targets": targets[:MOST_TARGETS] if topic else [],
        "offer_readiness": min(max(new_plan.offer_readiness, 0.0), most_ready),
        "conversation_note": new_plan.conversation_note,
    }
