"""What a chat door needs: one desk a socket, bound to one property and one thread."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID, uuid4

from django.conf import settings

from apps.concierge import replies
from apps.concierge.tools import language as languages
from apps.conversations import history, records, threads
from apps.conversations.events import Event
from apps.conversations.follow import follow
from apps.conversations.models import Conversation, Turn
from apps.conversations.turns import Ask, Turns
from apps.properties.models import Property

turns = Turns()
MOST_UNFINISHED = 3


class Resting(Exception):  # noqa: N818 - it says what the concierge does
    """The property has paused its concierge."""


class Busy(Exception):  # noqa: N818 - it says what the concierge is
    """Enough questions of this thread wait for their answers already."""


class Desk:
    """Serves one guest. A thread of another property is never shown here."""

    def __init__(self, place: Property) -> None:
        self.place = place
        self.language = "en"
        self.thread_id: UUID = uuid4()

    async def hello(self, thread: UUID | None) -> dict[str, Any]:
        """The thread's history; an unknown or foreign id begins a new thread."""
        known = await threads.run(history.find, thread, self.place.pk)
        self.thread_id = known.pk if known else uuid4()
        return await threads.run(history.of, self.thread_id)

    async def ask(self, thread: UUID | None, client_id: UUID, text: str) -> str:
        """Takes a turn; returns its id. Raises Resting or Busy."""
        conversation = await threads.run(self._conversation, thread)
        if conversation.property.bot_mode == Property.BotMode.PAUSED:
            raise Resting
        waiting = await threads.run(records.unfinished, conversation.pk)
        if waiting >= MOST_UNFINISHED:
            raise Busy
        self.thread_id = conversation.pk
        spoken = languages.detect(text, default=self.language)
        turn = await turns.take(Ask(conversation, client_id, text, spoken))
        return str(turn.pk)

    async def stop(self, turn_id: str) -> None:
        if await self.owns(turn_id):
            turns.stop(turn_id)

    async def owns(self, turn_id: str) -> bool:
        """Whether a turn belongs to the thread of this socket."""
        if not turn_id:
            return False
        rows = Turn.objects.filter(conversation_id=self.thread_id, pk=turn_id)
        return await threads.run(rows.exists)

    def follow(self, turn_id: str, after: int) -> AsyncIterator[list[Event]]:
        return follow(turns, turn_id, after)

    def notice(self, reply: str) -> Event:
        """A fixed sentence about a message that could not be taken."""
        text = replies.say(
            reply,
            self.language,
            property=self.place.name,
            phone=self.place.phone,
            limit=settings.MAX_MESSAGE_CHARS,
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

    def _conversation(self, thread: UUID | None) -> Conversation:
        known = history.find(thread, self.place.pk)
        if known:
            return known
        self.place.refresh_from_db(fields=["bot_mode"])
        taken = Conversation.objects.filter(pk=self.thread_id).exists()
        return Conversation.objects.create(
            id=uuid4() if taken else self.thread_id, property=self.place
        )


async def open_for(slug: str) -> Desk | None:
    """A desk at this property, or None when there is no such property."""
    rows = Property.objects.filter(slug=slug)
    place = await threads.run(rows.first)
    return Desk(place) if place else None


def language_of(query: str) -> str:
    """The page's language from a socket's query string."""
    asked = parse_qs(query).get("lang", ["en"])[0]
    return asked if asked in dict(settings.LANGUAGES) else "en"
