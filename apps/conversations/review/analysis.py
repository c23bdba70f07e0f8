"""Sums up conversations that have ended: what was wanted, and how the guest felt."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Literal

from asgiref.sync import async_to_sync
from django.db.models import F, Q
from langchain_core.messages import HumanMessage
from pydantic import BaseModel

from apps.concierge import prompts
from apps.conversations.models import Conversation, Feedback, Message
from apps.conversations.turns import spending
from apps.infrastructure import connections
from apps.llm import meter
from apps.llm.chat import ChatModel, chat_model
from apps.llm.failures import ModelUnavailable
from apps.privacy.redaction import redact

log = logging.getLogger(__name__)
# A guest who was silent for so long has left.
ENDED = timedelta(minutes=10)
MOST_A_SWEEP = 20
# The next sweep begins a minute after this one; what is left waits for it.
BUDGET_SECONDS = 45.0
MOST_CHARS = 12_000
MOST_ROWS = 4
GOOD, BAD = 4, 2
TROUBLE = ("emergency", "self_harm", "responsible_gaming")
THANKS = ("thank", "perfect", "great", "gracias", "perfecto", "merci", "obrigad")


class Analysis(BaseModel):
    """What a model, or the records alone, make of a conversation."""

    summary: str
    sentiment: Literal["positive", "neutral", "negative"]


def sweep(now: datetime) -> int:
    """Sums up what has ended since the last time; how many that were."""
    fresh = Q(analysed_at=None) | Q(analysed_at__lt=F("last_message_at"))
    ended = Conversation.objects.filter(fresh, last_message_at__lt=now - ENDED)
    rows = ended.select_related("property").order_by("last_message_at")
    begun, done = time.monotonic(), 0
    for conversation in rows[:MOST_A_SWEEP]:
        if time.monotonic() - begun > BUDGET_SECONDS:
            break
        made = analysis(conversation, now)
        Conversation.objects.filter(pk=conversation.pk).update(
            summary=redact(made.summary)[:1000],
            sentiment=made.sentiment,
            analysed_at=now,
        )
        done += 1
    return done


def analysis(conversation: Conversation, now: datetime) -> Analysis:
    """A model's where one is in use, within its cap, and answers; else the records'."""
    said = list(conversation.messages.all())
    model = chat_model("validator")
    if model and not spending.is_over(conversation.property, now):
        used = meter.Meter()
        try:
            return async_to_sync(_asked)(model, said, used)
        except ModelUnavailable as error:
            log.warning("summed up without a model: %s", error)
        finally:
            spending.charge(conversation.turns.order_by("created_at").last(), used, now)
    return Analysis(summary=_summary(said), sentiment=_sentiment(conversation, said))


async def _asked(model: ChatModel, said: list[Message], used: meter.Meter) -> Analysis:
    meter.begin(used)
    lines = "\n".join(f"{one.role}: {redact(one.text)}" for one in said)
    text = prompts.escaped(lines[-MOST_CHARS:])
    prompt = prompts.render("analyst", conversation=text)
    try:
        return await model.structured([HumanMessage(prompt.text)], Analysis)
    finally:
        await connections.close()


def _summary(said: list[Message]) -> str:
    asked = sum(one.role == Message.Role.GUEST for one in said)
    titles = dict.fromkeys(source["title"] for one in said for source in one.citations)
    open_ones = sum(one.kind == "notice" for one in said)
    about = f", about {', '.join(list(titles)[:MOST_ROWS])}" if titles else ""
    rest = f"; {open_ones} without an answer from the records" if open_ones else ""
    return f"{asked} question{'' if asked == 1 else 's'}{about}{rest}."


def _sentiment(
    conversation: Conversation, said: list[Message]
) -> Literal["positive", "neutral", "negative"]:
    """What the guest said of it, in that order: by thumb, in need, with thanks."""
    newest = Feedback.objects.filter(conversation=conversation).first()
    if newest and newest.rating <= BAD:
        return "negative"
    if newest and newest.rating >= GOOD:
        return "positive"
    if conversation.turns.filter(guardrail__in=TROUBLE).exists():
        return "negative"
    last = next((one for one in reversed(said) if one.role == "guest"), None)
    thanked = last and any(word in last.text.lower() for word in THANKS)
    return "positive" if thanked else "neutral"
