"""What a guest may do on the page without a turn: with requests, and with a link."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.utils import timezone

from apps.concierge.bookings import BookingReply
from apps.conversations.models import Conversation
from apps.conversations.stream.events import Event
from apps.conversations.turns.bookings.identity import access, identification
from apps.conversations.turns.bookings.identity.access import Caller
from apps.conversations.turns.bookings.requests import proposals, request_cards
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import database_threads

if TYPE_CHECKING:
    from apps.conversations.turns.chat_session import ChatSession


class RequestSession:
    """The requests of the thread of a chat session; its secret is checked each time."""

    def __init__(self, chat: ChatSession) -> None:
        self._chat = chat

    async def shown(self, request_id: UUID) -> Event | None:
        """The `request` event: how it stands now; None for one of another thread."""
        if not await self._chat.is_open():
            return None
        card = await database_threads.run(self._card, request_id)
        return {"type": "request", "request": card, "text": ""} if card else None

    async def press(self, request_id: UUID, action: str, version: int) -> Event:
        """The same after the guest has pressed an action of the card that he saw.

        text: what has become of it, also where the card was old.
        """
        if not await self._chat.is_open():
            text = (await database_threads.run(self._writer)).say("request_gone")
            return {"type": "request", "request": None, "text": text}
        reply = await database_threads.run(self._pressed, request_id, action, version)
        card = reply.requests[0] if reply.requests else None
        return {"type": "request", "request": card, "text": reply.text}

    async def open_link(self, token: str) -> Event:
        """The `bookings` event: whether a link that was sent opened them here.

        It opens them only in the thread that asked for it.
        """
        is_open = await self._chat.is_open() and await database_threads.run(
            lambda: identification.open_link(self._writer(), token)
        )
        return {"type": "bookings", "is_open": is_open}

    def _pressed(self, request_id: UUID, action: str, version: int) -> BookingReply:
        writer = self._writer()
        if action != "change":
            key = str(request_id)
            return proposals.decide(writer, key, version, action, is_pressed=True)
        request = proposals.find(writer, request_id)
        if request is None or request.version != version:
            return proposals.shown(writer, request)
        card = request_cards.of(request, writer.language)
        return BookingReply(writer.say("request_say_change"), requests=[card])

    def _card(self, request_id: UUID) -> request_cards.Card | None:
        writer = self._writer()
        request = proposals.find(writer, request_id)
        return request_cards.of(request, writer.language) if request else None

    def _writer(self) -> Writer:
        """In the language of the conversation, as the card was."""
        chat = self._chat
        thread = Conversation.objects.filter(pk=chat.thread_id).first()
        now = timezone.now().astimezone(chat.place.zone)
        return Writer(
            chat.place,
            chat.thread_id,
            now,
            thread.language if thread else chat.language,
            Caller(chat.place.pk, chat.thread_id),
            access.booking_ids(chat.thread_id, now),
        )
