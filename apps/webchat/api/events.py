"""A turn's events as server-sent events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import orjson
from django.http import StreamingHttpResponse

from apps.conversations.stream.events import Event, for_guests
from apps.conversations.turns.session import Desk

log = logging.getLogger(__name__)
KEEP_ALIVE_SECONDS = 15
KEEP_ALIVE = b": still here\n\n"


def stream(desk: Desk, turn_id: str, after: int) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(
        _written(desk, turn_id, after), content_type="text/event-stream"
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"  # nginx would hold words back
    return answer


async def _written(desk: Desk, turn_id: str, after: int) -> AsyncIterator[bytes]:
    """The turn goes on when the reader leaves; nothing is kept for a slow one."""
    source = desk.follow(turn_id, after)
    more: asyncio.Future[list[Event]] | None = None
    try:
        while True:
            more = asyncio.ensure_future(anext(source, []))
            while not (await asyncio.wait([more], timeout=KEEP_ALIVE_SECONDS))[0]:
                yield KEEP_ALIVE
            if not (events := more.result()):
                return
            yield b"".join(_one(event) for event in events if for_guests(event))
    except asyncio.CancelledError:
        log.info("a reader of turn %s has left", turn_id)
        raise
    finally:
        if more and more.cancel():
            await asyncio.wait([more])


def _one(event: Event) -> bytes:
    name, number = event["type"], f"{event['turn']}:{event['seq']}"
    data = orjson.dumps(event).decode()
    return f"id: {number}\nevent: {name}\ndata: {data}\n\n".encode()
