"""Answers for pages without a script: one form post, one whole answer."""

from __future__ import annotations

from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import connections
from django.utils.html import format_html

from apps.conversations import door
from apps.conversations.events import Event
from apps.properties.models import Property


def answer(
    place: Property, text: str, client_id: UUID, language: str
) -> dict[str, str]:
    """The question and its answer as HTML."""
    # The turn takes connections of the same pool; who waits for it may hold none.
    connections.close_all()
    events = async_to_sync(_take)(place, text, client_id, language)
    last = events[-1]
    html = last["html"] if last["type"] == "done" else _paragraph(last["message"])
    return {"question": text, "html": html}


def notice(place: Property, reply: str, language: str) -> dict[str, str]:
    """Why a message could not be taken."""
    desk = door.Desk(place)
    desk.language = language
    return {"question": "", "html": _paragraph(desk.notice(reply)["message"])}


async def _take(
    place: Property, text: str, client_id: UUID, language: str
) -> list[Event]:
    desk = door.Desk(place)
    desk.language = language
    turn_id = await desk.ask(None, client_id, text)
    return [event async for events in desk.follow(turn_id, 0) for event in events]


def _paragraph(text: str) -> str:
    return format_html("<p>{}</p>", text)
