"""How large a request may be, counted while it is read."""

from __future__ import annotations

import json
from typing import Any

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    Scope,
)
from django.conf import settings
from django.template.loader import render_to_string

from apps.webchat.api import paths

# Staff and their sheets may hand in whole tables.
STAFF_PATHS = ("/admin/", "/cms/")
DOCUMENT_PATH = "/admin/documents/upload/"
# Besides the document: its form.
FORM_BYTES = 65_536
REFUSAL = {
    "error": {"code": "too_large", "message": "That is more than this address takes."}
}


class TooLarge(Exception):  # noqa: N818 - it says what the body is
    """More has come than the address takes."""


class BodyLimit:
    """ASGI middleware: 413 by the length that is announced, or by what really comes."""

    def __init__(self, app: ASGI3Application) -> None:
        self._app = app

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most_bytes = limit(scope["path"])
        unread_bytes = most_bytes

        async def counted() -> ASGIReceiveEvent:
            nonlocal unread_bytes
            message = await receive()
            unread_bytes -= len(message.get("body", b""))  # type: ignore[arg-type]
            if unread_bytes < 0:
                raise TooLarge
            return message

        if _announced(scope) > most_bytes:
            await _refuse(scope, send)
            return
        try:
            await self._app(scope, counted, send)
        except TooLarge:
            await _refuse(scope, send)


def limit(path: str) -> int:
    """Bytes of a body that this address takes."""
    if path == DOCUMENT_PATH:
        return int(settings.MAX_DOCUMENT_BYTES) + FORM_BYTES
    is_staff = path.startswith(STAFF_PATHS)
    most_bytes: int = (
        settings.MAX_UPLOAD_BYTES if is_staff else settings.MAX_REQUEST_BODY_BYTES
    )
    return most_bytes


def _announced(scope: Any) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _refuse(scope: Any, send: Any) -> None:
    """In words for a browser that shows a page; else as the API says it."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    is_for_page = b"text/html" in accepted and not paths.is_api(scope["path"])
    body = _page(scope["path"]) if is_for_page else json.dumps(REFUSAL)
    kind = b"text/html; charset=utf-8" if is_for_page else b"application/json"
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send(
        {"type": "http.response.body", "body": body.encode(), "more_body": False}
    )


def _page(path: str) -> str:
    is_staff = path.startswith(STAFF_PATHS)
    values = {
        "path": path,
        "is_staff": is_staff,
        "most_bytes": limit(path),
        "most_file_bytes": settings.MAX_FILE_BYTES,
    }
    return render_to_string("413.html", values)
