"""Tells guests what staff have decided: one message of the concierge for each step.

The message, what the thread remembers of it, a text message where the guest writes
texts, and the note that the step is told are stored in one transaction. A process that
dies before its end leaves a step that is still to be told; a step is never told twice.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import IntegrityError, transaction

from apps.concierge import replies
from apps.conversations.models import Conversation
from apps.conversations.turns.active_turn import Answer
from apps.conversations.turns.bookings import notices, proposals, request_cards
from apps.reservations import requests
from apps.reservations.models import Request, RequestStep
from apps.reservations.request_status import Action, Status

log = logging.getLogger(__name__)
MOST_AT_ONCE = 100


def tell_all(now: datetime) -> int:
    """Tells what is still to be told; how many steps that were."""
    steps = list(requests.steps_to_tell().select_related("request")[:MOST_AT_ONCE])
    return sum(_tell(step, now) for step in steps)


def _tell(step: RequestStep, now: datetime) -> bool:
    """False where another process tells it, or a turn of the thread runs: later."""
    try:
        with transaction.atomic():
            return requests.claim_telling(step, now) and _store(step, now)
    except IntegrityError:
        # A thread answers one question at a time, and this waits for its end.
        log.info("request %s is told after the turn that runs", step.request_id)
        return False
    except Exception:
        # The others are told all the same.
        log.exception("request %s could not be told", step.request_id)
        return False


def _store(step: RequestStep, now: datetime) -> bool:
    """Nothing to store, where the guest has erased the conversation."""
    rows = Conversation.objects.select_for_update(of=("self",))
    thread = rows.filter(pk=step.request.thread_id).first()
    if thread is None:
        return True
    request = Request.objects.select_related("reservation__property", "property").get(
        pk=step.request_id
    )
    answer = Answer(
        words(request, Action(step.action), thread.language),
        kind="notice",
        requests=(request_cards.of(request, thread.language),),
    )
    is_offer = request.status == Status.CHANGED
    expects = proposals.expects(request, "offer") if is_offer else {}
    notices.write(thread, answer, expects, now)
    return True


def words(request: Request, action: Action, language: str) -> str:
    """What the guest is told of a decision."""
    return replies.say(
        f"request_told_{_told_as(action)}",
        language,
        title=request_cards.title(request, language),
        reason=request.reason,
        offer=request_cards.offer_words(request, language),
        phone=request.property.phone,
    )


def _told_as(action: Action) -> Action:
    """A rule of the property that lets it through approves it as well."""
    return Action.APPROVE if action == Action.LET_THROUGH else action
