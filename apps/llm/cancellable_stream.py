"""Reading from a network stream that can be hung up on."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

Item = TypeVar("Item")


async def read_ahead(items: AsyncIterator[Item]) -> AsyncGenerator[Item, None]:
    """The same items, read by a task of their own.

    Closing the client's nested generators leaves the connection open until they are
    collected; a read that is cancelled closes it at once. What is read ahead is bounded
    by the length of an answer.
    """
    queue: asyncio.Queue[Item | None] = asyncio.Queue()

    async def read() -> None:
        async for item in items:
            queue.put_nowait(item)

    reader = asyncio.create_task(read())
    reader.add_done_callback(lambda _: queue.put_nowait(None))
    try:
        while (item := await queue.get()) is not None:
            yield item
        await reader  # Raises what ended the reading too early.
    finally:
        reader.cancel()
        await asyncio.wait([reader])
