"""A conversation as a chat: each question with its answer, and beside it the trace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.infrastructure import quantities
from apps.privacy.redaction import redact
from apps.properties import local_times
from apps.staff.admin.conversations import booking_privacy
from apps.staff.review import answer_decisions
from apps.staff.review.answer_decisions import Decision

READ_MESSAGES = "conversations.view_message"
READ_TURNS = "conversations.view_turn"
READ_FEEDBACK = "conversations.view_feedback"


@dataclass(frozen=True)
class Bubble:
    """A message. kind: empty for an ordinary answer, else "notice" or the like;
    decisions: of staff, on an answer that waited for them."""

    who: str
    is_guest: bool
    kind: str
    text: str
    time: str
    sources: tuple[str, ...]
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class Trace:
    """How an answer was made. steps: each node with its duration."""

    outcome: str
    model: str
    tokens: str
    latency: str
    steps: tuple[str, ...]
    review: str
    review_url: str
    inspector_url: str


@dataclass(frozen=True)
class Exchange:
    """A turn. trace: None for those who may not read it."""

    bubbles: tuple[Bubble, ...]
    trace: Trace | None
    ratings: tuple[str, ...]


def of(
    conversation: Conversation, request: HttpRequest, *, is_revealed: bool
) -> list[Exchange]:
    """The exchanges in their order, as far as the reader may see them."""
    user = request.user
    reads_messages = user.has_perm(READ_MESSAGES)
    reads_turns, reads_feedback = (
        user.has_perm(READ_TURNS),
        user.has_perm(READ_FEEDBACK),
    )
    if not (reads_messages or reads_turns or reads_feedback):
        return []
    exchanges = []
    for turn in _turns(conversation):
        bubbles = _bubbles(turn, conversation, is_revealed) if reads_messages else ()
        exchange = Exchange(
            tuple(bubbles),
            _trace(turn) if reads_turns else None,
            tuple(_ratings(turn, conversation) if reads_feedback else ()),
        )
        is_hidden = booking_privacy.hides(turn, user)
        exchanges.append(_without_bookings(exchange) if is_hidden else exchange)
    return exchanges


def _without_bookings(exchange: Exchange) -> Exchange:
    bubbles = tuple(
        replace(bubble, text=booking_privacy.HIDDEN, sources=(), decisions=())
        for bubble in exchange.bubbles
    )
    return Exchange(bubbles, trace=None, ratings=())


def ratings_of_all(conversation: Conversation, request: HttpRequest) -> list[str]:
    """Ratings of the conversation, and of no answer in it."""
    if not request.user.has_perm(READ_FEEDBACK):
        return []
    rows = conversation.feedback.filter(turn=None)
    return [_rating(row, conversation) for row in rows]


def _turns(conversation: Conversation) -> QuerySet[Turn]:
    rows = conversation.turns.select_related("arm", "review")
    return rows.prefetch_related("messages", "feedback").order_by("created_at")


def _bubbles(
    turn: Turn, conversation: Conversation, is_revealed: bool
) -> Iterable[Bubble]:
    for message in turn.messages.all():
        is_guest = message.role == Message.Role.GUEST
        # Answers are redacted before they are stored.
        is_plain = is_revealed or not is_guest
        yield Bubble(
            who=str(message.get_role_display()),
            is_guest=is_guest,
            kind="" if is_guest or message.kind == "answer" else message.kind,
            text=message.text if is_plain else redact(message.text),
            time=local_times.say_with_zone(message.created_at, conversation.property),
            sources=tuple(map(_source, message.citations)),
            decisions=tuple(answer_decisions.of(message, conversation.property)),
        )


def _source(citation: dict[str, Any]) -> str:
    return f"[{citation['n']}] {citation['title']}, {citation['field_label']}"


def _ratings(turn: Turn, conversation: Conversation) -> Iterable[str]:
    for row in turn.feedback.all():
        yield _rating(row, conversation)


def _rating(row: Feedback, conversation: Conversation) -> str:
    reason = f", {row.get_reason_display().lower()}" if row.reason else ""
    comment = f": “{row.comment}”" if row.comment else ""
    moment = local_times.say_with_zone(row.created_at, conversation.property)
    return f"Rated {row.rating} of 5{reason}{comment} ({moment})"


def _trace(turn: Turn) -> Trace:
    review = getattr(turn, "review", None)
    return Trace(
        outcome=_outcome(turn),
        model=_model(turn),
        tokens=_tokens(turn),
        latency=_latency(turn),
        steps=tuple(map(_step, turn.nodes)),
        review=str(review.get_verdict_display()) if review else "",
        review_url=reverse("review", args=[turn.pk]),
        inspector_url=reverse("inspector", args=[turn.pk]),
    )


def _outcome(turn: Turn) -> str:
    stopped = f", stopped by {turn.guardrail}" if turn.guardrail else ""
    arm = f", arm “{turn.arm}”" if turn.arm else ""
    return f"{turn.get_status_display()}, {turn.route or 'no route'}{stopped}{arm}"


def _model(turn: Turn) -> str:
    prompt = f", prompt {turn.prompt_hash[:8]}" if turn.prompt_hash else ""
    model = f" {turn.model}" if turn.model else ""
    failed = f", after {turn.fallback_reason}" if turn.fallback_reason else ""
    return f"{turn.provider or 'no model'}{model}{failed}{prompt}"


def _tokens(turn: Turn) -> str:
    """Empty where no model was asked."""
    if not (turn.input_tokens or turn.output_tokens or turn.cost_micros):
        return ""
    cost = (
        f", {quantities.money_of_micros(turn.cost_micros)}" if turn.cost_micros else ""
    )
    return f"{turn.input_tokens:,} tokens in, {turn.output_tokens:,} out{cost}"


def _latency(turn: Turn) -> str:
    total = quantities.say(turn.duration_ms or 0, "ms")
    if turn.first_token_ms is None:
        return total
    first_word = quantities.say(turn.first_token_ms, "ms")
    return f"first word {first_word}, all {total}"


def _step(node: dict[str, Any]) -> str:
    """A node with its duration, its judgement, what it searched for and retrieved."""
    metadata = node.get("metadata", {})
    if judgement := metadata.get("judgement"):
        return f"{node['node']} {node['duration_ms']:.0f} ms ({_judgement(judgement)})"
    questions = "".join(f"“{text}” " for text in metadata.get("questions", ()))
    passages = ", ".join(dict.fromkeys(metadata.get("passages", ())))
    suffix = f" ({questions}{passages})" if passages else ""
    return f"{node['node']} {node['duration_ms']:.0f} ms{suffix}"


def _judgement(judgement: dict[str, Any]) -> str:
    category = judgement["category"].replace("_", " ")
    return (
        f"{category} {judgement['chance']:.2f} by {judgement['decided_by']}: "
        f"{judgement['outcome']}"
    )
