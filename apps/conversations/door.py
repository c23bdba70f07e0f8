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
from apps.concierge.tools import language as languages
from apps.conversations import asking, feedback, history, records, threads
from apps.conversations.asks import Ask, Busy, Foreign, Resting
from apps.conversations.events import Event
from apps.conversations.follow import follow
from apps.conversations.models import Feedback, Turn
from apps.conversations.turns import Overloaded, Turns
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
    """Serves one guest. A thread of another property is never shown here."""

    def __init__(self, place: Property) -> None:
        self.place = place
        self.language = "en"
        self.thread_id: UUID = uuid4()
        self.is_staff = False
        self.channel = "web"

    async def hello(self, thread: UUID | None) -> dict[str, Any]:
        """The thread's history; an unknown or foreign id begins a new thread."""
        known = thread or self.thread_id
        if await threads.run(history.belongs, known, self.place.pk):
            self.thread_id = known
            return await threads.run(history.of, known, self.is_staff)
        self.thread_id = uuid4()
        return history.empty(self.thread_id)

    async def ask(self, thread: UUID | None, client_id: UUID, text: str) -> str:
        """Takes a turn; returns its id. Raises Resting, Busy or Overloaded."""
        self.thread_id = thread or self.thread_id
        ask = Ask(
            property_id=self.place.pk,
            thread=self.thread_id,
            client_id=client_id,
            text=text,
            language=languages.detect(text, default=self.language),
            most=await self._most_unfinished(),
            channel=self.channel,
            is_traced=self.is_staff,
        )
        try:
            return await turns().take(ask)
        except Foreign:
            self.thread_id = uuid4()
            return await turns().take(replace(ask, thread=self.thread_id))

    async def _most_unfinished(self) -> int:
        """What happens to a second message while the first is being answered."""
        policy = settings.SECOND_MESSAGE[self.channel]
        if policy == "replace":
            for turn_id in await threads.run(records.unfinished, self.thread_id):
                await self.stop(str(turn_id))
        return 1 if policy == "refuse" else MOST_UNFINISHED

    async def stop(self, turn_id: str) -> None:
        """Ends a turn of this thread, in whichever process it runs."""
        asked = await threads.run(records.ask_to_stop, UUID(turn_id), self.thread_id)
        if asked:
            turns().stop(turn_id)

    async def rate(self, turn_id: str, rating: int, reason: str, note: str) -> bool:
        """What the guest thinks of an answer; False for what no page offers."""
        if not 1 <= rating <= feedback.BEST or reason not in Feedback.Reason.values:
            return False
        keep = feedback.keep
        return await threads.run(
            keep, self.thread_id, UUID(turn_id), rating, reason, note[:MOST_NOTE]
        )

    async def forget(self) -> None:
        """Erases the thread: words, checkpoints and streams. What runs is stopped."""
        thread, self.thread_id = self.thread_id, uuid4()
        for turn_id in await threads.run(records.unfinished, thread):
            if await threads.run(records.ask_to_stop, turn_id, thread):
                turns().stop(str(turn_id))
        for _ in range(STOP_TRIES):
            if not await threads.run(records.unfinished, thread):
                break
            await asyncio.sleep(STOP_PAUSE_SECONDS)
        known = await threads.run(history.find, thread, self.place.pk)
        if known:
            await asking.forget(known)

    async def owns(self, turn_id: str) -> bool:
        """Whether a turn belongs to the thread of this socket."""
        if not turn_id:
            return False
        rows = Turn.objects.filter(conversation_id=self.thread_id, pk=turn_id)
        return await threads.run(rows.exists)

    def follow(self, turn_id: str, after: int) -> AsyncIterator[list[Event]]:
        return follow(turns(), turn_id, after)

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
    place = await threads.run(rows.first)
    return Desk(place) if place else None


async def open_of(thread: UUID) -> Desk | None:
    """A desk at the property that a thread belongs to."""
    rows = Property.objects.filter(conversations=thread)
    place = await threads.run(rows.first)
    return Desk(place) if place else None


def language_of(query: str) -> str:
    """The page's language from a socket's query string."""
    asked = parse_qs(query).get("lang", ["en"])[0]
    return asked if asked in dict(settings.LANGUAGES) else "en"
