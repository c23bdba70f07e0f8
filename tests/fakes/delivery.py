"""How scripted replies are sent, whichever protocol their words are written in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.responses import PlainTextResponse, Response, StreamingResponse

from tests.fakes.replies import Cut, Failure, Garbage, Reply, Text
from tests.fakes.script import GeminiServer


def trouble(
    reply: Reply | None, failure: Callable[[Failure], Response]
) -> Response | None:
    """The response of a server that fails; None where the reply is an answer."""
    if isinstance(reply, Failure):
        return failure(reply)
    if isinstance(reply, Garbage):
        return PlainTextResponse(reply.body)
    return None


def streamed(fake: GeminiServer, events: AsyncIterator[str]) -> Response:
    """Counts a client that goes away in the middle."""

    async def counted() -> AsyncIterator[str]:
        try:
            async for event in events:
                yield event
        except asyncio.CancelledError:
            fake.disconnects += 1
            raise

    return StreamingResponse(counted(), media_type="text/event-stream")


async def paced(reply: Text) -> AsyncIterator[tuple[str, int, bool]]:
    """Each word in its time: (word and space, words so far, whether it is the last)."""
    await asyncio.sleep(reply.first_pause)
    words = reply.text.split(" ")
    for count, word in enumerate(words, start=1):
        await asyncio.sleep(reply.pause)
        is_last = count == len(words)
        yield word if is_last else f"{word} ", count, is_last


async def cut(reply: Cut, event: Callable[[str], str]) -> AsyncIterator[str]:
    """The words before the break, as events of the protocol."""
    for word in reply.text.split():
        yield event(f"{word} ")
    if not reply.cleanly:
        raise ConnectionAbortedError("The test cuts the line here.")
