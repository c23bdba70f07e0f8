"""The search of one turn: started early in the graph, awaited late."""

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
from apps.knowledge.search import cards, matching_rows, results, retrieval, schedule
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
class SearchInput:
    """A question with its focus and its vectors: all that a search needs."""

    question: Question
    vectors: Vectors


class PassageSearch:
    """Finds the passages of one question. Implements `concierge.context.Search`."""

    def __init__(
        self,
        snapshot: PropertySnapshot,
        at: datetime,
        embedder: Embedder,
        language: str,
    ) -> None:
        self._snapshot, self._at, self._embedder = snapshot, at, embedder
        self._language = language
        self._input: asyncio.Task[SearchInput] | None = None
        self._passages: asyncio.Task[list[Found]] | None = None

    @property
    def is_local(self) -> bool:
        return self._embedder.name == LOCAL_EMBEDDER

    def start(self, text: str, earlier: Sequence[str]) -> None:
        self._input = asyncio.create_task(self._prepare(text, earlier))
        self._passages = asyncio.create_task(self._find(self._input))

    async def vector(self) -> Sequence[float] | None:
        """Only the local embedder's vectors mean anything to the local classifier."""
        if self._input is None or not self.is_local:
            return None
        values = (await self._input).vectors.values
        return values[0] if values else None

    async def results(self, schedule: bool) -> Results:
        if self._input is None or self._passages is None:
            return Results([])
        passages, question = await self._passages, (await self._input).question
        if schedule:
            hours = results.hours_of(passages, self._snapshot, self._at)
            passages = [*passages, *hours]
        in_focus = question.focus[-1].title if question.focus else ""
        choices = [row.title for row in question.choices]
        return Results(cast("list[dict[str, Any]]", passages), in_focus, choices)

    def named(self, text: str) -> list[Name]:
        return self._snapshot.exact_names(text)

    def cards(self, rows: Sequence[int], language: str) -> list[dict[str, Any]]:
        return cards.of(self._snapshot, rows, self._at, language)

    def facets(self, row: int) -> dict[str, str]:
        return cards.facets(self._snapshot, row)

    def cancel(self) -> None:
        for task in (self._input, self._passages):
            if task:
                task.cancel()

    async def _prepare(self, text: str, earlier: Sequence[str]) -> SearchInput:
        question = focus.question(
            self._snapshot, question_words.english(text, self._language), earlier
        )
        return SearchInput(question, await self._vectors(question.wordings))

    async def _vectors(self, wordings: Sequence[str]) -> Vectors:
        """Of the model in use; of the local one when that is away; or none."""
        if not embeddings.is_remote():
            return await _embed(self._embedder, wordings)
        ready = await database_threads.run(
            vectors.ready_models, self._snapshot.place.pk
        )
        if self._embedder.name in ready:
            try:
                return await _embed(self._embedder, wordings)
            except ModelUnavailable as error:
                log.warning("searching without %s: %s", self._embedder.name, error)
        local = await asyncio.to_thread(embeddings.local)
        if local.name in ready:
            return await _embed(local, wordings)
        log.warning("searching by keyword alone")
        return Vectors(self._embedder.name)

    async def _find(self, search_input: asyncio.Task[SearchInput]) -> list[Found]:
        return await database_threads.run(self._search, await search_input)

    def _search(self, search_input: SearchInput) -> list[Found]:
        question, vectors = search_input.question, search_input.vectors
        passages = retrieval.search(question, vectors, self._snapshot, self._at)
        # A guest who names a place asks about that place, not about all that match.
        return (
            passages if question.is_named else self._with_computed(question, passages)
        )

    def _with_computed(self, question: Question, passages: list[Found]) -> list[Found]:
        """Puts first what is computed for a question about several rows.

        All rows of a kind that match the question's criteria are there.
        """
        shortlist = self._shortlist(question)
        place, text = self._snapshot.place, question.text
        scheduled = schedule.passages(place, text, self._at)
        if scheduled and shortlist.kind != Item.Kind.RESTAURANT:
            return [*scheduled, *passages]
        other_kinds = [
            passage
            for passage in passages
            if passage["metadata"]["category"] != shortlist.kind
        ]
        return [*shortlist.passages, *other_kinds]

    def _shortlist(self, question: Question) -> Shortlist:
        """Empty for "Can we have dinner there?": it chooses among no restaurants."""
        if question.is_about_focus:
            return Shortlist()
        return matching_rows.of(self._snapshot, question.text, self._at)


async def _embed(model: Embedder, wordings: Sequence[str]) -> Vectors:
    values = await model.aembed_queries(wordings)
    return Vectors(model.name, values, model.min_relevance)
