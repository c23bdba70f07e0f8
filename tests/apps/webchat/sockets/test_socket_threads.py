"""A frame waits for no thread that a page may keep busy."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator

from apps.properties.models import Property
from apps.webchat.consumers import ChatConsumer

pytestmark = pytest.mark.usefixtures("closed_connections")


@pytest_asyncio.fixture
async def socket(resort: Property) -> AsyncIterator[Any]:
    """A page's websocket to the consumer, in this process."""
    scope = {
        "type": "websocket",
        "path": f"/ws/{resort.slug}/",
        "url_route": {"kwargs": {"slug": resort.slug}},
        "query_string": b"",
        "headers": [],
    }
    # channels brings no types for its communicators.
    communicator: Any = ApplicationCommunicator
    opened = communicator(ChatConsumer.as_asgi(), scope)
    await opened.send_input({"type": "websocket.connect"})
    assert (await opened.receive_output(10))["type"] == "websocket.accept"
    yield opened
    await opened.send_input({"type": "websocket.disconnect", "code": 1000})
    await opened.wait(10)


async def test_a_frame_is_answered_while_a_page_is_rendered(socket: Any) -> None:
    rendered = threading.Event()
    page = asyncio.create_task(sync_to_async(rendered.wait)(20))
    try:
        frame = json.dumps({"type": "ping"})
        await socket.send_input({"type": "websocket.receive", "text": frame})
        answer = await socket.receive_output(5)
        assert json.loads(answer["text"]) == {"type": "pong"}
    finally:
        rendered.set()
        await page
