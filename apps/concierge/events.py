"""Events a node sends to the guest while it works.

They go straight to whoever listens to the run; `conversations` adds turn and number.
"""

from __future__ import annotations

from apps.concierge.context import Context


def status(context: Context, text: str) -> None:
    context.listener.tell({"type": "status", "text": text})


def token(context: Context, content: str) -> None:
    if content:
        context.listener.tell({"type": "token", "content": content})


def reset(context: Context, attempt: int, reason: str) -> None:
    context.listener.tell({"type": "reset", "attempt": attempt, "reason": reason})


def replace(context: Context, content: str) -> None:
    context.listener.tell({"type": "replace", "content": content})
