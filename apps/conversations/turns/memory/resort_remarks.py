"""Notes for staff what a guest states of the resort, and thanks for it.

It is marked on the turn and shown beside the gaps. No answer is made from it, and
nothing of it is remembered: what is true of the resort stands in the records.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from django.utils import timezone

from apps.concierge import replies
from apps.conversations.models import Conversation, Turn
from apps.conversations.turns.active_turn import ActiveTurn, Answer
from apps.conversations.turns.memory import told_facts
from apps.guests import extraction
from apps.guests.extraction import remarks
from apps.infrastructure import database_threads
from apps.knowledge.statements.ranking import NEAREST_BELOW, NEAREST_WITH_ALL_WORDS

log = logging.getLogger(__name__)
# Questions of the resort, and what sounds like an order though it states something.
ROUTES = frozenset({"property_qa", "hours_schedule", "ambiguous", "action_request"})


async def noted(
    turn: ActiveTurn, status: str, answer: Answer | None, metrics: dict[str, Any]
) -> tuple[Answer | None, dict[str, Any]]:
    """The answer with thanks behind it, and the metrics that mark the turn.

    Both as they were for a message that states nothing of the resort.
    """
    try:
        if answer is None or not await _is_remark(turn, status, answer, metrics):
            return answer, metrics
    except Exception:
        # The guest gets the answer; nothing is promised, and nothing is noted.
        log.exception("turn %s is not read for a remark", turn.key)
        return answer, metrics
    thanks = f"\n\n{replies.say('remark_noted', turn.request.language)}"
    if not turn.needs_approval:  # then its words have not been streamed either
        turn.stream.publish({"type": "token", "content": thanks})
    marked = {**metrics, "is_remark": True}
    return replace(answer, text=answer.text + thanks), marked


async def _is_remark(
    turn: ActiveTurn, status: str, answer: Answer, metrics: dict[str, Any]
) -> bool:
    is_ordinary = status == Turn.Status.DONE and metrics["route"] in ROUTES
    if not is_ordinary or not told_facts.may_note(turn, answer, metrics):
        return False
    clauses = remarks.clauses(turn.request.text, turn.request.language)
    if not clauses or _asks(turn) or not _is_of_resort(turn, clauses):
        return False
    # Staff who try a question report nothing.
    threads = Conversation.objects.filter(is_from_guest=True)
    thread = threads.filter(pk=turn.request.thread_id)
    return await database_threads.run(thread.exists)


def _asks(turn: ActiveTurn) -> bool:
    """Whether it asks once its typos are mended: "hw late is teh pool opn"."""
    if turn.context is None:
        return False
    plain_text = turn.context.search.plain(turn.request.text)
    return not remarks.clauses(plain_text, turn.request.language)


def _is_of_resort(turn: ActiveTurn, clauses: list[str]) -> bool:
    """Whether a row is named, or the records speak of it, and not of the guest."""
    if turn.context is None:
        return False
    search = turn.context.search
    if any(
        search.named(clause) and not _tells_facts(turn, clause) for clause in clauses
    ):
        return True
    # Of a translated message, words that have no translation count as unmet.
    is_translated = turn.request.language != replies.FIRST_LANGUAGE
    least = NEAREST_WITH_ALL_WORDS if is_translated else NEAREST_BELOW
    return turn.answerable >= least and not _tells_facts(turn, turn.request.text)


def _tells_facts(turn: ActiveTurn, text: str) -> bool:
    """Whether a text tells of the guest: "Ballo is for her birthday"."""
    reading = extraction.facts_in(text, turn.request.language, timezone.now())
    return bool(reading.facts)
