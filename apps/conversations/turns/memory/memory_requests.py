"""Whether a message is about the memory alone, for doors that sort their messages."""

from __future__ import annotations

from apps.concierge import memory_requests


def is_whole(text: str) -> bool:
    """Whether the message is a request to tell or to forget, and nothing besides."""
    return memory_requests.is_whole(text)


def asks_to_forget_all(text: str) -> bool:
    request = memory_requests.read(text)
    return request is not None and request.kind == "forget_all"


def is_meant(text: str) -> bool:
    """The same in any words, so that it is answered by itself."""
    return memory_requests.is_meant(text)
