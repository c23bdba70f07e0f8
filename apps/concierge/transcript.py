"""Reads the conversation as the graph's state holds it."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from apps.concierge.state import Citation
from apps.infrastructure import patterns

CLOSING_QUESTION = patterns.compile(r"[^.!?？\n]+[?？]\s*$")  # noqa: RUF001
ABOUT = "about"
REPLY = "reply"
WITHHELD = "withheld"


def question(messages: Sequence[AnyMessage]) -> str:
    """The guest's latest words, or nothing."""
    texts = (m.text for m in reversed(messages) if isinstance(m, HumanMessage))
    return next(texts, "").strip()


def has_words(text: str) -> bool:
    """Whether a message holds a letter or a figure, and not only signs."""
    return any(sign.isalnum() for sign in text)


def earlier_texts(messages: Sequence[AnyMessage], limit: int) -> list[str]:
    """Texts before the latest question, newest first.

    An answer with sources counts as the name of its row, not as every name that it
    mentions; an answer about several rows is empty.
    """
    return [_topic(message) for message in _visible(messages)[:-1][::-1][:limit]]


def guest_texts(messages: Sequence[AnyMessage], limit: int) -> list[str]:
    """The guest's own words among the latest messages."""
    latest = recent(messages, limit)
    return [str(m.text) for m in latest if isinstance(m, HumanMessage)]


def recent(messages: Sequence[AnyMessage], limit: int) -> list[AnyMessage]:
    """The latest messages of guest and concierge that the model is shown."""
    return [*_visible(messages)[-limit:]]


def topics(citations: Sequence[Citation]) -> dict[str, list[str]]:
    """What an answer's message remembers of its sources: the names of the rows."""
    titles = (citation["title"] for citation in citations)
    return {ABOUT: list(dict.fromkeys(titles))}


def reply_mark(reply: str) -> dict[str, str]:
    """What the message of a fixed reply remembers: which one it is."""
    return {REPLY: reply}


def has_reply(messages: Sequence[AnyMessage], reply: str) -> bool:
    """Whether the guest was given this fixed reply before the latest question."""
    return any(is_reply(message, reply) for message in messages[:-1])


def is_reply(message: AnyMessage, reply: str) -> bool:
    """Whether a message is this fixed reply."""
    return bool(message.additional_kwargs.get(REPLY) == reply)


def closing_question(messages: Sequence[AnyMessage]) -> str:
    """The question with which the latest answer ends; empty where it ends otherwise."""
    answers = (each.text for each in reversed(messages) if isinstance(each, AIMessage))
    match = CLOSING_QUESTION.search(next(answers, ""))
    return match[0] if match else ""


def withhold(message: AnyMessage) -> HumanMessage:
    """The same message, marked: the gate stopped it, so no model may see it later."""
    return HumanMessage(message.text, id=message.id, additional_kwargs={WITHHELD: True})


def answer_id(messages: Sequence[AnyMessage]) -> str:
    """Id of the answer to the latest question: a second attempt replaces the first."""
    question_ids = [m.id for m in messages if isinstance(m, HumanMessage)]
    return f"{question_ids[-1]}-answer"


def _topic(message: HumanMessage | AIMessage) -> str:
    rows: list[str] = message.additional_kwargs.get(ABOUT, [])
    if not rows:
        return str(message.text)
    return rows[0] if len(rows) == 1 else ""


def _visible(messages: Sequence[AnyMessage]) -> list[HumanMessage | AIMessage]:
    """Messages of guest and concierge, without what the gate stopped."""
    spoken = [m for m in messages if isinstance(m, HumanMessage | AIMessage)]
    return [m for m in spoken if not m.additional_kwargs.get(WITHHELD)]
