"""Resolves a gap: from the questions, by a new row, to the answers that cite it.

The only writer of `GapWork`. The answers before are those that guests got; the answers
after come from the real graph, in conversations that are discarded.
"""

from __future__ import annotations

import logging
from typing import Any

from asgiref.sync import async_to_sync
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.catalog.models import Item
from apps.conversations import erasure, single_question
from apps.conversations.models import Conversation, Message
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import connections, database_threads, row_ids
from apps.privacy.redaction import redact
from apps.properties.models import Property
from apps.staff.models import GapWork

log = logging.getLogger(__name__)
MOST_QUESTIONS = 10
# The vector of the new row is computed meanwhile.
DELAY_SECONDS = 3


def start(place: Property, message_ids: list[int], by: Any) -> GapWork:
    """message_ids: messages of guests."""
    questions = Message.objects.filter(
        pk__in=message_ids, role=Message.Role.GUEST, conversation__property=place
    )
    answers = {
        redact(row.text): _answer(row) for row in questions.select_related("turn")
    }
    before = [{"ask": ask, "answer": answer} for ask, answer in answers.items()]
    return GapWork.objects.create(property=place, before=before[:MOST_QUESTIONS], by=by)


def set_answer(work_id: str, item: Item) -> None:
    """Store which row was written for the gap."""
    pk = row_ids.parse(work_id)
    if pk is not None:
        works = GapWork.objects.filter(pk=pk, property=item.property)
        works.update(item=item.pk)


def start_checks(item: Item) -> list[GapWork]:
    """Once the row is live, have its gaps' questions asked again; returns the gaps."""
    works = list(GapWork.objects.filter(item=item.pk, asked_at=None))
    if not works or not Item.objects.live(timezone.now()).filter(pk=item.pk).exists():
        return []
    for work in works:
        transaction.on_commit(lambda key=work.pk: _enqueue(key))  # type: ignore[misc]
    return works


def ask_again(work_id: int) -> int:
    """Ask the questions once more; returns how many answers have a source now."""
    work = GapWork.objects.select_related("property").get(pk=work_id)
    answers = async_to_sync(_ask_all)(work)
    work.after = [
        {"ask": entry["ask"], "answer": answer["answer"]}
        for entry, answer in zip(work.before, answers, strict=True)
    ]
    _save_answers(work)
    return sum(bool(answer["citations"]) for answer in answers)


@transaction.atomic
def _save_answers(work: GapWork) -> None:
    """Without the questions that a guest has erased meanwhile."""
    stored = GapWork.objects.select_for_update().get(pk=work.pk)
    questions = {entry["ask"] for entry in stored.before}
    stored.after = [entry for entry in work.after if entry["ask"] in questions]
    stored.asked_at = timezone.now()
    stored.save(update_fields=["after", "asked_at"])


async def _ask_all(work: GapWork) -> list[dict[str, Any]]:
    turns, answers = TurnRunner(), []
    try:
        for entry in work.before:
            conversation = Conversation(property=work.property, is_from_guest=False)
            await database_threads.run(conversation.save)
            try:
                answer = await single_question.ask(turns, conversation, entry["ask"])
                answers.append(answer)
            finally:
                await erasure.discard(conversation)
    finally:
        await connections.close()
    return answers


def erase_questions(property_id: int, questions: list[str], **_: Any) -> None:
    """Erase a guest's questions and their answers from every gap."""
    for ask in {redact(text) for text in questions}:
        works = GapWork.objects.filter(
            Q(before__contains=[{"ask": ask}]) | Q(after__contains=[{"ask": ask}]),
            property_id=property_id,
        )
        for work in works.select_for_update():
            work.before = [entry for entry in work.before if entry["ask"] != ask]
            work.after = [entry for entry in work.after if entry["ask"] != ask]
            work.save(update_fields=["before", "after"])


def _answer(question: Message) -> str:
    answer = question.turn.messages.filter(role=Message.Role.CONCIERGE).first()
    return answer.text if answer else ""


def _enqueue(work_id: int) -> None:
    from apps.staff import tasks  # noqa: PLC0415 - it imports this module

    try:
        tasks.ask_gap_again.apply_async(
            kwargs={"work_id": work_id}, countdown=DELAY_SECONDS
        )
    except OperationalError:
        log.warning("the task queue is away; gap %s is not asked again", work_id)
