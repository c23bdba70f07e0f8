"""What a chat door needs: one desk a socket, bound to one property and one thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID, uuid4

from django.conf import settings

from apps.concierge import replies
from apps.conversations import erasure, history, thread_secrets
from apps.conversations.models import Feedback, Turn
from apps.conversations.review import feedback
from apps.conversations.stream.events import Event
from apps.conversations.stream.follower import follow
from apps.conversations.turns import store
from apps.conversations.turns.question import Ask, Busy, Foreign, Resting
from apps.conversations.turns.runner import Overloaded, Turns
from apps.infrastructure import database_threads
from apps.language import detect as languages
from apps.properties.models import Property

MOST_UNFINISHED = 3
MOST_NOTE = 1000
# A turn that is stopped ends within a moment; a dead one never does.
STOP_TRIES, STOP_PAUSE_SECONDS = 20, 0.1

__all__ = [
    "Busy",
    "Desk",
    "Overloaded",
    "Resting",
    "language_of",
    "open_for",
    "open_of",
    "turns",
]


@cache
def turns() -> Turns:
    """The turns of this process."""
    return Turns()


class Desk:
    """Serves one guest. A thread opens with its secret, at its own property alone.

    Whatever reads or changes a thread asks each time whether the secret is here.
    """

    def __init__(self, place: Property) -> None:
        self.place = place
        self.language = "en"
        self.thread_id: UUID = uuid4()
        self._secrets = thread_secrets.Held()
        self.is_staff = False
        self.channel = "web"

    @property
    def secret(self) -> str:
        """What opens the thread, for the guest alone; no stream or log may carry it."""
        return self._secrets.of(self.thread_id)

    def guest(self, thread: UUID | None, secret: str) -> str:
        """Names who asks in a thread to what counts questions; the id is no secret."""
        return thread_secrets.digest(self._secrets.of(thread or self.thread_id, secret))

    def choose(self, thread: UUID | None, secret: str = "") -> None:
        """Names the thread that the guest means, open or not."""
        self.thread_id = thread or self.thread_id
        self._secrets.of(self.thread_id, secret)

    async def hello(self, thread: UUID | None, secret: str = "") -> dict[str, Any]:
        """The thread's history; an id without its secret begins a new thread, as one
        does that nobody knows."""
        self.choose(thread, secret)
        if await self.is_open():
            return await database_threads.run(history.of, self.thread_id, self.is_staff)
        self.thread_id = uuid4()
        return history.empty(self.thread_id)

    async def ask(
        self, thread: UUID | None, client_id: UUID, text: str, secret: str = ""
    ) -> str:
        """Takes a turn; returns its id. Raises Resting, Busy or Overloaded.

        A foreign thread is left for a new one.
        """
        self.choose(thread, secret)
        ask = Ask(
            property_id=self.place.pk,
            thread=self.thread_id,
            client_id=client_id,
            text=text,
            language=languages.detect(text, default=self.language),
            most=await self._most_unfinished(),
            channel=self.channel,
            is_traced=self.is_staff,
            secret_hash=thread_secrets.digest(self.secret),
        )
        try:
            return await turns().take(ask)
        except Foreign:
            self.thread_id = uuid4()
            secret_hash = thread_secrets.digest(self.secret)
            own = replace(ask, thread=self.thread_id, secret_hash=secret_hash)
            return await turns().take(own)

    async def _most_unfinished(self) -> int:
        """What happens to a second message while the first is being answered."""
        policy = settings.SECOND_MESSAGE[self.channel]
        if policy == "replace":
            for turn_id in await database_threads.run(store.unfinished, self.thread_id):
                await self.stop(str(turn_id))
        return 1 if policy == "refuse" else MOST_UNFINISHED

    async def stop(self, turn_id: str) -> None:
        """Ends a turn of this thread, in whichever process it runs."""
        if not await self.owns(turn_id):
            return
        if await database_threads.run(store.ask_to_stop, UUID(turn_id), self.thread_id):
            turns().stop(turn_id)

    async def rate(self, turn_id: str, rating: int, reason: str, note: str) -> bool:
        """What the guest thinks of an answer; False for what no page offers."""
        if not await self.owns(turn_id):
            return False
        if not 1 <= rating <= feedback.BEST or reason not in Feedback.Reason.values:
            return False
        keep = feedback.keep
        return await database_threads.run(
            keep, self.thread_id, UUID(turn_id), rating, reason, note[:MOST_NOTE]
        )

    async def forget(self) -> None:
        """Erases the thread: words, checkpoints and streams. What runs is stopped."""
        is_open = await self.is_open()
        thread, self.thread_id = self.thread_id, uuid4()
        if not is_open:
            return
        for turn_id in await database_threads.run(store.unfinished, thread):
            if await database_threads.run(store.ask_to_stop, turn_id, thread):
                turns().stop(str(turn_id))
        for _ in range(STOP_TRIES):
            if not await database_threads.run(store.unfinished, thread):
                break
            await asyncio.sleep(STOP_PAUSE_SECONDS)
        known = await database_threads.run(history.find, thread, self.place.pk)
        if known:
            await erasure.forget(known)

    async def owns(self, turn_id: str) -> bool:
        """Whether a turn belongs to the thread, and the thread to the guest."""
        if not turn_id or not await self.is_open():
            return False
        rows = Turn.objects.filter(conversation_id=self.thread_id, pk=turn_id)
        return await database_threads.run(rows.exists)

    async def is_open(self) -> bool:
        """Whether the guest has the secret of the thread."""
        return await database_threads.run(
            thread_secrets.opens, self.thread_id, self.place.pk, self.secret
        )

    async def follow(self, turn_id: str, after: int) -> AsyncIterator[list[Event]]:
        """A turn's events; its guest, and nobody else, learns the secret with them."""
        async for events in follow(turns(), turn_id, after):
            yield [self._with_secret(event) for event in events]

    def _with_secret(self, event: Event) -> Event:
        """A copy: the event itself is shared by all who follow the turn."""
        if event["type"] != "metadata":
            return event
        secret = self._secrets.get(UUID(event["thread_id"]))
        return {**event, "thread_secret": secret} if secret else event

    def notice(self, reply: str, **values: object) -> Event:
        """A fixed sentence about a message that could not be taken."""
        text = replies.say(
            reply,
            self.language,
            property=self.place.name,
            phone=self.place.phone,
            limit=settings.MAX_MESSAGE_CHARS,
            **values,
        )
        return {
            "type": "error",
            "message": text,
            "reference": "",
            "phone": self.place.phone,
            "tel": self.place.phone_href,
        }

    def trouble(self) -> Event:
        return self.notice("model_trouble")


async def open_for(slug: str) -> Desk | None:
    """A desk at this property, or None when there is no such property."""
    rows = Property.objects.filter(slug=slug)
    place = await database_threads.run(rows.first)
    return Desk(place) if place else None


async def open_of(thread: UUID, secret: str) -> Desk | None:
    """A desk at the property of a thread, or None when this is not its secret."""
    rows = Property.objects.filter(conversations=thread)
    place = await database_threads.run(rows.first)
    if place is None:
        return None
    desk = Desk(place)
    desk.choose(thread, secret)
    return desk if await desk.is_open() else None


def language_of(query: str) -> str:
    """The page's language from a socket's query string."""
    asked = parse_qs(query).get("lang", ["en"])[0]
    return asked if asked in dict(settings.LANGUAGES) else "en"
