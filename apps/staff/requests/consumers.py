"""The websocket of an open queue: it says that the list has changed, and no more."""

from __future__ import annotations

import asyncio
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from apps.infrastructure import database_threads
from apps.staff.requests import live

# The codes follow those of HTTP; servers may only choose from 3000 to 4999.
FORBIDDEN, IDLE = 4403, 4408
CHANGED = '{"type":"changed"}'


class RequestsConsumer(AsyncWebsocketConsumer):
    """One tab of one member of staff."""

    async def connect(self) -> None:
        self.groups_joined: set[str] = set()
        self.idle_timer: asyncio.TimerHandle | None = None
        self.user_id: int | None = getattr(self.scope.get("user"), "pk", None)
        places = await database_threads.run(live.properties_of, self.user_id)
        await self.accept()
        if not places:
            await self.close(FORBIDDEN)
            return
        for place in places:
            name = live.group(place)
            self.groups_joined.add(name)
            await live.tolerate_outage(
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
            await live.tolerate_outage(
                self.channel_layer.group_discard(name, self.channel_name)
            )

    async def requests_changed(self, event: dict[str, Any]) -> None:
        """Rights may have been taken since the page was opened."""
        places = await database_threads.run(live.properties_of, self.user_id)
        if not places:
            await self.close(FORBIDDEN)
        elif event["property"] in places:
            await self.send(CHANGED)

    def _restart_timer(self) -> None:
        if self.idle_timer:
            self.idle_timer.cancel()
        loop = asyncio.get_running_loop()
        self.idle_timer = loop.call_later(settings.SOCKET_IDLE_SECONDS, self._end)

    def _end(self) -> None:
        self.closing = asyncio.ensure_future(self.close(IDLE))
