"""Answers text messages: the same turn as on the page, cut to what a phone shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connections as django_connections
from django.db import transaction
from django.utils import timezone

from apps.conversations.models import Conversation
from apps.conversations.stream.events import Event
from apps.conversations.turns import chat_session
from apps.conversations.turns.chat_session import ChatSession
from apps.guests.models import Guest
from apps.infrastructure import database_scope, database_threads, loop_clients
from apps.infrastructure.workers import task_queue
from apps.sms.incoming import (
    bursts,
    commands,
    memory_consent,
    revocation_meaning,
    threads,
)
from apps.sms.incoming.bursts import Burst
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import message_text, outbox, permission
from apps.sms.outgoing.outbox import Draft

Status = InboundText.Status
TOO_MANY = "too many messages in a minute"


@dataclass(frozen=True)
class Outcome:
    """The last event of a turn, and the turn; empty where it was not taken.

    may_ask: facts were noted, and the guest has not been asked whether to keep them.
    """

    event: Event
    thread_id: UUID
    turn_id: UUID | None = None
    may_ask: bool = False


def answer(text_id: int) -> bool:
    """Answers the burst of a waiting text; False where nothing was to be done."""
    burst = bursts.claim(text_id, timezone.now())
    if burst is None:
        return False
    with database_scope.scoped_to(burst.place.pk):
        return _answer(burst)


def _answer(burst: Burst) -> bool:
    if _is_revocation(burst):
        return True
    # The turn takes connections of the same pool, so this thread may hold none.
    django_connections.close_all()
    try:
        outcome = async_to_sync(_take_turn)(burst)
    except chat_session.Overloaded:
        bursts.finish(burst, Status.WAITING)  # beat tries again
        return False
    _store(burst, outcome)
    if (waiting := bursts.next_waiting(burst)) is not None:
        task_queue.send_on_commit("sms.answer", text_id=waiting)
    return True


def _is_revocation(burst: Burst) -> bool:
    """Keywords and phrases were obeyed when the text came in; this reads meanings."""
    newest = burst.newest
    command = revocation_meaning.read(newest.body)
    if command is None or not bursts.finish(burst, Status.OBEYED):
        return False
    commands.obey(command, newest, burst.place)
    return True


async def _take_turn(burst: Burst) -> Outcome:
    """Raises Overloaded."""
    try:
        guest, thread = await database_threads.run(_thread_of, burst)
        session = ChatSession(burst.place, guest.language)
        session.channel = Conversation.Channel.SMS
        return await _ask(session, burst, guest, thread)
    finally:
        await chat_session.turn_runner().settled()
        # The next task has an event loop of its own, and so a runner of its own.
        chat_session.turn_runner.cache_clear()
        await loop_clients.close()


async def _ask(
    session: ChatSession, burst: Burst, guest: Guest, thread: UUID
) -> Outcome:
    words, number = burst.words, burst.newest.from_number
    if refusal := await session.too_fast(f"sms:{number}", f"sms:{number}", words):
        return Outcome(refusal.event if refusal.is_urgent else {}, thread)
    secret = threads.secret(thread)
    try:
        turn_id = await session.ask(thread, burst.client_id, words, secret)
    except chat_session.ConciergePaused:
        return Outcome(session.notice("resort_paused"), thread)
    except chat_session.TooManyUnanswered:
        return Outcome(await session.please_wait("one_moment"), thread)
    event: Event = {}
    may_ask = False
    async for events in session.follow(turn_id, 0):
        event = events[-1]
        may_ask = may_ask or any(each.get("asks") for each in events)
    await database_threads.run(threads.note_language, thread, guest)
    return Outcome(event, session.thread_id, UUID(turn_id), may_ask)


def _thread_of(burst: Burst) -> tuple[Guest, UUID]:
    contact = permission.know_contact(burst.place, burst.newest.from_number)
    return contact.guest, threads.current(contact, timezone.now())


@transaction.atomic
def _store(burst: Burst, outcome: Outcome) -> None:
    """The answer goes to the outbox with the end of the burst, or neither does."""
    event, number = outcome.event, burst.newest.from_number
    InboundText.objects.filter(burst_id=burst.id).update(
        conversation_id=outcome.thread_id
    )
    if not event:
        bursts.finish(burst, Status.REFUSED, TOO_MANY)
        return
    if not bursts.finish(burst, Status.ANSWERED):
        return  # a later text has taken this one along
    message = outbox.add(
        burst.place,
        _draft(burst, outcome),
        permission.may_answer(burst.place, number),
    )
    if contact := burst.newest.contact:
        memory_consent.note(message, contact.guest)


def _draft(burst: Burst, outcome: Outcome) -> Draft:
    event, number = outcome.event, burst.newest.from_number
    language = str(event.get("lang") or "en")
    if ending := memory_consent.end(burst.newest, language):
        event = {**event, "text": f"{event['text']}\n\n{ending}"}
    is_first = not OutboundText.objects.filter(
        property=burst.place, to_number=number, turn_id__isnull=False
    ).exists()
    question = ""
    if outcome.may_ask:
        answer = memory_consent.in_place_of_invitation(
            event["text"], burst.place, language
        )
        event = {**event, "text": answer}
        question = memory_consent.words(answer, burst.place, language)
    text_id = uuid4()
    body = message_text.of(
        event, burst.place, text_id, is_first=is_first, question=question
    )
    return Draft(
        number,
        body,
        turn_id=outcome.turn_id,
        conversation_id=outcome.thread_id,
        consent_question=question if question and body.endswith(question) else "",
        not_before=None if event.get("help") else _due_at(burst),
        id=text_id,
    )


def _due_at(burst: Burst) -> datetime:
    delay = timedelta(seconds=settings.SMS_REPLY_DELAY_SECONDS)
    return burst.newest.received_at + delay
