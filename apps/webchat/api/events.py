"""A turn's events as server-sent events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import orjson
from django.http import StreamingHttpResponse

from apps.conversations.stream.events import STAFF_TYPES, Event
from apps.conversations.turns.chat_session import ChatSession

log = logging.getLogger(__name__)
KEEP_ALIVE_SECONDS = 15
KEEP_ALIVE = b": still here\n\n"


def stream(
    chat_session: ChatSession, turn_id: str, after: int
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(
        _lines(chat_session, turn_id, after), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # nginx would hold words back
    return response


async def _lines(
    chat_session: ChatSession, turn_id: str, after: int
) -> AsyncIterator[bytes]:
    """The turn goes on when the reader leaves; nothing is buffered for a slow one."""
    source = chat_session.follow(turn_id, after)
    upcoming: asyncio.Future[list[Event]] | None = None
    try:
        while True:
            with chat_session.scope():  # the request's own scope has ended
                upcoming = asyncio.ensure_future(anext(source, []))
            while not (await asyncio.wait([upcoming], timeout=KEEP_ALIVE_SECONDS))[0]:
                yield KEEP_ALIVE
            if not (events := upcoming.result()):
                return
            if not chat_session.is_staff:
                events = [each for each in events if each["type"] not in STAFF_TYPES]
            yield b"".join(map(_encode, events))
            if events and events[-1]["type"] == "error":
                yield _encode(_end_of_failed(events[-1]))
    except asyncio.CancelledError:
        log.info("a reader of turn %s has left", turn_id)
        raise
    finally:
        if upcoming and upcoming.cancel():
            await asyncio.wait([upcoming])


def _end_of_failed(error: Event) -> Event:
    """`done`, which ends every turn for programs; the page ends at the error."""
    place = {"turn": error["turn"], "seq": error["seq"] + 1}
    return {"type": "done", "done": True, "status": "failed", "text": "", **place}


def _encode(event: Event) -> bytes:
    name, event_id = event["type"], f"{event['turn']}:{event['seq']}"
    body = orjson.dumps(event).decode()
    return f"id: {event_id}\nevent: {name}\ndata: {body}\n\n".encode()
