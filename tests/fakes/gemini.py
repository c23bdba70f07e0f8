"""A Gemini-shaped server on loopback, so that tests drive the real client over HTTP.

    with running_server() as server:
        server.script(Text("Good evening."), Failure(429))
        ...  # settings.GOOGLE_BASE_URL = server.url
        assert server.requests[0].model == "gemini-2.5-flash"

Wire format: https://ai.google.dev/api/generate-content
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from tests.fakes.gemini_app import application
from tests.fakes.replies import (
    BadForm,
    Blocked,
    Cut,
    Failure,
    Garbage,
    Json,
    Reply,
    Text,
)
from tests.fakes.script import GeminiServer, Request

__all__ = [
    "BadForm",
    "Blocked",
    "Cut",
    "Failure",
    "Garbage",
    "GeminiServer",
    "Json",
    "Reply",
    "Request",
    "Text",
    "running_server",
]

_START_SECONDS = 10


@contextmanager
def running_server(
    protocol: Callable[[GeminiServer], Starlette] = application,
) -> Iterator[GeminiServer]:
    """Serves on a free port of loopback until the block ends."""
    fake = GeminiServer()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    fake.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    config = uvicorn.Config(
        protocol(fake), log_level="critical", lifespan="off", ws="none"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        _wait_until_started(server)
        yield fake
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        listener.close()


def _wait_until_started(server: uvicorn.Server) -> None:
    ends_at = time.monotonic() + _START_SECONDS
    while not server.started:
        if time.monotonic() > ends_at:
            raise TimeoutError("The fake Gemini did not start.")
        time.sleep(0.005)
