"""Asks the questions of a file in a database of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils import timezone

from apps.catalog.demo import loader
from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.knowledge.indexing import vectors
from apps.llm.embeddings import embedder
from apps.properties.models import Property
from benchmarks.guest_questions import judge
from benchmarks.guest_questions.judge import Verdict
from benchmarks.guest_questions.question_file import (
    Conversation,
    Question,
    QuestionFile,
)
from benchmarks.scratch_database import scratch_database


@dataclass(frozen=True)
class Answer:
    """name: of the question, such as 12.2, the second of the twelfth conversation."""

    name: str
    language: str
    question: Question
    result: dict[str, Any]
    verdict: Verdict

    @property
    def text(self) -> str:
        return str(self.result["answer"])


def run(
    fixtures: Path, questions: QuestionFile, *, with_language: bool = True
) -> list[Answer]:
    """Loads the fixtures and asks; nothing is stored, and no task reaches the worker.

    with_language: whether turns say the language, as a page does that is set to it.
    """
    with scratch_database(), database_threads.undone() as run_in_transaction:
        place = run_in_transaction(_load, fixtures, questions)
        return asyncio.run(_ask_all(place, questions.conversations, with_language))


def _load(fixtures: Path, questions: QuestionFile) -> Property:
    """The property of the questions, with the vectors of its passages."""
    first_moment = min(row.at for row in questions.conversations)
    loader.load(fixtures, timezone.make_aware(first_moment))
    model = embedder()
    vectors.embed(vectors.waiting(model.name), model)
    return Property.objects.get(slug=questions.property_slug)


async def _ask_all(
    place: Property, conversations: Iterable[Conversation], with_language: bool
) -> list[Answer]:
    turns = TurnRunner()
    try:
        return [
            answer
            for conversation in conversations
            for answer in await _ask(turns, place, conversation, with_language)
        ]
    finally:
        await loop_clients.close()


async def _ask(
    turns: TurnRunner, place: Property, conversation: Conversation, with_language: bool
) -> list[Answer]:
    """The answers to one guest, each judged."""
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web", is_from_guest=False
    )
    language, answers = conversation.language, []
    for number, question in enumerate(conversation.questions, 1):
        result = await single_question.ask(
            turns,
            thread,
            question.text,
            conversation.at.replace(tzinfo=place.zone),
            language if with_language else "",
        )
        verdict = judge.judge(question, language, result["answer"])
        name = f"{conversation.number}.{number}"
        answers.append(Answer(name, language, question, result, verdict))
    return answers
