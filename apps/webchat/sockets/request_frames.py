"""The command `request` of the page: pressing an action of a request's card."""

from __future__ import annotations

from uuid import UUID

from apps.conversations.stream.events import Event
from apps.conversations.turns.chat_session import ChatSession
from apps.webchat.sockets.websocket_frames import Frame, InvalidFrame


async def press(session: ChatSession, frame: Frame) -> Event:
    """What has become of the request. Raises InvalidFrame where none is named."""
    if frame.id is None:
        raise InvalidFrame("not_text")
    return await session.requests.press(frame.id, frame.action, frame.version)


async def moved(session: ChatSession, request_id: str) -> list[Event]:
    """The card as it is now; nothing of a thread that the tab no longer shows."""
    shown = await session.requests.shown(UUID(request_id))
    return [shown] if shown else []
