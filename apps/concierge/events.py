"""Events a node sends to the guest while it works.

They leave by LangGraph's custom stream; `conversations` adds turn and number.
"""

from __future__ import annotations

from langgraph.config import get_stream_writer


def status(text: str) -> None:
    get_stream_writer()({"type": "status", "text": text})


def token(content: str) -> None:
    if content:
        get_stream_writer()({"type": "token", "content": content})


def reset(attempt: int, reason: str) -> None:
    get_stream_writer()({"type": "reset", "attempt": attempt, "reason": reason})


def replace(content: str) -> None:
    get_stream_writer()({"type": "replace", "content": content})
