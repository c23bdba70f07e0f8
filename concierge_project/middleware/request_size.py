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

from apps.staff.accounts import upload_permit
from apps.webchat.api import paths

# Staff and their sheets may hand in whole tables.
STAFF_PATHS = ("/admin/", "/cms/")
DOCUMENT_PATH = "/admin/documents/upload/"
# Besides the document: its form.
FORM_BYTES = 65_536
REFUSAL = {
    "error": {"code": "too_large", "message": "That is more than this address takes."}
}
SIGN_IN = {
    "error": {"code": "sign_in", "message": "Sign in, open the page again and send it."}
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
        most_bytes = limit(scope["path"], cookies(scope))
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


def limit(path: str, cookie: bytes) -> int:
    """Bytes of a body that this address takes from whoever has this cookie."""
    most_bytes: int = settings.MAX_REQUEST_BODY_BYTES
    if not path.startswith(STAFF_PATHS) or _has_to_sign_in(path, cookie):
        return most_bytes
    most_bytes = settings.MAX_UPLOAD_BYTES
    if path == DOCUMENT_PATH:
        most_bytes = settings.MAX_DOCUMENT_BYTES + FORM_BYTES
    return most_bytes


def cookies(scope: Any) -> bytes:
    return bytes(dict(scope["headers"]).get(b"cookie", b""))


def _has_to_sign_in(path: str, cookie: bytes) -> bool:
    return path.startswith(upload_permit.PATH) and not upload_permit.is_in(cookie)


def _announced(scope: Any) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _refuse(scope: Any, send: Any) -> None:
    """In words for a browser that shows a page; else as the API says it."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    is_for_page = b"text/html" in accepted and not paths.is_api(scope["path"])
    is_stranger = _has_to_sign_in(scope["path"], cookies(scope))
    status, refusal = (403, SIGN_IN) if is_stranger else (413, REFUSAL)
    body = _page(scope, is_stranger) if is_for_page else json.dumps(refusal)
    kind = b"text/html; charset=utf-8" if is_for_page else b"application/json"
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send(
        {"type": "http.response.body", "body": body.encode(), "more_body": False}
    )


def _page(scope: Any, is_stranger: bool) -> str:
    path = scope["path"]
    is_staff = path.startswith(STAFF_PATHS)
    values = {
        "path": path,
        "is_staff": is_staff,
        "is_stranger": is_stranger,
        "most_bytes": limit(path, cookies(scope)),
        "most_file_bytes": settings.MAX_FILE_BYTES,
    }
    return render_to_string("413.html", values)
