"""What a door uses: a chat session with one property and one thread."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings

from apps.concierge import replies
from apps.conversations import erasure, history, thread_secrets
from apps.conversations.models import Feedback, Turn
from apps.conversations.review import feedback
from apps.conversations.stream import events, turn_stream
from apps.conversations.stream.events import Event
from apps.conversations.turns import concurrent_turns, question_language
from apps.conversations.turns.active_turn import (
    ConciergePaused,
    ErasedThread,
    ForeignThread,
    Overloaded,
    TooManyUnanswered,
    TurnRequest,
)
from apps.conversations.turns.bookings.requests.request_session import RequestSession
from apps.conversations.turns.limits import rate_limits
from apps.conversations.turns.limits.rate_limits import TooFast
from apps.conversations.turns.limits.wait_replies import WaitReplies
from apps.conversations.turns.memory.memory_session import MemorySession
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_scope, database_threads
from apps.properties.models import Property

MAX_COMMENT_CHARS = 1000

__all__ = [
    "ChatSession",
    "ConciergePaused",
    "ErasedThread",
    "Overloaded",
    "TooManyUnanswered",
    "open_property",
    "open_thread",
    "turn_runner",
]


@cache
def turn_runner() -> TurnRunner:
    """The turns of this process."""
    return TurnRunner()


class ChatSession:
    """Serves one guest. A thread opens with its secret, at its own property alone.

    Each method that reads or changes a thread checks the secret again.
    """

    def __init__(self, place: Property, language: str = "en") -> None:
        self.place = place
        self.language = language
        self.thread_id: UUID = uuid4()
        self._secrets = thread_secrets.SecretStore()
        self._seen_thread: UUID | None = None
        self.is_staff, self.channel = False, "web"
        self.place_in_focus: int | None = None
        self.memory = MemorySession(self)
        self.requests = RequestSession(self)
        self._wait_replies, self._caller = WaitReplies(place, language), ""

    @property
    def secret(self) -> str:
        """What opens the thread, for the guest alone; no stream or log may carry it."""
        return self._secrets.of(self.thread_id)

    def scope(self) -> AbstractContextManager[None]:
        """What a door does for the session, it does in this scope of rows."""
        return database_scope.scoped_to(self.place.pk)

    def guest_key(self, thread_id: UUID | None, secret: str) -> str:
        """Names the guest of a thread to the rate limits.

        Empty for whoever brings no secret that this site has made: an id or a secret
        can be made up anew for every question.
        """
        stored = self._secrets.get(thread_id or self.thread_id)
        return thread_secrets.guest(secret or stored)

    def choose_thread(self, thread_id: UUID | None, secret: str = "") -> None:
        """Sets the thread that the guest names, whether or not the secret opens it."""
        self.thread_id = thread_id or self.thread_id
        self._secrets.of(self.thread_id, secret)

    async def open(self, thread_id: UUID | None, secret: str = "") -> dict[str, Any]:
        """The thread's history; a new thread's when the secret does not open it."""
        self.choose_thread(thread_id, secret)
        if await self.is_open():
            self._seen_thread = self.thread_id
            return await database_threads.run(history.of, self.thread_id, self.is_staff)
        self.thread_id = uuid4()
        return history.empty(self.thread_id)

    async def too_fast(self, guest: str, address: str, text: str) -> TooFast | None:
        """Counts a question: the refusal when it has to wait, None when it may come."""
        self._caller = rate_limits.hashed(address)
        self._wait_replies.note_language(text, self.language)
        limit = await rate_limits.question_limit(guest, address, text)
        return await self._wait_replies.too_fast(limit, text) if limit else None

    async def too_long(self, text: str) -> str:
        return await self._wait_replies.too_long(text)

    async def ask(
        self, thread_id: UUID | None, client_id: UUID, text: str, secret: str = ""
    ) -> str:
        """Takes a turn, in a new thread if the named one is foreign; returns its id.

        Raises ConciergePaused, TooManyUnanswered or Overloaded; ErasedThread for a
        thread that this session has seen and that is gone.
        """
        self.choose_thread(thread_id, secret)
        thread = (self.thread_id, self.place.pk, self.secret) if thread_id else None
        language = await question_language.in_thread(text, self.language, thread)
        request = TurnRequest(
            property_id=self.place.pk,
            thread_id=self.thread_id,
            client_id=client_id,
            text=text,
            language=language,
            max_unanswered=await concurrent_turns.max_unanswered(
                self.channel, self.thread_id, self.stop
            ),
            channel=self.channel,
            is_traced=self.is_staff,
            secret_hash=thread_secrets.digest(self.secret),
            guest_key=self.memory.key,
            must_exist=self.thread_id == self._seen_thread,
            place_in_focus=self.place_in_focus,
            caller=self._caller,
        )
        try:
            turn_id = await turn_runner().take(request)
        except ForeignThread:
            self.thread_id = uuid4()
            secret_hash = thread_secrets.digest(self.secret)
            turn_id = await turn_runner().take(
                replace(request, thread_id=self.thread_id, secret_hash=secret_hash)
            )
        except ErasedThread:
            self.leave(self.thread_id)
            raise
        self._seen_thread = self.thread_id
        return turn_id

    def leave(self, thread_id: UUID) -> None:
        """Goes on in a new thread, where this one was the session's."""
        if self.thread_id == thread_id:
            self.thread_id = uuid4()

    async def stop(self, turn_id: str) -> None:
        """Ends a turn of this thread, in whichever process it runs."""
        if await self.owns(turn_id):
            await concurrent_turns.stop(turn_runner(), UUID(turn_id), self.thread_id)

    async def rate(self, turn_id: str, rating: int, reason: str, comment: str) -> bool:
        """Stores what the guest thinks of an answer; False for an invalid rating."""
        if not await self.owns(turn_id):
            return False
        if not 1 <= rating <= feedback.BEST or reason not in Feedback.Reason.values:
            return False
        opinion = (rating, reason, comment[:MAX_COMMENT_CHARS])
        return await database_threads.run(
            feedback.save, self.thread_id, UUID(turn_id), *opinion
        )

    async def forget(self) -> None:
        """Stops the thread's turns; erases its words, checkpoints and streams."""
        is_open = await self.is_open()
        thread_id, self.thread_id = self.thread_id, uuid4()
        if not is_open:
            return
        await concurrent_turns.stop_all(turn_runner(), thread_id)
        conversation = await database_threads.run(
            history.find, thread_id, self.place.pk
        )
        if conversation:
            await erasure.forget(conversation)

    async def owns(self, turn_id: str) -> bool:
        """Whether a turn belongs to the thread, and the thread to the guest."""
        if not turn_id or not await self.is_open():
            return False
        turns = Turn.objects.filter(conversation_id=self.thread_id)
        return await database_threads.run(turns.filter(pk=turn_id).exists)

    async def is_open(self) -> bool:
        """Whether the guest has the secret of the thread."""
        return await database_threads.run(
            thread_secrets.opens, self.thread_id, self.place.pk, self.secret
        )

    def follow(self, turn_id: str, after: int) -> AsyncIterator[list[Event]]:
        """A turn's events; its guest alone receives the secret with them."""
        secret_of = self._secrets.get
        return turn_stream.follow(turn_runner(), turn_id, after, secret_of)

    def notice(self, reply: str, **values: object) -> Event:
        """The `error` event with the fixed sentence whose id is `reply`."""
        text = replies.say(
            reply,
            self.language,
            property=self.place.name,
            phone=self.place.phone,
            limit=settings.MAX_MESSAGE_CHARS,
            **values,
        )
        return events.error(text, self.place.phone, self.place.phone_href)

    async def please_wait(self, reply: str, **values: object) -> Event:
        """The same for a guest who has to wait, with the number in an emergency."""
        return await self._wait_replies.please_wait(reply, **values)

    def trouble(self) -> Event:
        return self.notice("model_trouble")


async def open_property(slug: str, language: str = "en") -> ChatSession | None:
    """A session at this property, or None when there is no such property."""
    rows = Property.objects.filter(slug=slug)
    place = await database_threads.run(rows.first)
    return ChatSession(place, language) if place else None


async def open_thread(thread_id: UUID, secret: str) -> ChatSession | None:
    """A session at the property of a thread, or None when the secret is not its own."""
    rows = Property.objects.filter(conversations=thread_id)
    with database_scope.all_properties():
        place = await database_threads.run(rows.first)
    if place is None:
        return None
    session = ChatSession(place)
    session.choose_thread(thread_id, secret)
    with session.scope():
        return session if await session.is_open() else None
