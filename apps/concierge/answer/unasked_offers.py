"""Offers that the guest did not ask for: when one is welcome, and which it is.

An offer that is asked for is answered like any question, whatever this module says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage

from apps.concierge import replies
from apps.concierge.context import Context
from apps.concierge.guardrails import distress, known_ages
from apps.concierge.state import ConciergeState

# Of the planner's readiness, which grows with what the guest has told.
READY_FROM = 0.6
PROMO = "promo"
_MARK = "heard_of_offer"


def is_welcome(state: ConciergeState) -> bool:
    """Whether one may be made in this answer: once in a conversation, never to a guest
    in trouble or in mourning, to somebody too young, or beside a refusal."""
    plan = state["whisper_plan"] or {}
    return (
        plan.get("offer_readiness", 0.0) >= READY_FROM
        and not state["closing_reply"]
        and not state["booking_reply"]
        and not distress.category_of_care(state)
        and not distress.is_mourning(state)
        and not known_ages.is_minor(state)
        and not _was_made(state["messages"])
    )


def followup(state: ConciergeState, context: Context) -> str:
    """A question about an offer that goes with the answer; empty for none."""
    kinds = list(dict.fromkeys(row["category"] for row in state["citations"]))
    if not kinds or PROMO in kinds or not is_welcome(state):
        return ""
    name = context.search.offer(kinds)
    return replies.say("followup_offer", context.language, name=name) if name else ""


def mark(answer: AnyMessage) -> dict[str, Any]:
    """The change of the state by which the conversation knows of an offer."""
    kwargs = {**answer.additional_kwargs, _MARK: True}
    # The same id replaces the message instead of adding one.
    return {
        "messages": [AIMessage(answer.text, id=answer.id, additional_kwargs=kwargs)]
    }


def _was_made(messages: Sequence[AnyMessage]) -> bool:
    return any(message.additional_kwargs.get(_MARK) for message in messages)
