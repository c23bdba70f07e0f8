"""Reading the conversation as the graph holds it."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage


def question(messages: Sequence[AnyMessage]) -> str:
    """The guest's latest words, or nothing."""
    last = messages[-1] if messages else None
    return last.text.strip() if isinstance(last, HumanMessage) else _latest(messages)


def _latest(messages: Sequence[AnyMessage]) -> str:
    spoken = (m.text for m in reversed(messages) if isinstance(m, HumanMessage))
    return next(spoken, "").strip()


def earlier(messages: Sequence[AnyMessage], limit: int) -> list[str]:
    """Texts before the latest question, newest first."""
    before = [str(m.text) for m in messages if isinstance(m, HumanMessage | AIMessage)]
    return before[:-1][::-1][:limit]


def window(messages: Sequence[AnyMessage], limit: int) -> list[AnyMessage]:
    """The latest messages of guest and concierge that the model is shown."""
    spoken = [m for m in messages if isinstance(m, HumanMessage | AIMessage)]
    return [*spoken[-limit:]]


def answer_id(messages: Sequence[AnyMessage]) -> str:
    """Id of the answer to the latest question: a second attempt replaces the first."""
    asked = [m.id for m in messages if isinstance(m, HumanMessage)]
    return f"{asked[-1]}-answer"
