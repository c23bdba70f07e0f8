"""What the doctor says, as HTML: the terminal has backticks, a page has code."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def as_html(text: str) -> SafeString:
    """Words between backticks as code; everything else is escaped."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without its pair is one of the text
        return format_html("{}", text)
    pieces = ((part, index % 2 == 1) for index, part in enumerate(parts))
    return format_html_join("", "{}", ((_piece(*piece),) for piece in pieces))


def _piece(part: str, is_code: bool) -> SafeString:
    return format_html("<code>{}</code>" if is_code else "{}", part)
