"""Reads the calls of tools in a streamed reply."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from langchain_core.messages import AIMessageChunk, ToolCall
from langchain_core.messages.tool import tool_call


class UnreadableCall(ValueError):  # noqa: N818 - it names the call
    """Its arguments are no JSON, cut off or no object, or nothing is called."""


def read(reply: AIMessageChunk) -> list[ToolCall]:
    """The calls of the sum of all pieces, each with an id. Raises UnreadableCall.

    The message itself would complete arguments that are cut off, and call with half of
    them.
    """
    return [_read(chunk) for chunk in reply.tool_call_chunks]


def _read(chunk: Mapping[str, Any]) -> ToolCall:
    try:
        arguments = json.loads(chunk["args"] or "{}")
    except ValueError as error:
        raise UnreadableCall from error
    if not isinstance(arguments, dict) or not chunk["name"]:
        raise UnreadableCall
    return tool_call(
        name=chunk["name"], args=arguments, id=chunk["id"] or f"call-{uuid4().hex}"
    )
