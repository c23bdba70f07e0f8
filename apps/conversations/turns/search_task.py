"""The search of one turn: begun when the gate lets a question through, awaited late."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from apps.catalog.models import Item
from apps.concierge.context import Results
from apps.infrastructure import database_threads
from apps.knowledge.indexing import vectors
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import focus
from apps.knowledge.question.focus import Question
from apps.knowledge.question.row_names import Name
from apps.knowledge.search import cards, matching_rows, retrieval
from apps.knowledge.search import results as loading
from apps.knowledge.search import schedule as agenda
from apps.knowledge.search.matching_rows import Shortlist
from apps.knowledge.search.results import Found
from apps.knowledge.search.retrieval import Vectors
from apps.language.translation import question_words
from apps.llm import embeddings
from apps.llm.embeddings import Embedder
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)
LOCAL_EMBEDDER = "minilm-l6-v2"


@dataclass(frozen=True)
class Asked:
    """A question with its focus and its vectors: all that a search needs."""

    question: Question
    vectors: Vectors


class Lookup:
    """One question's way to its passages. Implements `concierge.context.Search`."""

    def __init__(
        self,
        snapshot: PropertySnapshot,
        at: datetime,
        embedder: Embedder,
        language: str,
    ) -> None:
        self._snapshot, self._at, self._embedder = snapshot, at, embedder
        self._language = language
        self._asked: asyncio.Task[Asked] | None = None
        self._found: asyncio.Task[list[Found]] | None = None

    @property
    def is_local(self) -> bool:
        return self._embedder.name == LOCAL_EMBEDDER

    def start(self, text: str, earlier: Sequence[str]) -> None:
        self._asked = asyncio.create_task(self._ask(text, earlier))
        self._found = asyncio.create_task(self._find(self._asked))

    async def vector(self) -> Sequence[float] | None:
        """Only the local embedder's vectors mean anything to the local classifier."""
        if self._asked is None or not self.is_local:
            return None
        values = (await self._asked).vectors.values
        return values[0] if values else None

    async def results(self, schedule: bool) -> Results:
        if self._asked is None or self._found is None:
            return Results([])
        found, asked = await self._found, await self._asked
        if schedule:
            found = [*found, *loading.hours_of(found, self._snapshot, self._at)]
        in_focus = asked.question.focus[-1].title if asked.question.focus else ""
        choices = [one.title for one in asked.question.choices]
        return Results(cast("list[dict[str, Any]]", found), in_focus, choices)

    def named(self, text: str) -> list[Name]:
        return self._snapshot.exact_names(text)

    def cards(self, rows: Sequence[int], language: str) -> list[dict[str, Any]]:
        return cards.of(self._snapshot, rows, self._at, language)

    def facets(self, row: int) -> dict[str, str]:
        return cards.facets(self._snapshot, row)

    def cancel(self) -> None:
        for task in (self._asked, self._found):
            if task:
                task.cancel()

    async def _ask(self, text: str, earlier: Sequence[str]) -> Asked:
        question = focus.question(
            self._snapshot, question_words.english(text, self._language), earlier
        )
        return Asked(question, await self._vectors(question.wordings))

    async def _vectors(self, wordings: Sequence[str]) -> Vectors:
        """Of the model in use; of the local one when that is away; or none."""
        if not embeddings.is_remote():
            return await _made(self._embedder, wordings)
        ready = await database_threads.run(
            vectors.ready_models, self._snapshot.place.pk
        )
        if self._embedder.name in ready:
            try:
                return await _made(self._embedder, wordings)
            except ModelUnavailable as error:
                log.warning("searching without %s: %s", self._embedder.name, error)
        local = await asyncio.to_thread(embeddings.local)
        if local.name in ready:
            return await _made(local, wordings)
        log.warning("searching by keyword alone")
        return Vectors(self._embedder.name)

    async def _find(self, asked: asyncio.Task[Asked]) -> list[Found]:
        return await database_threads.run(self._search, await asked)

    def _search(self, asked: Asked) -> list[Found]:
        question = asked.question
        found = retrieval.search(question, asked.vectors, self._snapshot, self._at)
        # Who names a place asks about that place, not about all that fits or is on.
        return found if question.is_named else self._several(question, found)

    def _several(self, question: Question, found: list[Found]) -> list[Found]:
        """What was computed for a question about several rows, and the rest of it.

        Rows of a kind that was chosen among by the question's wishes are all there.
        """
        fitting = self._fitting(question)
        now = agenda.passages(self._snapshot.place, question.text, self._at)
        if now and fitting.kind != Item.Kind.RESTAURANT:
            return [*now, *found]
        rest = [one for one in found if one["metadata"]["category"] != fitting.kind]
        return [*fitting.found, *rest]

    def _fitting(self, question: Question) -> Shortlist:
        """ "Can we have dinner there?" chooses among no restaurants."""
        if question.is_about_focus:
            return Shortlist()
        return matching_rows.of(self._snapshot, question.text, self._at)


async def _made(model: Embedder, wordings: Sequence[str]) -> Vectors:
    values = await model.aembed_queries(wordings)
    return Vectors(model.name, values, model.min_relevance)
