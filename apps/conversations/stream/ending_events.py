"""Events that begin and end a turn, as every door sends them."""

from __future__ import annotations

from apps.concierge import replies
from apps.conversations import answer_html
from apps.conversations.history import labelled, written_in
from apps.conversations.models import Message
from apps.conversations.stream.events import Event
from apps.conversations.turns.question import Answer, Ask


def metadata(ask: Ask, turn: str) -> Event:
    """First of a turn's events; other tabs learn the question from it."""
    return {
        "type": "metadata",
        "thread_id": str(ask.thread),
        "turn_id": turn,
        "client_id": str(ask.client_id),
        "question": ask.text,
        "lang": ask.language,
    }


def ending(answer: Answer | None, status: str, language: str) -> list[Event]:
    """The last events of a turn, from what is stored of it."""
    events: list[Event] = []
    if answer and answer.citations:
        events.append(_sources(answer, language))
    if answer and answer.followups:
        events.append({"type": "followups", "items": list(answer.followups)})
    return [*events, _done(answer, status, language)]


def stored(message: Message | None, status: str) -> list[Event]:
    """The same of a stored answer, or of a turn that left none."""
    if message is None:
        return ending(None, status, "en")
    answer = Answer(
        text=message.text,
        kind=message.kind,
        sources=tuple(message.sources),
        citations=tuple(message.citations),
        help=tuple(message.help),
        cards=tuple(message.cards),
        followups=tuple(message.followups),
    )
    return ending(answer, status, message.language)


def failure(reference: str, language: str, phone: str, href: str) -> Event:
    sentence = replies.say("trouble", language, reference=reference, phone=phone)
    return {
        "type": "error",
        "message": sentence,
        "reference": reference,
        "phone": phone,
        "tel": href,
    }


def _sources(answer: Answer, language: str) -> Event:
    return {
        "type": "sources",
        "sources": list(answer.sources),
        "citations": labelled(list(answer.citations), language),
        "cards": list(answer.cards),
    }


def _done(answer: Answer | None, status: str, language: str) -> Event:
    said = answer or Answer("")
    return {
        "type": "done",
        "done": True,
        "status": status,
        "html": answer_html.to_html(said.text) if said.text else "",
        "text": said.text,
        "kind": said.kind,
        "help": list(said.help),
        "lang": written_in(said.text, language),
    }
