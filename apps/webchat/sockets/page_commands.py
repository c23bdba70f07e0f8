"""The commands `memory`, `request` and `share` of the page: what is remembered of the
guest, the actions of a request's card, and links to the conversation.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from apps.conversations.models import Conversation, ShareLink
from apps.conversations.sharing import links, shown
from apps.conversations.stream.events import Event
from apps.conversations.turns.chat_session import ChatSession
from apps.infrastructure import database_threads, qr_code
from apps.webchat.page.texts import PageTexts
from apps.webchat.sockets.websocket_frames import Frame, InvalidFrame


async def memory(session: ChatSession, frame: Frame) -> Event:
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


async def press(session: ChatSession, frame: Frame) -> Event:
    """What has become of the request. Raises InvalidFrame where none is named."""
    if frame.id is None:
        raise InvalidFrame("not_text")
    return await session.requests.press(frame.id, frame.action, frame.version)


async def moved(session: ChatSession, request_id: str) -> list[Event]:
    """The card as it is now; nothing of a thread that the tab no longer shows."""
    shown = await session.requests.shown(UUID(request_id))
    return [shown] if shown else []


async def share(session: ChatSession, frame: Frame, scope: dict[str, Any]) -> Event:
    """What the page asked for. Raises InvalidFrame for an unknown wish.

    scope: of the page's socket, which tells where the page is open.
    """
    if frame.action not in {"make", "stop"}:
        raise InvalidFrame("not_text")
    texts = PageTexts(session.language)
    if not await session.is_open():
        return {"type": "shared", "is_shared": False, "words": texts.share()}
    if frame.action == "stop":
        await database_threads.run(links.revoke_all, session.thread_id, timezone.now())
        return {"type": "shared", "is_shared": False, "words": texts.share()}
    address = settings.SITE_URL.rstrip("/") or _origin(scope)
    return await database_threads.run(_make_link, session.thread_id, texts, address)


def _origin(scope: dict[str, Any]) -> str:
    """The site of the page; it was checked when the socket was opened."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    return headers.get(b"origin", b"").decode("latin-1")


def _make_link(thread_id: UUID, texts: PageTexts, address: str) -> Event:
    """The link and its code; both empty where nothing could be read behind it."""
    now = timezone.now()
    event = {"type": "shared", "is_shared": False, "url": "", "code": ""}
    conversation = Conversation.objects.select_related("property").get(pk=thread_id)
    preview = ShareLink(conversation=conversation, created_at=now)
    if not shown.exchanges(preview, now):
        return {**event, "words": texts.share()}
    token, expires_at = links.make(thread_id, now)
    url = f"{address}{reverse('shared', args=[token])}"
    until = texts.date_and_time(expires_at.astimezone(conversation.property.zone))
    link_values = {"is_shared": True, "url": url, "code": qr_code.svg(url)}
    return {**event, **link_values, "words": texts.share(until=until)}
