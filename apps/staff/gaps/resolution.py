"""A gap from the press of a button to the proof that it is closed.

The one writer of `GapWork`. What was told before is what guests were told; what is told
now comes from the real graph, in conversations that nobody keeps.
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
PAUSE_SECONDS = 3


def begin(place: Property, questions: list[int], by: Any) -> GapWork:
    """questions: ids of guests' messages."""
    rows = Message.objects.filter(
        pk__in=questions, role=Message.Role.GUEST, conversation__property=place
    )
    said = {redact(row.text): _told(row) for row in rows.select_related("turn")}
    before = [{"ask": ask, "answer": told} for ask, told in said.items()]
    return GapWork.objects.create(property=place, before=before[:MOST_QUESTIONS], by=by)


def answered(work_id: str, item: Item) -> None:
    """The row that was written for the gap."""
    known = row_ids.parse(work_id)
    if known is not None:
        works = GapWork.objects.filter(pk=known, property=item.property)
        works.update(item=item.pk)


def published(item: Item) -> list[GapWork]:
    """Has the questions asked again once guests hear of the row; the works begun."""
    works = list(GapWork.objects.filter(item=item.pk, asked_at=None))
    if not works or not Item.objects.live(timezone.now()).filter(pk=item.pk).exists():
        return []
    for work in works:
        transaction.on_commit(lambda key=work.pk: _enqueue(key))  # type: ignore[misc]
    return works


def ask_again(work_id: int) -> int:
    """How many questions have a source now."""
    work = GapWork.objects.select_related("property").get(pk=work_id)
    told = async_to_sync(_all)(work)
    work.after = [
        {"ask": one["ask"], "answer": answer["answer"]}
        for one, answer in zip(work.before, told, strict=True)
    ]
    _store(work)
    return sum(bool(answer["citations"]) for answer in told)


@transaction.atomic
def _store(work: GapWork) -> None:
    """Without the questions that a guest has erased meanwhile."""
    kept = GapWork.objects.select_for_update().get(pk=work.pk)
    asks = {one["ask"] for one in kept.before}
    kept.after = [one for one in work.after if one["ask"] in asks]
    kept.asked_at = timezone.now()
    kept.save(update_fields=["after", "asked_at"])


async def _all(work: GapWork) -> list[dict[str, Any]]:
    turns, told = TurnRunner(), []
    try:
        for one in work.before:
            talk = Conversation(property=work.property)
            await database_threads.run(talk.save)
            try:
                told.append(await single_question.ask(turns, talk, one["ask"]))
            finally:
                await erasure.discard(talk)
    finally:
        await connections.close()
    return told


def forget(property_id: int, questions: list[str], **_: Any) -> None:
    """Erases a guest's questions, and what was answered, from every gap."""
    for ask in {redact(text) for text in questions}:
        works = GapWork.objects.filter(
            Q(before__contains=[{"ask": ask}]) | Q(after__contains=[{"ask": ask}]),
            property_id=property_id,
        )
        for work in works.select_for_update():
            work.before = [one for one in work.before if one["ask"] != ask]
            work.after = [one for one in work.after if one["ask"] != ask]
            work.save(update_fields=["before", "after"])


def _told(question: Message) -> str:
    answer = question.turn.messages.filter(role=Message.Role.CONCIERGE).first()
    return answer.text if answer else ""


def _enqueue(work_id: int) -> None:
    from apps.staff import tasks  # noqa: PLC0415 - it calls this module

    try:
        tasks.ask_gap_again.apply_async(
            kwargs={"work_id": work_id}, countdown=PAUSE_SECONDS
        )
    except OperationalError:
        log.warning("the task queue is away; gap %s is not asked again", work_id)
