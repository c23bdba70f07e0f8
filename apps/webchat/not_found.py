"""The websocket of an address where there is no property."""

from __future__ import annotations

from channels.generic.websocket import AsyncWebsocketConsumer

# The code follows that of HTTP; servers may only choose from 3000 to 4999.
NOT_FOUND = 4404


class NotFoundConsumer(AsyncWebsocketConsumer):
    """Closes sockets at unknown addresses; without it they end in a stack trace."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)
