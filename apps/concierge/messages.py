"""Reading the conversation as the graph holds it."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from apps.concierge.state import Citation

ABOUT = "about"
WITHHELD = "withheld"


def question(messages: Sequence[AnyMessage]) -> str:
    """The guest's latest words, or nothing."""
    last = messages[-1] if messages else None
    return last.text.strip() if isinstance(last, HumanMessage) else _latest(messages)


def _latest(messages: Sequence[AnyMessage]) -> str:
    spoken = (m.text for m in reversed(messages) if isinstance(m, HumanMessage))
    return next(spoken, "").strip()


def earlier(messages: Sequence[AnyMessage], limit: int) -> list[str]:
    """Texts before the latest question, newest first.

    Of an answer with sources the name of its row counts, not every name it mentions;
    an answer about several rows names none.
    """
    return [_topic(message) for message in _shown(messages)[:-1][::-1][:limit]]


def asked(messages: Sequence[AnyMessage], limit: int) -> list[str]:
    """The guest's own words among the latest messages."""
    spoken = window(messages, limit)
    return [str(m.text) for m in spoken if isinstance(m, HumanMessage)]


def about(citations: Sequence[Citation]) -> dict[str, list[str]]:
    """What an answer remembers of its sources: the names of the rows."""
    return {ABOUT: list(dict.fromkeys(one["title"] for one in citations))}


def _topic(message: HumanMessage | AIMessage) -> str:
    rows: list[str] = message.additional_kwargs.get(ABOUT, [])
    if not rows:
        return str(message.text)
    return rows[0] if len(rows) == 1 else ""


def window(messages: Sequence[AnyMessage], limit: int) -> list[AnyMessage]:
    """The latest messages of guest and concierge that the model is shown."""
    return [*_shown(messages)[-limit:]]


def withheld(message: AnyMessage) -> HumanMessage:
    """The same message, marked: the gate stopped it, so no model may see it later."""
    return HumanMessage(message.text, id=message.id, additional_kwargs={WITHHELD: True})


def _shown(messages: Sequence[AnyMessage]) -> list[HumanMessage | AIMessage]:
    """What was said between guest and concierge, without what the gate stopped."""
    spoken = [m for m in messages if isinstance(m, HumanMessage | AIMessage)]
    return [m for m in spoken if not m.additional_kwargs.get(WITHHELD)]


def answer_id(messages: Sequence[AnyMessage]) -> str:
    """Id of the answer to the latest question: a second attempt replaces the first."""
    asked = [m.id for m in messages if isinstance(m, HumanMessage)]
    return f"{asked[-1]}-answer"
