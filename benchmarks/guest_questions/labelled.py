"""Asks the questions whose answering rows their authors have named.

The ranking was learnt from them, so its figures are kinder than a new resort's, unless
each resort is asked by a ranking that has learnt from the others alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from apps.conversations import single_question
from apps.conversations.models import Turn
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.knowledge.indexing import vectors
from apps.llm.embeddings import embedder
from apps.properties.models import Property
from benchmarks.scratch_database import scratch_database
from benchmarks.training import questions, statement_ranking
from benchmarks.training.questions import UNANSWERED, Conversation, Question

# Of conversations whose author names no moment.
MOMENT = datetime.fromisoformat("2026-11-27T18:00")


@dataclass(frozen=True)
class Answer:
    """is_uncertain: whether it says that it may not be all that is asked for."""

    conversation: Conversation
    question: Question
    text: str
    route: str
    rows: frozenset[str]
    is_uncertain: bool

    @property
    def outcome(self) -> str:
        """answered, uncertain, other row or nothing where the records hold the answer;
        claimed, uncertain or nothing where they do not."""
        if not self.rows:
            return "nothing"
        if self.question.shape in UNANSWERED:
            return "uncertain" if self.is_uncertain else "claimed"
        if self.rows.isdisjoint(self.question.rows):
            return "other row"
        return "uncertain" if self.is_uncertain else "answered"


def run(authors: Collection[str], *, is_unseen: bool = False) -> list[Answer]:
    """Every question of one of these authors; of all of them where none is named.

    is_unseen: whether the ranking has learnt nothing of the resort that is asked.
    """
    conversations = [
        conversation
        for conversation in questions.read()
        if not authors or conversation.author in authors
    ]
    with scratch_database(), database_threads.undone() as run_in_transaction:
        places = run_in_transaction(_load)
        if not is_unseen:
            return asyncio.run(_ask_all(places, conversations))
        weights = run_in_transaction(statement_ranking.weights, questions.read())
        answers = []
        for resort, own_weights in weights.items():
            own = [talk for talk in conversations if talk.resort == resort]
            with statement_ranking.ranked_by(own_weights):
                answers += asyncio.run(_ask_all(places, own))
        return answers


def _load() -> dict[str, Property]:
    questions.load_resorts()
    model = embedder()
    vectors.embed(vectors.waiting(model.name), model)
    return {place.slug: place for place in Property.objects.all()}


async def _ask_all(
    places: dict[str, Property], conversations: Iterable[Conversation]
) -> list[Answer]:
    turns = TurnRunner()
    try:
        return [
            answer
            for conversation in conversations
            for answer in await _ask(turns, places[conversation.resort], conversation)
        ]
    finally:
        await loop_clients.close()


async def _ask(
    turns: TurnRunner, place: Property, conversation: Conversation
) -> list[Answer]:
    """Messages with several questions are asked, and not judged."""
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web", is_from_guest=False
    )
    moment = (conversation.moment or MOMENT).replace(tzinfo=place.zone)
    answers = []
    for own in conversation.messages():
        result = await single_question.ask(
            turns, thread, own[0].message, moment, conversation.language
        )
        if len(own) == 1:
            is_uncertain = await database_threads.run(_is_uncertain, result["turn"])
            answers.append(_answer(conversation, own[0], result, is_uncertain))
    return answers


def _is_uncertain(turn_id: str) -> bool:
    return Turn.objects.get(pk=turn_id).is_in_part


def _answer(
    conversation: Conversation,
    question: Question,
    result: dict[str, Any],
    is_uncertain: bool,
) -> Answer:
    rows = frozenset(str(row["title"]) for row in result["citations"])
    return Answer(
        conversation, question, result["answer"], result["route"], rows, is_uncertain
    )


def figures(answers: Sequence[Answer]) -> Iterator[tuple[str, str, int, int]]:
    """(held or not held by the records, outcome, count, total), most frequent first."""
    for name, is_held in (("held", True), ("not held", False)):
        own = [
            answer.outcome
            for answer in answers
            if (answer.question.shape not in UNANSWERED) is is_held
        ]
        counts = [(len(list(group)), out) for out, group in groupby(sorted(own))]
        for count, outcome in sorted(counts, reverse=True):
            yield name, outcome, count, len(own)
