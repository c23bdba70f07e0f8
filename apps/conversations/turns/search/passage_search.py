"""The search of one turn: started early in the graph, awaited late."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from apps.catalog.models import Item
from apps.concierge.context import Results
from apps.conversations.turns.search import cited_subject, index_wait, search_output
from apps.conversations.turns.search.question_reader import QuestionReader, SearchInput
from apps.conversations.turns.search.search_output import SearchOutput
from apps.infrastructure import database_threads
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import exclusions
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.focus import Question
from apps.knowledge.question.row_names import Name
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.search import (
    cards,
    comparisons,
    extremes,
    matching_rows,
    results,
    retrieval,
    schedule,
)
from apps.knowledge.search.matching_rows import Shortlist
from apps.knowledge.search.results import Found
from apps.knowledge.statements import ranking, splitting
from apps.knowledge.statements.ranking import NEAREST_BELOW, Ranked
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.splitting import Part
from apps.language.calendar import asked_time
from apps.language.calendar.asked_time import AskedTime
from apps.llm.embeddings import Embedder

log = logging.getLogger(__name__)


class PassageSearch:
    """Finds the passages of one question. Implements `concierge.context.Search`."""

    def __init__(
        self,
        snapshot: PropertySnapshot,
        at: datetime,
        embedder: Embedder,
        language: str,
    ) -> None:
        self._snapshot, self._at, self._language = snapshot, at, language
        self._reader = QuestionReader(snapshot, embedder, language)
        self._input: asyncio.Task[SearchInput] | None = None
        self._outputs: asyncio.Task[list[SearchOutput]] | None = None
        self._subject = NO_SUBJECT
        self._asked_for: AskedTime | None = None

    @property
    def is_local(self) -> bool:
        return self._reader.is_local

    def plain(self, text: str) -> str:
        return self._snapshot.plain(text, self._language)

    def start(
        self, text: str, earlier: Sequence[str], subject: dict[str, Any] | None = None
    ) -> None:
        self.cancel()
        self._subject = subjects.read(subject)
        self._input = asyncio.create_task(
            self._reader.read(text, earlier, self._subject)
        )
        self._outputs = asyncio.create_task(self._find(self._input, text, earlier))

    async def vector(self) -> Sequence[float] | None:
        """Only the local embedder's vectors mean anything to the local classifier."""
        if self._input is None or not self.is_local:
            return None
        values = (await self._input).vectors.values
        return values[0] if values else None

    async def vector_of(self, text: str) -> Sequence[float] | None:
        return await self._reader.vector_of(text)

    async def results(self, schedule: bool) -> Results:
        if self._input is None or self._outputs is None:
            return Results([])
        outputs = await self._outputs
        if not outputs:
            return Results([], reading={"is_being_indexed": True})
        hours = [
            output.hours(self._snapshot, self._at, self._language) if schedule else []
            for output in outputs
        ]
        if len(outputs) == 1:
            return search_output.of_question(outputs[0], hours[0])
        message = (await self._input).message.reading
        return search_output.of_parts(message, outputs, hours)

    def subject(
        self, citations: Sequence[Mapping[str, Any]], reading: dict[str, Any]
    ) -> dict[str, Any]:
        return cited_subject.after(
            citations, reading, self._subject, self._snapshot
        ).stored()

    def named(self, text: str) -> list[Name]:
        return self._snapshot.exact_names(text)

    def cards(self, rows: Sequence[int], language: str) -> list[dict[str, Any]]:
        return cards.of(self._snapshot, rows, self._at, language, self._asked_for)

    def facets(self, row: int) -> dict[str, str]:
        return cards.facets(self._snapshot, row)

    def cancel(self) -> None:
        for task in (self._input, self._outputs):
            if task:
                task.cancel()

    async def _find(
        self, reading: asyncio.Task[SearchInput], text: str, earlier: Sequence[str]
    ) -> list[SearchOutput]:
        """An output for each part of the message; none while records are indexed."""
        whole = await reading
        local = self._at.astimezone(self._snapshot.place.zone)
        self._asked_for = asked_time.read(whole.question.text, local)
        snapshot = await index_wait.indexed(self._snapshot)
        if snapshot is None:
            return []
        if snapshot is not self._snapshot:
            self._snapshot, self._reader = snapshot, self._reader.of(snapshot)
            whole = await self._reader.read(text, earlier, self._subject)
        outputs, parts = await database_threads.run(self._search_or_split, whole)
        return [*outputs, *[await self._find_part(part, earlier) for part in parts]]

    async def _find_part(self, part: Part, earlier: Sequence[str]) -> SearchOutput:
        subject = part.reading.subject
        own = await self._reader.read(part.text, earlier, subject, is_part=True)
        return await database_threads.run(self._search, own, self._ranked(own))

    def _search_or_split(
        self, whole: SearchInput
    ) -> tuple[list[SearchOutput], tuple[Part, ...]]:
        """The output of a message that is one question, or the parts of another."""
        ranked, message = self._ranked(whole), whole.message
        if comparisons.passages(self._snapshot, whole.reading, ranked, self._at):
            return [self._search(whole, ranked)], ()
        candidates = [
            (split, message.parts_of(split, whole.part_vectors, ranked.hidden))
            for split in message.splits
        ]
        parts = splitting.choose(ranked, candidates)
        return ([], parts) if parts else ([self._search(whole, ranked)], ())

    def _ranked(self, search_input: SearchInput) -> Ranked:
        index, reading = self._snapshot.statements, search_input.reading
        excluded = exclusions.rows(index, exclusions.words(reading.text))
        return ranking.rank(
            index,
            reading,
            search_input.reading_vectors,
            hidden=self._snapshot.hidden_at(self._at).union(
                excluded - {*reading.named}, reading.listed_before
            ),
        )

    def _search(self, search_input: SearchInput, ranked: Ranked) -> SearchOutput:
        question = search_input.question
        passages = retrieval.search(
            question,
            search_input.vectors,
            self._snapshot,
            self._at,
            # By words alone it knows less than the search itself.
            ranked if ranked.index.has_vectors.any() or ranked.is_phrased else None,
            self._language,
        )
        if ranked.is_phrased:  # staff have said which row and field answer
            return SearchOutput(search_input, passages, ranked)
        reading = search_input.reading
        if compared := comparisons.passages(self._snapshot, reading, ranked, self._at):
            both = [*compared, *passages]
            return SearchOutput(search_input, both, ranked, is_comparison=True)
        if extreme := extremes.passages(self._snapshot, reading, ranked, self._at):
            return SearchOutput(search_input, [*extreme, *passages], ranked, True)
        # A guest who names a place asks about that place, not about all that match; but
        # "restaurants in Casino of the Sky" asks for those that are there.
        is_of_named_row = question.is_named and not self._is_at_place(question)
        if is_of_named_row or search_input.reading.points_back:
            return SearchOutput(search_input, passages, ranked)
        shortlist = self._shortlist(question, search_input.reading, ranked)
        return SearchOutput(
            search_input,
            self._with_computed(question, search_input.reading, passages, shortlist),
            ranked,
            shortlist=shortlist,
        )

    def _with_computed(
        self,
        question: Question,
        reading: Reading,
        passages: list[Found],
        shortlist: Shortlist,
    ) -> list[Found]:
        """Puts first what is computed for a question about several rows.

        All rows of a kind that match the question's criteria are there.
        """
        place, text = self._snapshot.place, question.text
        if reading.names_nothing and reading.hangs_on:
            # "Open now?" is asked of what was talked about.
            return passages
        scheduled = schedule.passages(place, text, self._at, self._language)
        scheduled = results.without(scheduled, reading.listed_before)
        if scheduled and shortlist.kind != Item.Kind.RESTAURANT:
            return [*scheduled, *passages]
        return shortlist.before(passages)

    def _is_at_place(self, question: Question) -> bool:
        return matching_rows.names_place(self._snapshot, question.text)

    def _shortlist(
        self, question: Question, reading: Reading, ranked: Ranked
    ) -> Shortlist:
        """Empty for "Can we have dinner there?": it chooses among no restaurants.

        And where the best statement is of another kind of row, unless the criteria
        explain every word: they are read from single words, the ranking from the whole
        question. What staff have written as an answer counts more than either.
        """
        is_about_subject = reading.names_nothing or reading.chosen_among
        is_about_row = question.is_about_focus and not self._is_at_place(question)
        if is_about_row or is_about_subject:
            return matching_rows.NOTHING
        text = exclusions.without(question.text)
        shortlist = matching_rows.of(self._snapshot, text, self._at, self._language)
        is_agreed = shortlist.kind in {ranked.best_kind, *reading.kind_alone}
        is_written = ranked.best_kind == Item.Kind.FAQ and ranked.exact >= NEAREST_BELOW
        is_explained = not (shortlist.unread or is_written or reading.hangs_on)
        if not (is_agreed or is_explained):
            return matching_rows.NOTHING
        chosen = shortlist.without(ranked.hidden)
        return chosen.fitting_best(ranked.index, reading.words)
