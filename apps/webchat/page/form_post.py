"""Answers for pages without a script: one form post, one whole answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import connections
from django.utils.html import linebreaks

from apps.conversations.stream.events import Event
from apps.conversations.turns import chat_session
from apps.conversations.turns.chat_session import ChatSession
from apps.conversations.turns.limits import rate_limits
from apps.properties.models import Property

MOST_DIGITS = 9
NOBODYS = UUID(int=0)


@dataclass(frozen=True)
class Visit:
    """Whoever posts a form. thread and secret: of the page that was posted, so that
    the conversation goes on without a script; empty for a new one. place_in_focus: the
    row whose code the page was opened with."""

    place: Property
    language: str
    address: str
    thread: UUID | None = None
    secret: str = field(default="", repr=False)
    place_in_focus: int | None = None

    def session(self) -> ChatSession:
        chat = ChatSession(self.place, self.language)
        chat.place_in_focus = self.place_in_focus
        return chat

    def guest(self, chat: ChatSession) -> str:
        """Names the guest to the rate limits, once he has a thread."""
        return chat.guest_key(self.thread, self.secret)


def answer(visit: Visit, text: str, client_id: UUID) -> dict[str, Any]:
    """The question and its answer as HTML with its language, or why there is none."""
    # The turn takes connections of the same pool, so this thread may hold none.
    connections.close_all()
    chat = visit.session()
    event, cards = async_to_sync(_last_event)(chat, visit, text, client_id)
    is_answer = event["type"] == "done"
    html = event["html"] if is_answer else _paragraphs(event["message"])
    html_language = event["lang"] if is_answer else visit.language
    shown = {"question": text, "html": html, "lang": html_language}
    return {**shown, **_thread(chat), "requests": cards}


def press(visit: Visit, request: str, action: str, version: int) -> dict[str, Any]:
    """What has become of a request after the guest has pressed an action of it."""
    connections.close_all()
    chat = visit.session()
    chat.choose_thread(visit.thread, visit.secret)
    event = async_to_sync(_pressed)(chat, visit, request, action, version)
    html, card = _paragraphs(event["text"]), event["request"]
    shown = {"question": "", "html": html, "lang": visit.language}
    return {**shown, **_thread(chat), "requests": [card] if card else []}


def _thread(chat: ChatSession) -> dict[str, str]:
    """For hidden fields of this guest's own page."""
    return {"thread": str(chat.thread_id), "secret": chat.secret}


def notice(place: Property, reply: str, language: str) -> dict[str, Any]:
    """Why a message could not be taken."""
    chat = chat_session.ChatSession(place, language)
    html = _paragraphs(chat.notice(reply)["message"])
    return {"question": "", "html": html, "lang": language}


async def _last_event(
    chat: ChatSession, visit: Visit, text: str, client_id: UUID
) -> tuple[Event, list[dict[str, Any]]]:
    """The last event of the turn, or the event that refuses it; and its requests."""
    if refusal := await chat.too_fast(visit.guest(chat), visit.address, text):
        return refusal.event, []
    try:
        turn_id = await chat.ask(visit.thread, client_id, text, visit.secret)
    except chat_session.Overloaded:
        return await chat.please_wait("overloaded"), []
    except chat_session.TooManyUnanswered:
        return await chat.please_wait("one_moment"), []
    except chat_session.ConciergePaused:
        return chat.notice("resort_paused"), []
    event: Event = {}
    cards: list[dict[str, Any]] = []
    async for events in chat.follow(turn_id, 0):
        event = events[-1]
        for each in events:
            cards = each["items"] if each["type"] == "requests" else cards
    return event, cards


async def _pressed(
    chat: ChatSession, visit: Visit, request: str, action: str, version: int
) -> Event:
    guest, pace = visit.guest(chat), rate_limits.Pace.COMMAND
    if seconds := await rate_limits.wait_seconds(guest, visit.address, pace):
        refusal = await chat.please_wait("too_fast", seconds=seconds)
        return {"text": refusal["message"], "request": None}
    request_id = uuid_of(request) or NOBODYS
    return await chat.requests.press(request_id, action, version)


def _paragraphs(text: str) -> str:
    return linebreaks(text, autoescape=True)


def uuid_of(text: str) -> UUID | None:
    """The id that a form names; None for a text that is none."""
    try:
        return UUID(text)
    except ValueError:
        return None


def version_of(text: str) -> int:
    """That of the card that was pressed; 0, which is nobody's, for none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_number else 0
