"""Believes what a proxy says of a client only when it is one of our own."""

from __future__ import annotations

from typing import Any

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    Scope,
)
from django.conf import settings

from apps.webchat import client_address

FORWARDED = b"x-forwarded-"


class ForwardedHeaders:
    """ASGI middleware: drops these headers of everybody else.

    All that reads them further in, Django's own scheme included, may then trust them.
    """

    def __init__(self, app: ASGI3Application) -> None:
        self._app = app

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        await self._app(_believable(scope), receive, send)


def _believable(scope: Any) -> Any:
    peer = (scope.get("client") or ("", 0))[0]
    if settings.TRUSTED_PROXY_COUNT and client_address.is_proxy(peer):
        return scope
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if not name.lower().startswith(FORWARDED)
    ]
    return {**scope, "headers": headers}
