"""Runs a question through search and graph without leaving a trace."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync
from django.db.models import QuerySet
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations import erasure, single_question
from apps.conversations.models import Conversation
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors
from apps.knowledge.models import Embedding
from apps.knowledge.question import focus
from apps.knowledge.question.focus import Question
from apps.knowledge.search import explanation
from apps.knowledge.search.explanation import Ranked
from apps.knowledge.search.retrieval import Vectors
from apps.language.translation import question_words
from apps.llm import embeddings
from apps.llm.embeddings import embedder
from apps.llm.failures import ModelUnavailable
from apps.properties.models import Property
from apps.staff.drafts import row_drafts
from apps.staff.models import RowDraft

MOST_NAMED_ROWS = 5
# Embedding these takes about a second.
MOST_DRAFTS = 100


@dataclass(frozen=True)
class Inputs:
    """The fields of the form. `at` is naive, in the property's time zone."""

    property: Property
    question: str
    before: str = ""
    at: datetime | None = None
    drafts: bool = False
    language: str = ""
    row: str = ""


@dataclass(frozen=True)
class Trial:
    """`why_not` explains the rows that staff named; `answer` may be None."""

    ranked: list[Ranked]
    focus: str
    why_not: list[tuple[Item, str]]
    answer: dict[str, Any] | None

    @property
    def questions(self) -> list[str]:
        """What was searched for, in full; a message may hold several questions."""
        nodes = self.answer["nodes"] if self.answer else []
        return [
            question
            for node in nodes
            for question in node.get("metadata", {}).get("questions", ())
        ]


def run(inputs: Inputs, *, with_answer: bool) -> Trial:
    """Search, and answer if asked to, in a transaction that is rolled back."""
    with database_threads.undone() as run_in_transaction:
        if inputs.drafts:
            run_in_transaction(publish_drafts, inputs.property)
        trial: Trial = run_in_transaction(search, inputs)
        if not with_answer:
            return trial
        return replace(trial, answer=async_to_sync(_answer)(inputs))


def search(inputs: Inputs) -> Trial:
    """Every stage of the search, without an answer."""
    place, at = inputs.property, _moment(inputs)
    snapshot = property_snapshot.of(place.pk)
    language = inputs.language or single_question.language_of(inputs.question)
    text = question_words.english(inputs.question, language)
    earlier = [inputs.before] if inputs.before else []
    question = focus.question(snapshot, text, earlier)
    ranked = explanation.explain(question, _vectors(question, place), snapshot, at)
    return Trial(
        ranked=ranked,
        focus=question.focus[-1].title if question.focus else "",
        why_not=[
            (row, explanation.why_not(row, ranked, snapshot, at))
            for row in _rows_named(inputs.row)
        ],
        answer=None,
    )


def publish_drafts(place: Property) -> int:
    """Make the newest drafts of a property live and searchable; returns how many.

    Call it only in a transaction that is rolled back.
    """
    rows = Item.objects.of(place).filter(status=Item.Status.DRAFT)
    drafts = [row.concrete for row in rows.order_by("-updated_at")[:MOST_DRAFTS]]
    for row in drafts:
        row.status = Item.Status.LIVE
        row.save()
    drafts += [*map(row_drafts.apply_to_row, _beside_live(place))]
    model = embedder()
    pending = Embedding.objects.filter(
        model=model.name, passage__item__in=drafts, state=Embedding.State.PENDING
    )
    vectors.embed(list(pending.values_list("pk", flat=True)), model)
    return len(drafts)


def _beside_live(place: Property) -> QuerySet[RowDraft]:
    drafts = RowDraft.objects.filter(item__property=place, is_deletion=False)
    return drafts.select_related("item__property")[:MOST_DRAFTS]


def _moment(inputs: Inputs) -> datetime:
    if inputs.at is None:
        return timezone.now()
    return inputs.at.replace(tzinfo=inputs.property.zone)


def _vectors(question: Question, place: Property) -> Vectors:
    """As in a turn: by the local model when the remote one is unavailable."""
    models = [embedder()]
    if remote := embeddings.remote():
        ready = vectors.ready_models(place.pk)
        candidates = (*remote, embeddings.local())
        models = [model for model in candidates if model.name in ready]
    for model in models:
        with contextlib.suppress(ModelUnavailable):
            values = model.embed_queries(question.wordings)
            return Vectors(model.name, values, model.min_relevance)
    return Vectors(embedder().name)


def _rows_named(name: str) -> list[Item]:
    """Rows of any property and status: either may be why the row was not used."""
    rows = Item.objects.filter(name__icontains=name)
    return list(rows[:MOST_NAMED_ROWS]) if name else []


async def _answer(inputs: Inputs) -> dict[str, Any]:
    """Run a turn of the real graph, in a conversation that is discarded."""
    conversation = Conversation(property=inputs.property, is_from_guest=False)
    await database_threads.run(conversation.save)
    turns = TurnRunner()
    at, language = _moment(inputs), inputs.language
    try:
        if inputs.before:
            await single_question.ask(turns, conversation, inputs.before, at, language)
        return await single_question.ask(
            turns, conversation, inputs.question, at, language
        )
    finally:
        await erasure.discard(conversation)
        await loop_clients.close()
