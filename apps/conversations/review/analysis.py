"""Summarises conversations that have ended, and the sentiment of their guests."""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from datetime import datetime, timedelta
from typing import Literal

from asgiref.sync import async_to_sync
from django.db.models import F, Q
from langchain_core.messages import HumanMessage
from pydantic import BaseModel

from apps.concierge import prompts
from apps.concierge.bookings import CATEGORY
from apps.conversations import booking_turns
from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.conversations.review import held_answers
from apps.conversations.turns.limits import spending
from apps.infrastructure import loop_clients
from apps.language import bare_replies
from apps.llm import meter
from apps.llm.chat import ChatModel, chat_model
from apps.llm.failures import ModelUnavailable
from apps.privacy.redaction import redact

log = logging.getLogger(__name__)
# A conversation without messages for this long has ended.
ENDED = timedelta(minutes=10)
MOST_A_SWEEP = 20
# The next sweep begins a minute after this one and takes the conversations left over.
BUDGET_SECONDS = 45.0
MOST_CHARS = 12_000
MOST_ROWS = 4
GOOD, BAD = 4, 2
TROUBLE = ("emergency", "self_harm", "responsible_gaming")
THANKS = ("thank", "perfect", "great", "gracias", "perfecto", "merci", "obrigad")


class Analysis(BaseModel):
    """The result for one conversation, from a model or from the stored rows."""

    summary: str
    sentiment: Literal["positive", "neutral", "negative"]


def sweep(now: datetime) -> int:
    """Analyses the conversations that have ended; returns their number."""
    fresh = Q(analysed_at=None) | Q(analysed_at__lt=F("last_message_at"))
    ended = Conversation.objects.filter(
        fresh, is_from_guest=True, last_message_at__lt=now - ENDED
    )
    rows = ended.select_related("property").order_by("last_message_at")
    started_at, analysed_count = time.monotonic(), 0
    for conversation in rows[:MOST_A_SWEEP]:
        if time.monotonic() - started_at > BUDGET_SECONDS:
            break
        result = analysis(conversation, now)
        Conversation.objects.filter(pk=conversation.pk).update(
            summary=redact(result.summary)[:1000],
            sentiment=result.sentiment,
            analysed_at=now,
        )
        analysed_count += 1
    return analysed_count


def analysis(conversation: Conversation, now: datetime) -> Analysis:
    """Uses a model if one is available and under its cap, else the stored rows."""
    messages = list(conversation.messages.select_related("turn"))
    readable = _without_bookings(messages)
    model = chat_model("validator")
    if model and readable and not spending.is_over(conversation.property, now):
        used = meter.Meter()
        try:
            return async_to_sync(_by_model)(model, readable, used)
        except ModelUnavailable as error:
            log.warning("summed up without a model: %s", error)
        finally:
            turns = conversation.turns.order_by("created_at")
            spending.charge(turns.values_list("pk", flat=True).last(), used, now)
    return Analysis(
        summary=_summary(messages), sentiment=_sentiment(conversation, messages)
    )


def _without_bookings(messages: list[Message]) -> list[Message]:
    """The summary is read by more people than bookings are."""
    by_turn: dict[Turn, list[Message]] = defaultdict(list)
    for message in messages:
        by_turn[message.turn].append(message)
    hidden = {turn for turn, own in by_turn.items() if booking_turns.is_one(turn, own)}
    return [message for message in messages if message.turn not in hidden]


async def _by_model(
    model: ChatModel, messages: list[Message], used: meter.Meter
) -> Analysis:
    meter.begin(used)
    lines = "\n".join(f"{message.role}: {redact(message.text)}" for message in messages)
    text = prompts.escaped(lines[-MOST_CHARS:])
    prompt = prompts.render("analyst", conversation=text)
    try:
        return await model.structured([HumanMessage(prompt.text)], Analysis)
    finally:
        await loop_clients.close()


def _summary(messages: list[Message]) -> str:
    """How many questions, about what, and how many the records do not answer."""
    questions = [message for message in messages if _asks(message)]
    sources = [source for message in messages for source in message.citations]
    # Nothing is said of bookings, as in `_without_bookings`.
    titles = dict.fromkeys(
        source["title"] for source in sources if source.get("category") != CATEGORY
    )
    turn_ids = {message.turn_id for message in questions}
    open_count = sum(
        message.turn_id in turn_ids and _is_unanswered(message) for message in messages
    )
    about = f", about {', '.join(list(titles)[:MOST_ROWS])}" if titles else ""
    gaps = f"; {open_count} without an answer from the records" if open_count else ""
    count = len(questions)
    return f"{count} question{'' if count == 1 else 's'}{about}{gaps}."


def _asks(message: Message) -> bool:
    """Whether a guest asks: a reply to a card ("make it 3") and a remark do not."""
    is_guests = message.role == Message.Role.GUEST
    is_reply = bare_replies.is_bare(message.text)
    return is_guests and not message.turn.is_remark and not is_reply


# The same, of rows. A notice that asks back, or is about bookings, answers.
UNANSWERED = Q(
    Q(kind="notice") | Q(decisions__contains=[{"kind": "notice"}]),
    kind__in=("notice", held_answers.EXPIRED),
    turn__guardrail="",
    turn__route__in=held_answers.ROUTES_TO_APPROVE,
    followups=[],
    requests=[],
)


def _is_unanswered(message: Message) -> bool:
    """Whether it says that the records do not answer, as the list of gaps counts it."""
    turn = message.turn
    is_of_records = turn.route in held_answers.ROUTES_TO_APPROVE and not turn.guardrail
    asks_back = bool(message.followups or message.requests)
    kinds = {message.kind, *(row.get("kind") for row in message.decisions)}
    return "notice" in kinds and is_of_records and not asks_back


def _sentiment(
    conversation: Conversation, messages: list[Message]
) -> Literal["positive", "neutral", "negative"]:
    """Judged by the latest rating, then by guardrails, then by words of thanks."""
    newest = Feedback.objects.filter(conversation=conversation).first()
    if newest and newest.rating <= BAD:
        return "negative"
    if newest and newest.rating >= GOOD:
        return "positive"
    if conversation.turns.filter(guardrail__in=TROUBLE).exists():
        return "negative"
    guest_texts = [message.text for message in messages if message.role == "guest"]
    last_text = guest_texts[-1].lower() if guest_texts else ""
    return "positive" if any(word in last_text for word in THANKS) else "neutral"
