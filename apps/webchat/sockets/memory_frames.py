"""The command `memory` of the page: list, forget, agree, and take along."""

from __future__ import annotations

from apps.conversations.stream.events import Event
from apps.conversations.turns.chat_session import ChatSession
from apps.webchat.page.texts import PageTexts
from apps.webchat.sockets.websocket_frames import Frame, InvalidFrame


async def answer(session: ChatSession, frame: Frame) -> Event:
    """What the page asked for. Raises InvalidFrame for an unknown wish."""
    memory = session.memory
    memory.choose_key(frame.memory_key)
    match frame.action:
        case "list":
            return await memory.shown()
        case "forget":
            return await memory.forget(frame.fact)
        case "agree" | "decline":
            is_given = frame.action == "agree"
            return await memory.consent(is_given, consent_text(session))
        case "export":
            return await memory.export()
    raise InvalidFrame("not_text")


async def too_fast(session: ChatSession, seconds: int) -> Event:
    """The event for a command that comes too soon: it is refused, and says why."""
    error = await session.please_wait("memory_too_fast", seconds=seconds)
    return {**error, "type": "memory_refused"}


def consent_text(session: ChatSession) -> str:
    """The literal text beside the button, in the language of the page."""
    words = PageTexts(session.language).page(name=session.place.name)
    return f"{words['consent']} {words['consent_note']}"
