"""The websockets of open lists: they say that a list has changed, and no more."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from apps.infrastructure import database_threads
from apps.staff.live import announcements
from apps.staff.live.announcements import APPROVALS, REQUESTS, LiveList

# The codes follow those of HTTP; servers may only choose from 3000 to 4999.
FORBIDDEN, IDLE = 4403, 4408
CHANGED = '{"type":"changed"}'


class ListConsumer(AsyncWebsocketConsumer):
    """One tab of one member of staff."""

    live_list: ClassVar[LiveList]

    async def connect(self) -> None:
        self.groups_joined: set[str] = set()
        self.idle_timer: asyncio.TimerHandle | None = None
        self.user_id: int | None = getattr(self.scope.get("user"), "pk", None)
        places = await self._properties()
        await self.accept()
        if not places:
            await self.close(FORBIDDEN)
            return
        for place in places:
            name = self.live_list.group(place)
            self.groups_joined.add(name)
            await announcements.tolerate_outage(
                self.channel_layer.group_add(name, self.channel_name)
            )
        self._restart_timer()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without closing old connections in asgiref's one thread, as Channels does."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for {message['type']}")
        await handler(message)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Whatever a page sends says only that it is there."""
        self._restart_timer()

    async def disconnect(self, code: int) -> None:
        if self.idle_timer:
            self.idle_timer.cancel()
        for name in self.groups_joined:
            await announcements.tolerate_outage(
                self.channel_layer.group_discard(name, self.channel_name)
            )

    async def list_changed(self, event: dict[str, Any]) -> None:
        """Rights may have been taken since the page was opened."""
        places = await self._properties()
        if not places:
            await self.close(FORBIDDEN)
        elif event["property"] in places:
            await self.send(CHANGED)

    async def _properties(self) -> list[int]:
        return await database_threads.run(
            announcements.properties_of, self.live_list, self.user_id
        )

    def _restart_timer(self) -> None:
        if self.idle_timer:
            self.idle_timer.cancel()
        loop = asyncio.get_running_loop()
        self.idle_timer = loop.call_later(settings.SOCKET_IDLE_SECONDS, self._end)

    def _end(self) -> None:
        self.closing = asyncio.ensure_future(self.close(IDLE))


class RequestsConsumer(ListConsumer):
    """The queue of requests."""

    live_list = REQUESTS


class ApprovalsConsumer(ListConsumer):
    """The answers to approve."""

    live_list = APPROVALS
