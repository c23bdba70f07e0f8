"""Answers for pages without a script: one form post, one whole answer."""

from __future__ import annotations

from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import connections
from django.utils.html import linebreaks

from apps.conversations.stream.events import Event
from apps.conversations.turns import chat_session
from apps.properties.models import Property


def answer(
    place: Property, text: str, client_id: UUID, language: str, address: str
) -> dict[str, str]:
    """The question and its answer as HTML with its language, or why there is none."""
    # The turn takes connections of the same pool, so this thread may hold none.
    connections.close_all()
    event = async_to_sync(_last_event)(place, text, client_id, language, address)
    is_answer = event["type"] == "done"
    html = event["html"] if is_answer else _paragraphs(event["message"])
    html_language = event["lang"] if is_answer else language
    return {"question": text, "html": html, "lang": html_language}


def notice(place: Property, reply: str, language: str) -> dict[str, str]:
    """Why a message could not be taken."""
    chat = chat_session.ChatSession(place, language)
    html = _paragraphs(chat.notice(reply)["message"])
    return {"question": "", "html": html, "lang": language}


async def _last_event(
    place: Property, text: str, client_id: UUID, language: str, address: str
) -> Event:
    """The last event of the turn, or the event that refuses it."""
    chat = chat_session.ChatSession(place, language)
    if refusal := await chat.too_fast(address, address, text):
        return refusal.event
    try:
        turn_id = await chat.ask(None, client_id, text)
    except chat_session.Overloaded:
        return await chat.please_wait("overloaded")
    except chat_session.ConciergePaused:
        return chat.notice("resort_paused")
    event: Event = {}
    async for events in chat.follow(turn_id, 0):
        event = events[-1]
    return event


def _paragraphs(text: str) -> str:
    return linebreaks(text, autoescape=True)
