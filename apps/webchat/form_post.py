"""Answers for pages without a script: one form post, one whole answer."""

from __future__ import annotations

from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import connections
from django.utils.html import linebreaks

from apps.conversations.stream.events import Event
from apps.conversations.turns import refusals, session
from apps.properties.models import Property


def answer(
    place: Property, text: str, client_id: UUID, language: str, address: str
) -> dict[str, str]:
    """The question and its answer as HTML with its language, or why there is none."""
    # The turn takes connections of the same pool; who waits for it may hold none.
    connections.close_all()
    last = async_to_sync(_take)(place, text, client_id, language, address)
    is_answer = last["type"] == "done"
    html = last["html"] if is_answer else _paragraphs(last["message"])
    spoken = last["lang"] if is_answer else language
    return {"question": text, "html": html, "lang": spoken}


def notice(place: Property, reply: str, language: str) -> dict[str, str]:
    """Why a message could not be taken."""
    desk = session.Desk(place)
    desk.language = language
    html = _paragraphs(desk.notice(reply)["message"])
    return {"question": "", "html": html, "lang": language}


async def _take(
    place: Property, text: str, client_id: UUID, language: str, address: str
) -> Event:
    """The last event of the turn."""
    desk = session.Desk(place)
    desk.language = language
    if refusal := await refusals.too_fast(desk, address, address, text):
        return refusal.event
    try:
        turn_id = await desk.ask(None, client_id, text)
    except session.Overloaded:
        return desk.notice("overloaded")
    except session.Resting:
        return desk.notice("resort_paused")
    events = [one async for some in desk.follow(turn_id, 0) for one in some]
    return events[-1]


def _paragraphs(text: str) -> str:
    return linebreaks(text, autoescape=True)
