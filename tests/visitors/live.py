"""The same visitor at the doors where words come as events, texts or archives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import AsyncClient, Client

from apps.conversations.models import Conversation
from apps.conversations.stream.events import STAFF_TYPES
from apps.conversations.turns import chat_session
from apps.infrastructure import database_scope, loop_clients
from apps.reservations.models import RequestNote
from apps.sms.incoming import answering
from apps.sms.models import InboundText, OutboundText
from concierge_project.asgi import application
from tests.five_resorts import OUR_NUMBERS, Resorts
from tests.visitors.pages import QUESTIONS, PageVisitor

ORIGIN = "http://testserver"
Frame = dict[str, Any]


class Visitor(PageVisitor):
    """A guest of one resort and its staff, who try the ids of another one."""

    def doors(self) -> list[Callable[[], Any]]:
        return [
            *[*super().doors(), self.socket, self.live_list, self.followed_trace],
            *[self.exported_thread, self.erased_thread],
        ]

    def doors_of_turns(self) -> list[Callable[[], Any]]:
        """A turn takes longer than all other doors together."""
        return [
            *[self.ask_in_foreign_thread, self.chat, self.socket_question],
            *[self.text_message, self.trace],
        ]

    def open_doors(self) -> list[Callable[[], Any]]:
        """Those that tell the words where both resorts are the same."""
        return [
            *[self.document, self.picture_of_document, self.resort_map],
            *[self.shared_page, self.exported_thread, self.live_list, self.trace],
            *[self.chat, self.socket_question, self.text_message, self.erased_thread],
        ]

    def socket(self) -> str:
        """The foreign thread's frames over the socket of the own resort's page."""
        thread, turn = self._foreign("conversation"), self._foreign("turn")
        named = {"thread": thread, "secret": self._secret(), "turn": turn}
        kinds = ["hello", "resume", "rate", "stop", "forget", "memory", "bookings"]
        frames = [{"type": kind, **named} for kind in [*kinds, "share", "request"]]
        return self._at_page(self.choose.sample(frames, 3))

    def socket_question(self) -> str:
        return self._at_page([self._question()])

    def live_list(self) -> str:
        """What an open list of the staff hears while the other resort's moves."""
        request: Any = self.resorts.rows[self.foreign_word]["reservations.request"]

        async def move() -> None:
            with database_scope.all_properties():
                await RequestNote.objects.acreate(request=request, text="Twice.")

        path = self.choose.choice(["/admin/ws/requests/", "/admin/ws/approvals/"])
        has_changed = async_to_sync(_listen)(path, self._cookie(), move)
        return self.foreign_word if has_changed else ""

    def trace(self) -> str:
        """How an answer of the other resort was made, which its own staff may see."""
        form = {"message": QUESTIONS[0], "property": self.foreign_word.lower()}
        return _of_staff(async_to_sync(_chat)(form, self._cookie()))

    def followed_trace(self) -> str:
        turn = self._foreign("turn")
        frames = [{"type": "resume", "turn": turn}]
        path = f"/ws/{self.foreign_word.lower()}/"
        return _of_staff(async_to_sync(_talk)(path, frames, self._cookie()))

    def chat(self) -> str:
        form = {
            "message": self.choose.choice(QUESTIONS),
            "property": self.place.slug,
            "thread_id": self._foreign("conversation"),
            "thread_secret": self._secret(),
        }
        return str(async_to_sync(_chat)(form))

    def exported_thread(self) -> Any:
        answer = self._thread("get")
        return self.foreign_word if answer.status_code == 200 else answer

    def erased_thread(self) -> Any:
        answer = self._thread("delete")
        with database_scope.all_properties():
            rows = Conversation.objects.filter(pk=self._foreign("conversation"))
            return answer if rows.exists() else self.foreign_word

    def text_message(self) -> str:
        """A phone that the other resort knows, at the own one's number."""
        words = self.choose.choice([*QUESTIONS, "What do you know about me?"])
        sender, number = self.resorts.phone, OUR_NUMBERS[self.own_word]
        body, headers = self.resorts.telnyx.incoming(sender, number, words)
        kind = "application/json"
        Client().post("/sms/telnyx", body, content_type=kind, headers=headers)
        with database_scope.scoped_to(self.place.pk):
            for text in InboundText.objects.filter(status="waiting"):
                answering.answer(text.pk)
            sent = OutboundText.objects.filter(property=self.place).order_by("-pk")[:2]
            return str(list(sent.values()))

    def _thread(self, method: str) -> Any:
        call = getattr(self.guest, method)
        address = f"/threads/{self._foreign('conversation')}"
        return call(address, headers={"x-thread-secret": self._secret()})

    def _at_page(self, frames: list[Frame]) -> str:
        path = f"/ws/{self.place.slug}/"
        return str(async_to_sync(_talk)(path, [{"type": "hello"}, *frames]))

    def _question(self) -> Frame:
        named = {"thread": self._foreign("conversation"), "secret": self._secret()}
        text = self.choose.choice(QUESTIONS)
        return {"type": "ask", "id": str(uuid4()), "text": text, **named}

    def _foreign(self, model: str) -> str:
        return self.resorts.id_of(self.foreign_word, f"conversations.{model}")

    def _secret(self) -> str:
        """No secret, or that of the visitor's own thread."""
        return self.choose.choice(["", Resorts.secret(self.own_word)])

    def _cookie(self) -> str:
        name = settings.SESSION_COOKIE_NAME
        return f"{name}={self._staff().cookies[name].value}"


def _socket(path: str, cookie: str) -> WebsocketCommunicator:
    headers = {"host": "testserver", "origin": ORIGIN, "cookie": cookie}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    return WebsocketCommunicator(application, path, headers=pairs)


async def _talk(path: str, frames: list[Frame], cookie: str = "") -> list[Frame]:
    """Sends the frames; what came until the last one, a ping, was answered."""
    socket = _socket(path, cookie)
    await socket.connect(timeout=10)
    for frame in frames:
        await socket.send_json_to(frame)
    events = await _until(socket, ("done", "error")) if _asks(frames) else []
    await socket.send_json_to({"type": "ping"})
    events += await _until(socket, ("pong",))
    await socket.disconnect()
    await _settle()
    return events


def _asks(frames: list[Frame]) -> bool:
    return any(frame["type"] == "ask" for frame in frames)


async def _until(socket: WebsocketCommunicator, kinds: tuple[str, ...]) -> list[Frame]:
    events: list[Frame] = []
    while not events or events[-1].get("type") not in kinds:
        message = await socket.receive_output(timeout=30)
        if message["type"] == "websocket.close":
            break
        frame = json.loads(message["text"])
        events += frame.get("events", [frame])
    return events


async def _listen(path: str, cookie: str, move: Callable[[], Any]) -> bool:
    """Whether the list hears anything within a moment after the move."""
    socket = _socket(path, cookie)
    await socket.connect(timeout=10)
    await asyncio.sleep(0.05)  # it joins its groups after it has accepted
    await move()
    is_silent = await socket.receive_nothing(timeout=0.05)
    await socket.disconnect()
    await _settle()
    return not is_silent


async def _chat(form: dict[str, str], cookie: str = "") -> list[Frame]:
    client = AsyncClient(headers={"origin": ORIGIN})
    client.cookies.load(cookie)
    answer: Any = await client.post("/chat", form, content_type="application/json")
    if not answer.streaming:
        return [answer.json()]
    chunks = [chunk async for chunk in answer]
    await _settle()
    lines = b"".join(chunks).decode().splitlines()
    return [json.loads(line[5:]) for line in lines if line.startswith("data:")]


async def _settle() -> None:
    """The next door has an event loop of its own, and so a runner of its own."""
    await chat_session.turn_runner().settled()
    chat_session.turn_runner.cache_clear()
    await loop_clients.close()


def _of_staff(events: list[Frame]) -> str:
    return str([event for event in events if event.get("type") in STAFF_TYPES])
