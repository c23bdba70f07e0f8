"""One line for every request, and an id that all lines of a request carry."""

from __future__ import annotations

import logging
import time
from typing import Any
from uuid import uuid4

import structlog
from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)

from apps.infrastructure import patterns
from concierge_project import refusals

log = logging.getLogger(__name__)
# What somebody else calls the request is taken over when it can do no harm in a log.
GOOD_ID = patterns.compile(r"[A-Za-z0-9-]{1,64}")
REFUSED = range(400, 500)
# A segment of a path as long as a token, unless it is the id of a row.
TOKEN = patterns.compile(r"[A-Za-z0-9_-]{24,}")
ID = patterns.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class AccessLog:
    """ASGI middleware; streams pass through it unbuffered."""

    def __init__(self, app: ASGI3Application) -> None:
        self._app = app

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        began, request_id, status = time.perf_counter(), _id(scope), 0

        async def send_with_headers(message: ASGISendEvent) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                took = f"{(time.perf_counter() - began) * 1000:.1f}"
                message["headers"] = [
                    *message.get("headers", ()),
                    (b"x-request-id", request_id.encode()),
                    (b"x-response-time-ms", took.encode()),
                ]
            await send(message)

        with (
            structlog.contextvars.bound_contextvars(request_id=request_id),
            refusals.collected() as reasons,
        ):
            try:
                await self._app(scope, receive, send_with_headers)
            finally:
                _log(scope, status, time.perf_counter() - began, reasons)


def _id(scope: Any) -> str:
    headers = dict(scope.get("headers", ()))
    client_id: str = headers.get(b"x-request-id", b"").decode("latin-1")
    return client_id if GOOD_ID.fullmatch(client_id) else str(uuid4())


def _log(scope: Any, status: int, seconds: float, reasons: list[str]) -> None:
    """The path without its query, which may hold what a guest typed, and without
    tokens, which let whoever reads them in. A refusal is a warning, with its reason.
    """
    log.log(
        logging.WARNING if status in REFUSED else logging.INFO,
        "%s %s",
        scope.get("method", scope["type"]),
        "/".join(map(_without_token, scope.get("path", "").split("/"))),
        extra={
            "status": status,
            "ms": round(seconds * 1000, 1),
            **({"reason": " ".join(reasons)} if reasons else {}),
        },
    )


def _without_token(segment: str) -> str:
    """Invitations and resets of passwords have one; ids of threads are none."""
    is_token = TOKEN.fullmatch(segment) and not ID.fullmatch(segment)
    return "[token]" if is_token and any(map(str.isdigit, segment)) else segment
