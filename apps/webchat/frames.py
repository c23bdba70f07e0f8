"""What a browser may send, checked at the door."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from django.conf import settings

# A character may be written as two escapes of six signs; the rest is the frame itself.
LONGEST_FRAME = 16
# JavaScript counts no further.
LARGEST_COUNT = 2**53


class BadFrame(Exception):  # noqa: N818 - it names the frame
    """`reply` is the id of the sentence that the guest gets."""

    def __init__(self, reply: Literal["not_text", "too_long", "empty"]) -> None:
        super().__init__(reply)
        self.reply = reply


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


def parse(data: str | None) -> Frame:
    """Reads a frame; raises BadFrame for anything that a page does not send."""
    if len(data or "") > LONGEST_FRAME * settings.MAX_MESSAGE_CHARS:
        raise BadFrame("too_long")
    try:
        raw = json.loads(data or "")
    except (ValueError, RecursionError) as error:
        raise BadFrame("not_text") from error
    if not isinstance(raw, dict) or not isinstance(raw.get("type"), str):
        raise BadFrame("not_text")
    return Frame(
        type=raw["type"],
        id=_uuid(raw.get("id")),
        thread=_uuid(raw.get("thread")),
        secret=_secret(raw.get("secret")),
        turn=str(_uuid(raw.get("turn")) or ""),
        after=_count(raw.get("after")),
        text=clean(raw.get("text", "")),
        rating=_count(raw.get("rating")),
        reason=clean(raw.get("reason", "")),
    )


def clean(text: Any) -> str:
    """A message without control characters; letters of every script stay.

    Raises BadFrame when it is no text or too long.
    """
    if not isinstance(text, str):
        raise BadFrame("not_text")
    kept = "".join(
        sign
        for sign in text
        if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs", "Cn")
    ).strip()
    if len(kept) > settings.MAX_MESSAGE_CHARS:
        raise BadFrame("too_long")
    return kept


def _uuid(value: Any) -> UUID | None:
    try:
        return UUID(value) if value else None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadFrame("not_text") from error


def _secret(value: Any) -> str:
    if not isinstance(value, str | None):
        raise BadFrame("not_text")
    return value or ""


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | None):
        raise BadFrame("not_text")
    if (value or 0) > LARGEST_COUNT:
        raise BadFrame("not_text")
    return max(value or 0, 0)
