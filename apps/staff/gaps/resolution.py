"""Resolves a gap: from the questions, by a row, to the answers that cite it.

The row is a new one, or one that exists: then the questions become its phrasings.

The answers before are those that guests got; the answers after come from the real
graph, in conversations that are discarded. `handling` says who works on a gap, and
`guest_erasure` erases what a guest takes away.
"""

from __future__ import annotations

import logging
from typing import Any

from asgiref.sync import async_to_sync
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.catalog.models import Item
from apps.conversations import erasure, single_question
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.knowledge.indexing import phrasing_text
from apps.knowledge.models import Phrasing
from apps.privacy.redaction import redact
from apps.properties.models import Property
from apps.staff import phrasing_check
from apps.staff.gaps import clusters, paraphrases
from apps.staff.gaps.answers import Answer
from apps.staff.history import versions
from apps.staff.models import GapWork, Version

log = logging.getLogger(__name__)
# Each is asked again, in one task.
MOST_QUESTIONS = 30
# The vector of the new row is computed meanwhile.
DELAY_SECONDS = 3


def record_answer(item: Item, message_ids: list[int], by: Any) -> None:
    """Store that a new row was written for these messages, once for all its saves."""
    work = draft(item.property, message_ids, by)
    waiting = GapWork.objects.filter(item=item.pk, before=work.before, asked_at=None)
    if work.before and not waiting.exists():
        work.item = item.pk
        work.save()
        _start_check(work)


def draft(
    place: Property, message_ids: list[int], by: Any, *, is_remark: bool = False
) -> GapWork:
    """What is known of a gap before it is resolved; not stored yet."""
    rows = _messages(place, message_ids, is_remark=is_remark).select_related("turn")
    answers = {redact(row.text): _answer(row) for row in rows}
    before = [{"ask": ask, "answer": answer} for ask, answer in answers.items()]
    return GapWork(property=place, before=before[:MOST_QUESTIONS], by=by)


def questions(place: Property, message_ids: list[int]) -> list[str]:
    """What guests asked in these messages, each wording once."""
    texts = (redact(row.text) for row in _messages(place, message_ids))
    return list(dict.fromkeys(texts))[:MOST_QUESTIONS]


def _messages(
    place: Property, message_ids: list[int], *, is_remark: bool = False
) -> QuerySet[Message]:
    """Those that are gaps of the property now, whatever a form has sent.

    What guests state is no question: no row answers it, and it becomes no phrasing.
    """
    gap_ids = {
        question.message_id
        for question in clusters.unanswered(timezone.now())
        if question.property_id == place.pk and question.is_remark == is_remark
    }
    return Message.objects.filter(pk__in=gap_ids.intersection(message_ids))


@transaction.atomic
def close(place: Property, message_ids: list[int], answer: Answer, by: Any) -> GapWork:
    """Have a field of a stored row answer the questions. Raises ValidationError."""
    # A second press waits here until the first has closed the gap.
    Property.objects.select_for_update(no_key=True).get(pk=place.pk)
    work = draft(place, message_ids, by)
    rows = Item.objects.of(place).filter(pk=answer.item_id)
    item = rows.select_for_update().first()
    if item is None:
        raise ValidationError("The row has been deleted meanwhile.")
    versions.record_initial(item.pk)
    _add_phrasings(work, item, answer.field)
    item.concrete.save()
    versions.record(item.pk, by, Version.Reason.SAVED)
    work.item, work.closed_at = item.pk, timezone.now()
    work.save()
    _start_check(work)
    return work


def mark_checked(place: Property, message_ids: list[int], by: Any) -> int:
    """Close what guests stated, which no row answers; returns how much was open.

    The same words come back when a guest writes them again.
    """
    work = draft(place, message_ids, by, is_remark=True)
    if work.before:
        work.closed_at = timezone.now()
        work.save()
    return len(work.before)


def _add_phrasings(work: GapWork, item: Item, field: str) -> None:
    """Raises ValidationError where none of the questions may be one."""
    fault = ValidationError("There is no question to answer.")
    is_answered = False
    for entry in work.before:
        try:
            text = phrasing_text.plain(entry["ask"])
            _add_phrasing(item, field, text, work.by)
            is_answered = True
        except ValidationError as error:
            fault = error
    if not is_answered:
        raise fault


def _add_phrasing(item: Item, field: str, text: str, by: Any) -> None:
    if item.phrasings.filter(field=field, text=text).exists():
        return
    phrasing = Phrasing(item=item, field=field, text=text, created_by=by)
    phrasing.source = Phrasing.Source.GAP
    phrasing.full_clean()
    names = phrasing_check.row_names(item.property)
    if fault := phrasing_check.fault(item.property, text, names):
        raise ValidationError(fault)
    phrasing.save()


def pending(item_id: int) -> list[GapWork]:
    """The gaps of a row that guests may see whose questions are to be asked again."""
    works = list(GapWork.objects.filter(item=item_id, asked_at=None))
    return works if works and is_live(item_id) else []


def is_live(item_id: int | None) -> bool:
    return Item.objects.live(timezone.now()).filter(pk=item_id).exists()


def prove(sender: Any, item: Item, **extra: Any) -> None:
    """Have the questions of its gaps asked again once a changed row is live.

    A receiver: rows go live by a form, a draft, an action, an import or a restoration.
    """
    for work in pending(item.pk):
        _start_check(work)


def _start_check(work: GapWork) -> None:
    """Nothing happens before its row is live: `prove` follows then."""
    if is_live(work.item):
        transaction.on_commit(lambda: _enqueue(work.pk))


def ask_again(work_id: int) -> int:
    """Ask all wordings once more, and five paraphrases; returns how many wordings are
    answered now.

    Those leave the inbox, and the others come back to it.
    """
    work = GapWork.objects.select_related("property").get(pk=work_id)
    wordings = [entry["ask"] for entry in work.before]
    rewordings = paraphrases.of(wordings)
    answers = async_to_sync(_ask_all)(
        work, [*wordings, *(row.text for row in rewordings)]
    )
    entries = [_entry(work, answer) for answer in answers]
    work.after = entries[: len(wordings)]
    work.paraphrases = [
        {"of": row.of, **entry}
        for row, entry in zip(rewordings, entries[len(wordings) :], strict=True)
    ]
    count = sum(bool(entry["is_found"]) for entry in work.after)
    _save_answers(work, is_answered=count > 0)
    return count


def _entry(work: GapWork, answer: dict[str, Any]) -> dict[str, Any]:
    return {
        "ask": answer["ask"],
        "answer": answer["answer"],
        "is_found": _is_found(work, answer),
    }


def _is_found(work: GapWork, answer: dict[str, Any]) -> bool:
    """Whether it cites the row that answers the gap, or any for all that is asked."""
    rows = {citation.get("item_id") for citation in answer["citations"]}
    return work.item in rows or (bool(rows) and not answer["is_in_part"])


@transaction.atomic
def _save_answers(work: GapWork, *, is_answered: bool) -> None:
    """Without the questions that a guest has erased meanwhile."""
    stored = GapWork.objects.select_for_update().get(pk=work.pk)
    questions = {entry["ask"] for entry in stored.before}
    stored.after = [entry for entry in work.after if entry["ask"] in questions]
    stored.paraphrases = [row for row in work.paraphrases if row["of"] in questions]
    stored.asked_at = timezone.now()
    stored.closed_at = (stored.closed_at or stored.asked_at) if is_answered else None
    stored.save(update_fields=["after", "paraphrases", "asked_at", "closed_at"])


async def _ask_all(work: GapWork, questions: list[str]) -> list[dict[str, Any]]:
    turns, answers = TurnRunner(), []
    try:
        for question in questions:
            conversation = Conversation(property=work.property, is_from_guest=False)
            await database_threads.run(conversation.save)
            try:
                answer = await single_question.ask(turns, conversation, question)
                turn = await Turn.objects.aget(pk=answer["turn"])
                extra = {"ask": question, "is_in_part": turn.is_in_part}
                answers.append({**answer, **extra})
            finally:
                await erasure.discard(conversation)
    finally:
        await loop_clients.close()
    return answers


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
