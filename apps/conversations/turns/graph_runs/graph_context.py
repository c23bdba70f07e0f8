"""Builds what one run of the graph depends on."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from apps.catalog.models import Item
from apps.concierge import transcript
from apps.concierge.context import Context, Help, Limits, Remember, Resort
from apps.concierge.extractive import provider
from apps.concierge.guest_memory import GuestMemory, NoMemory, Telling
from apps.concierge.tools.weather import port
from apps.conversations.replay.recorder import TurnRecorder
from apps.conversations.turns import memory_rows, store
from apps.conversations.turns.active_turn import ActiveTurn, TurnRequest
from apps.conversations.turns.bookings import stored_bookings
from apps.conversations.turns.limits import spending
from apps.conversations.turns.memory import (
    guest_memory,
    guest_needs,
    message_telling,
    open_plan,
)
from apps.conversations.turns.search.passage_search import PassageSearch
from apps.guests import extraction
from apps.guests.extraction import Reading, by_model
from apps.guests.extraction.by_model import ExtractedFact
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.llm.chat import chat_model
from apps.llm.embeddings import embedder
from apps.properties import flags, phones, websites
from apps.properties.models import Helpline, Property

log = logging.getLogger(__name__)
# What all carriers take, in ten segments. The door for text messages cuts an answer to
# fewer, and links the whole of it.
SMS_CHARS = 1530


def begin(request: TurnRequest, may_run: bool) -> ActiveTurn:
    """Stores a question and reads what its answer needs, in one go."""
    turn = store.begin(request, may_run)
    if turn.is_ours and turn.attempt:
        prepare(turn)
    return turn


def prepare(turn: ActiveTurn) -> None:
    """Sets what the next attempt needs: the property and the thread as they are now."""
    request = turn.request
    stored, stamp = memory_rows.load_with_stamp(request.thread_id, request.property_id)
    snapshot = property_snapshot.of(request.property_id, stamp)
    turn.place = place = snapshot.place
    now = (request.asked_for or timezone.now()).astimezone(place.zone)
    turn.memory, turn.is_from_guest = stored.memory, stored.is_from_guest
    turn.flags = flags.of(place, turn.changes)
    turn.reading = _reading(turn, now)
    turn.needs_approval = place.bot_mode == Property.BotMode.APPROVAL
    taken_back = turn.reading.taken_back
    memory = guest_memory.of_turn(stored.guest, request.thread_id, now, taken_back)
    telling = _telling(turn)
    is_memory_used = flags.is_on(turn.flags, "memory")
    # What the message itself tells is no memory.
    remembered = memory if is_memory_used else NoMemory()
    guest = guest_needs.known_guest(remembered, telling)
    party = message_telling.party_told(turn.reading)
    place_in_focus = stored.place_in_focus
    search = PassageSearch(
        snapshot, now, embedder(), request.language, guest, party, place_in_focus
    )
    turn.context = _context(turn, place, now, search, memory, telling)
    turn.recorder = None
    if flags.is_on(turn.flags, "recording"):
        turn.recorder = TurnRecorder(turn, stored, guest, party)


def _context(
    turn: ActiveTurn,
    place: Property,
    now: datetime,
    search: PassageSearch,
    memory: GuestMemory,
    telling: Telling,
) -> Context:
    request = turn.request
    is_over_cap = spending.is_over(place, timezone.now())

    async def categories() -> Sequence[str]:
        rows = Item.objects.of(place).live(now)
        return await database_threads.run(rows.kinds)

    return Context(
        resort=resort(place),
        now=now,
        language=request.language,
        channel="sms" if request.channel == "sms" else "web",
        search=search,
        # Beyond the cap of the day no model is asked; the records still answer.
        model=provider.chat if is_over_cap else chat_model,
        categories=categories,
        limits=limits(request.channel),
        flags=turn.flags,
        plan=None if telling.doubt else _plan(turn, memory),
        offline_speaker=provider.OfflineChat(),
        memory=memory,
        telling=telling,
        remember=_remember(turn, now),
        weather=port.of_place(place.latitude, place.longitude, place.zone),
        bookings=stored_bookings.of_turn(place, request, now, turn.flags),
    )


def _telling(turn: ActiveTurn) -> Telling:
    """Without a doubt where nothing is noted: nobody needs to know which is right."""
    request = turn.request
    telling = message_telling.read(turn.reading, request.text, request.language)
    return telling if flags.notes_guests(turn.flags) else replace(telling, doubt=None)


def _reading(turn: ActiveTurn, now: datetime) -> Reading:
    """The facts of the message; whether they are stored is decided after the answer."""
    if not flags.is_on(turn.flags, "extraction"):
        return Reading()
    question = transcript.closing_question(turn.memory.messages) if turn.memory else ""
    request = turn.request
    try:
        return extraction.facts_in(request.text, request.language, now, question)
    except Exception:
        # An answer without memory is better than none.
        log.exception("the facts of turn %s are not read", turn.key)
        return Reading()


def _remember(turn: ActiveTurn, now: datetime) -> Remember | None:
    """None where nothing is noted. What is, is stored after the answer, by the rules of
    what code has read of the message."""
    if not turn.is_from_guest or not flags.notes_guests(turn.flags):
        return None

    def remember(key: str, value: str, quote: str) -> bool:
        fact = ExtractedFact(key=key, value=value, quote=quote, confidence=1.0)
        message, reading = turn.request.text, turn.reading
        facts = tuple(by_model.accepted([fact], reading, message, now.date()))
        turn.reading = replace(reading, facts=(*reading.facts, *facts))
        return bool(facts)

    return remember


def _plan(turn: ActiveTurn, memory: GuestMemory) -> dict[str, Any] | None:
    return open_plan.of(turn, memory) if flags.is_on(turn.flags, "planner") else None


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


def resort(place: Property) -> Resort:
    """A property with its law and helplines as plain data; `place` has them loaded."""
    law = place.jurisdiction
    return Resort(
        id=place.pk,
        slug=place.slug,
        name=place.name,
        phone=place.phone,
        website=websites.without_scheme(place.website),
        jurisdiction=law.name,
        gaming_age=law.gaming_age,
        minors_may=law.minors_may,
        minors_may_not=law.minors_may_not,
        phone_hours=place.phone_hours,
        helplines=(*map(_help, law.helplines.all()), _security(place)),
    )


def _security(place: Property) -> Help:
    """The property's own number in an emergency."""
    phone = place.security_phone or place.phone
    return Help(
        purpose="security",
        name=place.name,
        phone=phone,
        vanity="",
        website="",
        takes_texts=False,
        note="",
        phone_href=phones.href(phone),
    )


def _help(row: Helpline) -> Help:
    return Help(
        purpose=row.purpose,
        name=row.name,
        phone=row.phone,
        vanity=row.vanity,
        website=row.website,
        takes_texts=row.takes_texts,
        note=row.note,
        phone_href=row.phone_href,
    )
