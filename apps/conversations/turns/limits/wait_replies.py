"""What a guest reads who has to wait: never without the numbers to call in danger."""

from __future__ import annotations

from django.conf import settings

from apps.concierge import replies
from apps.concierge.answer import fixed_replies
from apps.concierge.context import Resort
from apps.concierge.nodes import off_topic
from apps.conversations.stream import events
from apps.conversations.stream.events import Event
from apps.conversations.turns import question_language
from apps.conversations.turns.graph_runs import graph_context
from apps.conversations.turns.limits import rate_limits
from apps.conversations.turns.limits.rate_limits import Limit, TooFast
from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.language import detect as languages
from apps.language import legible
from apps.properties import phones
from apps.properties.models import Property


class WaitReplies:
    """The replies to one guest; a flood of their questions reads the numbers once.

    language: of the guest's last question, or of the page where that does not tell.
    """

    def __init__(self, place: Property, language: str) -> None:
        self.place = place
        self.language = language
        self._resort: Resort | None = None

    def note_language(self, text: str, page_language: str) -> None:
        """Remembers the language of a question, or the page's if no reply speaks it."""
        language = languages.detect(legible.text(text), default=page_language)
        is_spoken = language in replies.languages()
        self.language = language if is_spoken else page_language

    async def too_fast(self, limit: Limit, text: str) -> TooFast:
        """The numbers alone for a guest in danger, a request to wait for the others."""
        if not limit.danger:
            event = await self.please_wait("too_fast", seconds=limit.seconds)
            return TooFast(limit.seconds, event)
        resort = await self._resort_now()
        language = await question_language.of(text, self.language)
        words, lines = off_topic.unstored(limit.danger, text, resort, language)
        event = {**_error(words, resort), "help": lines}
        return TooFast(limit.seconds, event, is_urgent=True)

    async def too_long(self, text: str) -> str:
        """That a message is not taken; to a guest in danger, whom to call."""
        limit = settings.MAX_MESSAGE_CHARS
        for part in (text[:limit], text[-limit:]):
            if danger := await rate_limits.danger_in(part):
                refusal = await self.too_fast(Limit(0, danger), part)
                return str(refusal.event["message"])
        return replies.say("too_long", self.language, limit=limit)

    async def please_wait(self, reply: str, **values: object) -> Event:
        """The `error` event with the fixed sentence whose id is `reply`."""
        resort = await self._resort_now()
        text = replies.say(
            reply,
            self.language,
            phone=resort.phone,
            emergency=fixed_replies.number_in_emergency(resort, self.language),
            **values,
        )
        return _error(text, resort)

    async def _resort_now(self) -> Resort:
        if self._resort is None:
            place_id = self.place.pk
            snapshot = await database_threads.run(property_snapshot.of, place_id)
            self._resort = graph_context.resort(snapshot.place)
        return self._resort


def _error(text: str, resort: Resort) -> Event:
    return events.error(text, resort.phone, phones.href(resort.phone))
