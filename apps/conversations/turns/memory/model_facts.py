"""What a model reads of a guest's message, after code has read it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from apps.conversations.turns.active_turn import ActiveTurn
from apps.conversations.turns.limits import spending
from apps.conversations.turns.memory import told_facts
from apps.guests import extraction
from apps.guests.extraction import Reading
from apps.guests.extraction.findings import FoundFact
from apps.infrastructure import database_threads
from apps.llm import meter
from apps.llm.chat import ChatModel
from apps.llm.meter import Meter


def extractor(turn: ActiveTurn) -> ChatModel | None:
    """None without a model, and beyond the cap of the day."""
    return turn.context.model("extractor") if turn.context else None


async def note(turn: ActiveTurn) -> None:
    """Stores the facts that the model adds to those of code; asks no guest for more.

    "Is the pool open?" tells nothing of anybody, and is not sent to it.
    """
    model, context, request = extractor(turn), turn.context, turn.request
    if model is None or context is None or not turn.is_from_guest:
        return
    if not turn.reading.is_about_guest:
        return
    now = context.now
    by_code = turn.reading
    usage = meter.begin()
    added = await added_by(model, by_code, request.text, now)
    if turn.recorder:
        turn.recorder.keep("facts", by_code, added)
    await database_threads.run(_store, turn, added, usage, now)


async def added_by(
    model: ChatModel, by_code: Reading, text: str, now: datetime
) -> tuple[FoundFact, ...]:
    """The facts of the message that the model adds to those of code."""
    reading = await extraction.completed(by_code, model, text, now)
    return tuple(fact for fact in reading.facts if fact not in by_code.facts)


def _store(
    turn: ActiveTurn, added: tuple[FoundFact, ...], usage: Meter, now: datetime
) -> None:
    spending.charge(turn.id, usage, timezone.now())
    if added:
        told_facts.store_reading(turn, Reading(added), now, may_ask=False)
