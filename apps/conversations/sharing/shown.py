"""What whoever has a link may read: questions that the records answer, and no more.

Left out are all exchanges about bookings and requests, about what is remembered, and
those in which somebody may need help or was refused. So are questions that hold
personal data, and exchanges with a name that the guest has ever said here. Fixed
sentences that repeat what the guest told of himself are cut, and answers of a model
that do so are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Any

from apps.concierge import replies
from apps.concierge.answer import known_guest
from apps.concierge.routing import intent
from apps.conversations import answer_html, booking_turns, history
from apps.conversations.models import Message, ShareLink, Turn
from apps.conversations.sharing import personal_data
from apps.guests import fact_words
from apps.guests.models import Guest
from apps.infrastructure import patterns
from apps.knowledge import property_snapshot
from apps.knowledge.search import cards
from apps.privacy.redaction import redact

MOST_SHOWN = 100
# The step that reads what is remembered of the guest.
MEMORY = "memory"
# Without a model the words are those of the records, and these fixed sentences.
EXTRACTIVE = "extractive"
Fact = tuple[str, Any]
REPEATING = (
    "because_said",
    *known_guest.NOTES.values(),
    *known_guest.WHOM_TO_ASK.values(),
    *(reply + known_guest.OF_ROW for reply in known_guest.WHOM_TO_ASK.values()),
)
# As some of them were worded in answers that are still stored.
WORDED_BEFORE = (
    "Parce que vous avez dit {facts}, ceux dont les registres le mentionnent viennent "
    "en premier.",
    "Vous avez mentionné {facts} : mes registres ne disent pas lesquels conviennent ; "
    "demandez à la cuisine avant de commander.",
    "Vous avez mentionné {facts} : mes registres ne disent pas lesquels conviennent ; "
    "demandez d'abord à notre équipe.",
)


@dataclass(frozen=True)
class Exchange:
    """A question with its answer as safe HTML, and cards of the rows in it."""

    question: str
    question_language: str
    html: str
    language: str
    cards: list[dict[str, Any]]


def exchanges(link: ShareLink, now: datetime) -> list[Exchange]:
    """What was said until the link was made, the oldest first."""
    rows = (
        Message.objects.filter(
            conversation=link.conversation_id,
            created_at__lte=link.created_at,
            turn__status=Turn.Status.DONE,
        )
        .select_related("turn")
        .order_by("-created_at", "-id")[: 2 * MOST_SHOWN]
    )
    place = link.conversation.property
    local = now.astimezone(place.zone)
    facts = _facts(link.conversation.guest)
    public_words = property_snapshot.of(place.pk).name_words
    names = _names(link, public_words)
    return [
        _exchange(question, answer, place.phone, local)
        for question, answer in _pairs(list(reversed(rows)))
        if may_be_shown(answer)
        and not _repeats(answer, facts)
        and not personal_data.is_in(question.text, public_words)
        and not personal_data.repeats(f"{question.text} {answer.text}", names)
    ]


def _names(link: ShareLink, public_words: Collection[str]) -> frozenset[str]:
    """The names that the guest has said in this conversation, shown or not."""
    questions = Message.objects.filter(
        conversation=link.conversation_id,
        created_at__lte=link.created_at,
        role=Message.Role.GUEST,
    )
    texts = questions.values_list("text", flat=True)
    names = (personal_data.names(text, public_words) for text in texts)
    return frozenset[str]().union(*names)


def _pairs(rows: list[Message]) -> Iterator[tuple[Message, Message]]:
    questions = {row.turn_id: row for row in rows if row.role == Message.Role.GUEST}
    for row in rows:
        if row.role == Message.Role.CONCIERGE and row.turn_id in questions:
            yield questions[row.turn_id], row


def _exchange(
    question: Message, answer: Message, phone: str, local: datetime
) -> Exchange:
    text = _public(answer, phone)
    rows = cards.read_again(answer.cards, local, answer.language)
    return Exchange(
        question.text,
        question.language,
        answer_html.to_html(text),
        history.written_in(text, answer.language),
        [_card(row) for row in rows],
    )


def may_be_shown(answer: Message) -> bool:
    """Whether the records answered, and nothing of the guest's own is in it."""
    turn = answer.turn
    is_from_records = answer.kind == "answer" and turn.route in intent.SEARCHED
    is_of_danger = turn.guardrail or turn.likely_guardrail or answer.help
    is_of_memory = any(node.get("node") == MEMORY for node in turn.nodes)
    return (
        is_from_records
        and not is_of_danger
        and not is_of_memory
        and not booking_turns.is_one(turn, [answer])
    )


def _facts(guest: Guest | None) -> list[Fact]:
    """All that the guest has ever told here, as keys and values."""
    return list(guest.facts.values_list("key", "value")) if guest else []


def _repeats(answer: Message, facts: list[Fact]) -> bool:
    """Whether a model has written what the guest told of himself into its answer."""
    if answer.turn.provider == EXTRACTIVE:
        return False
    text = answer.text.casefold()
    values = (fact_words.value(*fact, answer.language).casefold() for fact in facts)
    words = (word for value in values for word in value.split(", "))
    return any(word in text for word in words if not word.isdecimal())


def _public(answer: Message, phone: str) -> str:
    """The words without marks of sources; numbers that the records hold stay."""
    text = answer_html.MARK.sub("", answer.text)
    for pattern in repetitions():
        text = pattern.sub("", text)
    recorded = [phone, *(card.get("phone", "") for card in answer.cards)]
    recorded += [citation.get("quote", "") for citation in answer.citations]
    public_words = "\n".join(recorded)
    return redact(text.strip(), keep=public_words.__contains__)


@cache
def repetitions() -> list[patterns.Pattern]:
    """Sentences of answers that repeat what a guest told of himself."""
    current_texts = chain.from_iterable(map(replies.in_all_languages, REPEATING))
    return [
        patterns.compile(patterns.escape(text).replace(r"\{facts\}", r".{1,400}?"))
        for text in (*current_texts, *WORDED_BEFORE)
    ]


def _card(card: dict[str, Any]) -> dict[str, Any]:
    """Without the link to book, which names the guest's day and party."""
    names = ("title", "subtitle", "phone", "phone_href", "link", "state", "next")
    return {name: card[name] for name in names if card.get(name)}
