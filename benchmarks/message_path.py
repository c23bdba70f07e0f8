"""Which modules of this project a message, and a token of its answer, run through."""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import override_settings
from langchain_core.messages import AIMessageChunk, BaseMessage

from apps.infrastructure import loop_clients
from apps.llm.providers import ToolSchema
from apps.llm.stub import StubChat

ROOTS = ("apps", "concierge_project")
PATIENCE_SECONDS = 60


class Recorder:
    """Notes the modules whose functions run, in every thread, while it records.

    It follows the threads that start after it, so it is installed before the first
    question. Code that runs on import does not count.
    """

    def __init__(self) -> None:
        self._project = f"{settings.BASE_DIR}/"
        self._files: set[str] | None = None

    @contextmanager
    def installed(self) -> Iterator[None]:
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def start(self, reader: FrameType | None = None) -> None:
        """reader: what waits for the first call, and so is not called any more."""
        self._files = {reader.f_code.co_filename} if reader else set()

    def stop(self) -> frozenset[str]:
        """The modules since `start`; none when it does not record."""
        files, self._files = self._files or set(), None
        return frozenset(filter(None, map(self._module, files)))

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        files, code = self._files, frame.f_code
        if files is not None and event == "call" and code.co_name != "<module>":
            files.add(code.co_filename)

    def _module(self, file: str) -> str:
        """`apps.webchat.consumers`; empty for what is not of this project."""
        path = Path(file.removeprefix(self._project))
        is_ours = file.startswith(self._project) and path.parts[0] in ROOTS
        name = ".".join(path.with_suffix("").parts) if is_ours else ""
        return name.removesuffix(".__init__")


async def of_message(property_slug: str, question: str) -> list[str]:
    """Modules from the question's frame to `done`, with the configured provider."""
    recorder = Recorder()
    with recorder.installed():
        async with _socket(property_slug) as ask:
            async for _ in ask(question):
                pass  # reads what a process keeps
        async with _socket(property_slug) as ask:
            recorder.start()
            async for _ in ask(question):
                pass
            return sorted(recorder.stop())


async def of_token(property_slug: str, question: str) -> list[str]:
    """Modules from a model's chunk to the frame that carries it: the usual ones."""
    recorder, windows = Recorder(), Counter[frozenset[str]]()
    with (
        override_settings(STUB_MODELS="seed"),
        patch.object(StubChat, "stream", _recorded(StubChat.stream, recorder)),
        recorder.installed(),
    ):
        async with _socket(property_slug) as ask:
            async for event in ask(question):
                modules = recorder.stop()
                if event["type"] == "token" and modules:
                    windows[modules] += 1
    [(usual, _)] = windows.most_common(1)
    return sorted(usual - {StubChat.__module__})


def _recorded(stream: Any, recorder: Recorder) -> Any:
    """The model's stream, recording from each of its chunks on."""

    async def recorded(
        model: StubChat, messages: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        async for chunk in stream(model, messages, tools):
            recorder.start(sys._getframe().f_back)
            yield chunk

    return recorded


class _socket:  # noqa: N801 - used as a function
    """A page's websocket, connected to the application in this process."""

    def __init__(self, property_slug: str) -> None:
        from concierge_project.asgi import application  # noqa: PLC0415 - warms up

        host = settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"
        origin = f"http://{host}".encode()
        scope = {
            "type": "websocket",
            "path": f"/ws/{property_slug}/",
            "query_string": b"",
            "headers": [(b"host", host.encode()), (b"origin", origin)],
        }
        # channels brings no types for its communicators.
        communicator: Any = ApplicationCommunicator
        self._socket = communicator(application, scope)

    async def __aenter__(self) -> Any:
        await self._socket.send_input({"type": "websocket.connect"})
        reply = await self._socket.receive_output(PATIENCE_SECONDS)
        if reply["type"] != "websocket.accept":
            raise RuntimeError("The application refused the socket.")
        return self._ask

    async def __aexit__(self, *_: object) -> None:
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._socket.wait(PATIENCE_SECONDS)

    async def _ask(self, text: str) -> AsyncIterator[dict[str, Any]]:
        """The events of one turn, the last one included."""
        frame = json.dumps({"type": "ask", "id": str(uuid4()), "text": text})
        await self._socket.send_input({"type": "websocket.receive", "text": frame})
        while True:
            reply = await self._socket.receive_output(PATIENCE_SECONDS)
            message = json.loads(reply["text"])
            for event in message.get("events", [message]):
                yield event
                if event["type"] in ("done", "error"):
                    return


async def measure(property_slug: str, question: str) -> dict[str, list[str]]:
    """Modules by journey: `message` and `token`."""
    try:
        return {
            "message": await of_message(property_slug, question),
            "token": await of_token(property_slug, question),
        }
    finally:
        await loop_clients.close()
