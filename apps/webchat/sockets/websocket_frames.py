"""The frames that a browser may send: how they are parsed, and how many may come."""

from __future__ import annotations

import asyncio
import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from django.conf import settings

from apps.webchat.page import texts

# A character may be written as two escapes of six; the other fields need four more.
MAX_FRAME_BYTES_PER_CHAR = 16
# JavaScript counts no further.
MAX_NUMBER = 2**53
# A page sends a ping every twenty seconds and a few frames around each question.
MAX_FRAMES = 240
WINDOW_SECONDS = 60
# A page sends few of these, and each costs the site far more than the page.
RATE_LIMITED = (
    "hello",
    "resume",
    "rate",
    "forget",
    "stop",
    "memory",
    "request",
    "bookings",
    "share",
)


class InvalidFrame(Exception):  # noqa: N818 - it names the frame
    """`reply` is the id of the sentence that the guest receives.

    long_text: what is too long, in which a guest may cry for help.
    """

    def __init__(
        self, reply: Literal["not_text", "too_long", "empty"], long_text: str = ""
    ) -> None:
        super().__init__(reply)
        self.reply, self.long_text = reply, long_text


@dataclass(frozen=True)
class Frame:
    """One command of the page; fields that a command does not have are empty."""

    type: str
    id: UUID | None = None
    thread: UUID | None = None
    secret: str = field(default="", repr=False)
    turn: str = ""
    after: int = 0
    text: str = ""
    rating: int = 0
    reason: str = ""
    action: str = ""
    fact: str = ""
    memory_key: str = field(default="", repr=False)
    version: int = 0
    token: str = field(default="", repr=False)


def parse(text: str | None) -> Frame:
    """Reads a frame; raises InvalidFrame for anything that a page does not send."""
    if text and len(text) > MAX_FRAME_BYTES_PER_CHAR * settings.MAX_MESSAGE_CHARS:
        raise InvalidFrame("too_long", text)
    try:
        raw = json.loads(text or "")
    except (ValueError, RecursionError) as error:
        raise InvalidFrame("not_text") from error
    if not isinstance(raw, dict) or not isinstance(raw.get("type"), str):
        raise InvalidFrame("not_text")
    return Frame(
        type=raw["type"],
        id=_uuid(raw.get("id")),
        thread=_uuid(raw.get("thread")),
        secret=_secret(raw.get("secret")),
        turn=str(_uuid(raw.get("turn")) or ""),
        after=_number(raw.get("after")),
        text=clean(raw.get("text", "")),
        rating=_number(raw.get("rating")),
        reason=clean(raw.get("reason", "")),
        action=clean(raw.get("action", "")),
        fact=clean(raw.get("fact", "")),
        memory_key=_secret(raw.get("memory_key")),
        version=_number(raw.get("version")),
        token=_secret(raw.get("token")),
    )


def page_language(query: Mapping[str, str]) -> str:
    """The language of the page, from the query of its socket."""
    return texts.offered_language(query.get("lang", "")) or "en"


def clean(text: Any) -> str:
    """A message without control characters; letters of every script stay.

    Raises InvalidFrame when it is no text or too long.
    """
    if not isinstance(text, str):
        raise InvalidFrame("not_text")
    cleaned = "".join(
        sign
        for sign in text
        if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs", "Cn")
    ).strip()
    if len(cleaned) > settings.MAX_MESSAGE_CHARS:
        raise InvalidFrame("too_long", cleaned)
    return cleaned


def _uuid(value: Any) -> UUID | None:
    try:
        return UUID(value) if value else None
    except (TypeError, ValueError, AttributeError) as error:
        raise InvalidFrame("not_text") from error


def _secret(value: Any) -> str:
    if not isinstance(value, str | None):
        raise InvalidFrame("not_text")
    return value or ""


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | None):
        raise InvalidFrame("not_text")
    if (value or 0) > MAX_NUMBER:
        raise InvalidFrame("not_text")
    return max(value or 0, 0)


class FrameRate:
    """Counts the frames of a socket, a minute at a time."""

    def __init__(self) -> None:
        self._window_ends_at = 0.0
        self._count = 0

    def allows_one_more(self) -> bool:
        """Counts one more frame; False when it is one too many."""
        now = asyncio.get_running_loop().time()
        if now >= self._window_ends_at:
            self._window_ends_at, self._count = now + WINDOW_SECONDS, 0
        self._count += 1
        return self._count <= MAX_FRAMES
