"""A turn's events as server-sent events."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import orjson
from django.http import StreamingHttpResponse

from apps.conversations.door import Desk
from apps.conversations.events import Event, for_guests

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
    """The turn goes on when the reader leaves; only the telling ends."""
    told: asyncio.Queue[bytes | None] = asyncio.Queue()
    teller = asyncio.create_task(_tell(desk, turn_id, after, told))
    try:
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                    piece = await told.get()
            except TimeoutError:
                piece = KEEP_ALIVE
            if piece is None:
                return
            yield piece
    except asyncio.CancelledError:
        log.info("a reader of turn %s has left", turn_id)
        raise
    finally:
        teller.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await teller


async def _tell(
    desk: Desk, turn_id: str, after: int, told: asyncio.Queue[bytes | None]
) -> None:
    try:
        async for events in desk.follow(turn_id, after):
            told.put_nowait(b"".join(_one(one) for one in events if for_guests(one)))
    finally:
        told.put_nowait(None)


def _one(event: Event) -> bytes:
    name, number = event["type"], f"{event['turn']}:{event['seq']}"
    data = orjson.dumps(event).decode()
    return f"id: {number}\nevent: {name}\ndata: {data}\n\n".encode()
