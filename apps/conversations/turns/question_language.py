"""The language in which a question is answered."""

from __future__ import annotations

import asyncio
from uuid import UUID

from apps.concierge import replies
from apps.concierge.guardrails import checks
from apps.conversations import thread_secrets
from apps.conversations.models import Turn
from apps.infrastructure import database_threads
from apps.language import detect as languages
from apps.language import few_words, legible

# The route of a turn about the guest's bookings.
BOOKINGS = "bookings"


async def of(text: str, default: str) -> str:
    """The language of a text; `default` where that is unclear.

    A cry for help has few words. Where the guest has not written in a language of their
    own before, it is answered in the likeliest one.
    """
    text = legible.text(text)
    language = languages.detect(text, default="")
    if language or default != replies.FIRST_LANGUAGE:
        return language or languages.detect(text, default=default)
    if await asyncio.to_thread(checks.likely_urgency, text, None):
        return few_words.likeliest(text, default)
    return languages.detect(text, default=default)


async def in_thread(
    text: str, page_language: str, thread: tuple[UUID, int, str] | None
) -> str:
    """Of a text that does not tell: what the guest wrote before, or the page's.

    thread: its id, property and secret; None for one that begins with this text.
    """
    if language := languages.detect(legible.text(text), default=""):
        return language
    earlier = await _language_so_far(*thread) if thread else ""
    return await of(text, earlier or page_language)


async def _language_so_far(thread_id: UUID, property_id: int, secret: str) -> str:
    """The language of the thread's last question; empty where none is spoken."""
    return await database_threads.run(_spoken_so_far, thread_id, property_id, secret)


def _spoken_so_far(thread_id: UUID, property_id: int, secret: str) -> str:
    """Some are spoken of bookings alone, and count in a thread that is about them."""
    language = thread_secrets.language_of(thread_id, property_id, secret)
    if language in replies.languages():
        return language
    if language not in replies.languages_of_bookings():
        return ""
    turns = Turn.objects.filter(conversation=thread_id, route=BOOKINGS)
    return language if turns.exists() else ""
