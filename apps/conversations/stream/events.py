"""Events of a turn as every door sends them. Each carries `turn` and `seq`."""

from __future__ import annotations

from typing import Any

from apps.concierge import replies
from apps.conversations import answer_html
from apps.conversations.history import labelled, written_in
from apps.conversations.models import Message
from apps.conversations.turns.active_turn import ActiveTurn, Answer
from apps.conversations.turns.bookings.requests import request_cards
from apps.knowledge.search import cards

Event = dict[str, Any]

# No event follows one of these.
FINAL_TYPES = frozenset({"done", "error"})
STAFF_TYPES = frozenset({"graph_node"})


def metadata(turn: ActiveTurn) -> Event:
    """The first event of an attempt; other tabs learn the question from it."""
    request = turn.request
    return {
        "type": "metadata",
        "thread_id": str(request.thread_id),
        "turn_id": turn.key,
        "client_id": str(request.client_id),
        "question": request.text,
        "lang": request.language,
    }


def ending(answer: Answer | None, status: str, language: str) -> list[Event]:
    """The last events of a turn, from what is stored of it."""
    events: list[Event] = []
    if answer and (answer.citations or answer.cards):
        events.append(_sources(answer, language))
    if answer and answer.requests:
        events.append({"type": "requests", "items": list(answer.requests)})
    if answer and answer.followups:
        events.append({"type": "followups", "items": list(answer.followups)})
    return [*events, _done_event(answer or Answer(""), status, language)]


def stored_ending(message: Message | None, status: str) -> list[Event]:
    """The last events of a turn that has ended; without a message it left no answer."""
    if message is None:
        return ending(None, status, "en")
    answer = Answer(
        text=message.text,
        kind=message.kind,
        sources=tuple(message.sources),
        citations=tuple(message.citations),
        help=tuple(message.help),
        cards=tuple(cards.in_display_order(message.cards)),
        requests=tuple(request_cards.read_again(message.requests, message.language)),
        followups=tuple(message.followups),
    )
    return ending(answer, status, message.language)


def error(message: str, phone: str, phone_href: str, reference: str = "") -> Event:
    """A sentence instead of an answer, with the property's number to call."""
    return {
        "type": "error",
        "message": message,
        "reference": reference,
        "phone": phone,
        "tel": phone_href,
    }


def failure(reference: str, language: str, phone: str, phone_href: str) -> Event:
    """The end of a turn that failed."""
    text = replies.say("trouble", language, reference=reference, phone=phone)
    return error(text, phone, phone_href, reference)


def _sources(answer: Answer, language: str) -> Event:
    return {
        "type": "sources",
        "sources": list(answer.sources),
        "citations": labelled(list(answer.citations), language),
        "cards": list(answer.cards),
    }


def _done_event(answer: Answer, status: str, language: str) -> Event:
    return {
        "type": "done",
        "done": True,
        "status": status,
        "html": answer_html.to_html(answer.text) if answer.text else "",
        "text": answer.text,
        "kind": answer.kind,
        "help": list(answer.help),
        "lang": written_in(answer.text, language),
    }
