"""The result of a check of the doctor, and what it says as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True)
class Finding:
    """`remedy` says what to do; empty at level ok."""

    check: str
    level: Level
    message: str
    remedy: str = ""


Check = Callable[[], Iterator[Finding]]


def as_html(text: str) -> SafeString:
    """A remedy for a page: words between backticks as code; all else is escaped."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without its pair is one of the text
        return format_html("{}", text)
    pieces = ((part, index % 2 == 1) for index, part in enumerate(parts))
    return format_html_join("", "{}", ((_piece(*piece),) for piece in pieces))


def _piece(part: str, is_code: bool) -> SafeString:
    return format_html("<code>{}</code>" if is_code else "{}", part)
