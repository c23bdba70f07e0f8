"""Notes what a guest tells of himself, once his message is answered: what code has
read, and what a model reads after it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.concierge.guardrails import checks
from apps.conversations.models import Conversation, Turn
from apps.conversations.stream.events import Event
from apps.conversations.turns.active_turn import ActiveTurn, Answer
from apps.conversations.turns.limits import spending
from apps.conversations.turns.memory import forgetting
from apps.guests import extraction, fact_words, profile
from apps.guests.extraction import Reading
from apps.guests.extraction.findings import FoundFact
from apps.guests.models import Guest
from apps.infrastructure import database_threads
from apps.llm import meter
from apps.llm.chat import ChatModel
from apps.llm.meter import Meter
from apps.properties import flags

log = logging.getLogger(__name__)
# Nothing is noted of somebody who may be in trouble.
TROUBLE = checks.URGENT | {checks.CRISIS, checks.WORRY}
# After these the guest may be asked whether to be remembered; never after a refusal.
FRIENDLY_ROUTES = frozenset(
    {"property_qa", "hours_schedule", "greeting", "thanks", "small_talk", "telling"}
)


async def note(
    turn: ActiveTurn, status: str, answer: Answer | None, metrics: dict[str, Any]
) -> list[Event]:
    """Stores the facts of a message; the event says which are new, if any are.

    asks: whether the door may ask to remember them, which it does once for each guest.
    """
    if status != Turn.Status.DONE or not may_note(turn, answer, metrics):
        return []
    try:
        return await _note(turn, _may_ask(turn, answer, metrics))
    except Exception:
        # The guest has the answer; that nothing was noted shows in the panel.
        log.exception("the facts of turn %s are not noted", turn.key)
        return []


async def _note(turn: ActiveTurn, may_ask: bool) -> list[Event]:
    request = turn.request
    now = turn.context.now if turn.context else timezone.now()
    reading = turn.reading
    if not (reading.facts or reading.taken_back):
        return []
    keys, asks = await database_threads.run(store_reading, turn, reading, now, may_ask)
    new_facts = [fact for fact in reading.facts if fact.key in keys]
    if not new_facts:
        return []
    words = [
        fact_words.line(fact.key, fact.value, request.language) for fact in new_facts
    ]
    return [{"type": "remembered", "facts": words, "asks": asks}]


def may_note(
    turn: ActiveTurn, answer: Answer | None, metrics: Mapping[str, Any]
) -> bool:
    """Not of a child, of what the gate stopped, nor of "forget that I am vegetarian".

    While somebody was in trouble a moment ago, numbers to call stand beside the answer.
    """
    return (
        answer is not None
        and answer.kind != "care"
        and not answer.help
        and not turn.is_of_child
        and not metrics["guardrail"]
        and metrics["likely_guardrail"] not in TROUBLE
        and metrics["route"] != "memory"
        and flags.notes_guests(turn.flags)
    )


def _may_ask(turn: ActiveTurn, answer: Answer | None, metrics: dict[str, Any]) -> bool:
    return (
        metrics["route"] in FRIENDLY_ROUTES
        and not turn.has_closing_reply
        # The guest is asked something already.
        and not turn.reading.contradictions
        and not (turn.context and turn.context.telling.is_of_loss)
        and answer is not None
        and answer.kind != "waiting"
    )


@transaction.atomic
def store_reading(
    turn: ActiveTurn, reading: Reading, now: datetime, may_ask: bool
) -> tuple[set[str], bool]:
    """The keys with another value than before, and whether to ask for consent."""
    threads = Conversation.objects.select_for_update(of=("self",))
    # Staff who try a question tell nothing of themselves; their phone has a guest.
    threads = threads.filter(Q(is_from_guest=True) | Q(guest__isnull=False))
    thread = threads.filter(pk=turn.request.thread_id).first()
    if forgetting.is_forgotten(turn.id):
        return set(), False
    # The guest may have erased the conversation meanwhile.
    guest = _guest_of(thread, reading) if thread else None
    if guest is None:
        return set(), False
    before = _live_values(guest)
    profile.note(guest, reading, turn.id, turn.request.language, now)
    live = _live_values(guest)
    asks = bool(
        may_ask and live and not guest.is_remembered and not guest.consent_asked_at
    )
    # A text message may have no room for the question; its door notes that it asked.
    if asks and turn.request.channel == Conversation.Channel.WEB:
        Guest.objects.filter(pk=guest.pk).update(consent_asked_at=now)
    return {key for key, value in live.items() if before.get(key) != value}, asks


def _guest_of(thread: Conversation, reading: Reading) -> Guest | None:
    """A guest exists from the first fact on."""
    if thread.guest is None and reading.facts:
        language = thread.language
        thread.guest = Guest.objects.create(
            property_id=thread.property_id, language=language
        )
        thread.save(update_fields=["guest"])
    return thread.guest


def _live_values(guest: Guest) -> dict[str, Any]:
    rows = guest.facts.filter(superseded_at=None)
    return dict(rows.values_list("key", "value"))


def extractor(turn: ActiveTurn) -> ChatModel | None:
    """None without a model, and beyond the cap of the day."""
    return turn.context.model("extractor") if turn.context else None


async def note_by_model(turn: ActiveTurn) -> None:
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
    await database_threads.run(_store_by_model, turn, added, usage, now)


async def added_by(
    model: ChatModel, by_code: Reading, text: str, now: datetime
) -> tuple[FoundFact, ...]:
    """The facts of the message that the model adds to those of code."""
    reading = await extraction.completed(by_code, model, text, now)
    return tuple(fact for fact in reading.facts if fact not in by_code.facts)


def _store_by_model(
    turn: ActiveTurn, added: tuple[FoundFact, ...], usage: Meter, now: datetime
) -> None:
    spending.charge(turn.id, usage, timezone.now())
    if added:
        store_reading(turn, Reading(added), now, may_ask=False)
