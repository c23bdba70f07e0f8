"""How much one guest holds open behind your own proxies."""

from __future__ import annotations

from functools import cache
from typing import Any

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    Scope,
)
from django.conf import settings

from apps.webchat import client_address
from apps.webchat.consumers import TOO_FAST
from concierge_project.web.connections import (
    RETRY_SECONDS,
    Connections,
    Refusal,
)


class ConnectionLimit:
    """ASGI middleware: counts open requests and sockets by their forwarded address.

    Without a proxy the server has counted the connection (`web/connections.py`).
    """

    def __init__(self, app: ASGI3Application) -> None:
        self._app = app

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if not settings.TRUSTED_PROXY_COUNT:
            await self._app(scope, receive, send)
            return
        address = client_address.of_socket(scope)
        if refusal := _forwarded().open(address):
            await _refuse(refusal, scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            _forwarded().close(address)


@cache
def _forwarded() -> Connections:
    most = settings.MAX_CONNECTIONS_PER_ADDRESS
    return Connections(settings.MAX_CONNECTIONS, most)


async def _refuse(refusal: Refusal, scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        # Browsers see the code of a socket only once it was open.
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TOO_FAST})
        return
    headers = [
        (b"content-type", b"application/json"),
        (b"retry-after", str(RETRY_SECONDS).encode()),
    ]
    start = {"type": "http.response.start", "status": refusal.status.value}
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.as_json()})
