"""Texts for channels with a length limit."""

from __future__ import annotations

from apps.infrastructure import patterns

ELLIPSIS = "…"
_MARK = patterns.compile(r"\s*\[\d{1,2}\]")


def without_marks(text: str) -> str:
    """The text without its source numbers, which only a page can open."""
    return _MARK.sub("", text)


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a word, with an ellipsis when cut."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - len(ELLIPSIS)]
    return head.rsplit(" ", 1)[0].rstrip(" ,;:-") + ELLIPSIS
