"""The search of one turn: started early in the graph, awaited late."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from typing import Any, cast

from apps.catalog.hours import timetable
from apps.concierge.context import Results
from apps.conversations.turns.search import (
    asking_clause,
    cited_subject,
    document_questions,
    index_wait,
    turn_results,
)
from apps.conversations.turns.search.question_reader import QuestionReader
from apps.conversations.turns.search.question_search import QuestionSearch
from apps.conversations.turns.search.search_input import SearchInput
from apps.conversations.turns.search.search_output import SearchOutput
from apps.infrastructure import database_threads
from apps.knowledge.comparison import room_rates, tier_thresholds
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import activities, limits
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.row_names import Name
from apps.knowledge.question.subject import NO_SUBJECT, Subject
from apps.knowledge.search import cards, missing_particulars, nearby_rows, promotions
from apps.knowledge.search.known_guest import NOBODY, KnownGuest
from apps.knowledge.statements.splitting import Part
from apps.language.calendar import asked_time
from apps.language.translation import question_words
from apps.llm.embeddings import Embedder


class PassageSearch:
    """Finds the passages of one question. Implements `concierge.context.Search`.

    guest: as he was known before. party: how many people the message says there are, 0
    where it says nothing of them. place_in_focus: the row whose code he has opened the
    page with; what he asks there is about it until something else is named.
    """

    def __init__(
        self,
        snapshot: PropertySnapshot,
        at: datetime,
        embedder: Embedder,
        language: str,
        guest: KnownGuest = NOBODY,
        party: int = 0,
        place_in_focus: int | None = None,
    ) -> None:
        self._snapshot, self._at, self._language = snapshot, at, language
        self._guest, self._party = guest, party
        self._place_in_focus = place_in_focus
        self._reader = QuestionReader(snapshot, embedder, language)
        self._input: asyncio.Task[SearchInput] | None = None
        self._outputs: asyncio.Task[list[SearchOutput]] | None = None
        self._subject = NO_SUBJECT
        self._asked_for: asked_time.AskedTime | None = None
        self._day: date | None = None

    @property
    def is_local(self) -> bool:
        return self._reader.is_local

    @property
    def current_place(self) -> str:
        place = self._subject.place
        is_current = place and self._subject.rows[:1] == (place,)
        return self._snapshot.rows[place].name if is_current else ""

    def plain(self, text: str) -> str:
        return self._snapshot.plain(text, self._language)

    def start(
        self, text: str, earlier: Sequence[str], subject: dict[str, Any] | None = None
    ) -> None:
        self.cancel()
        plain = question_words.english(text, self._language)
        self._party = self._party or limits.party(plain)
        stored, place = subjects.read(subject), self._place_in_focus
        self._subject = subjects.at_place(stored, place, self._snapshot)
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
            return turn_results.of_question(outputs[0], hours[0])
        message = (await self._input).message.reading
        return turn_results.of_parts(message, outputs, hours)

    def subject(
        self, citations: Sequence[Mapping[str, Any]], reading: dict[str, Any]
    ) -> dict[str, Any]:
        return cited_subject.after(
            citations, reading, self._subject, self._snapshot
        ).stored()

    def named(self, text: str) -> list[Name]:
        return self._snapshot.exact_names(text)

    def shows_at(self, row: int) -> list[Name]:
        hidden = self._snapshot.hidden_at(self._at)
        pairs = self._snapshot.show_venues
        shows = [show for show, venue in pairs if venue == row and show not in hidden]
        return self._snapshot.names_of(shows)

    def is_ever_open(self, row: int, clock: time) -> bool:
        return timetable.is_ever_open(self._snapshot.rows[row], clock)

    def cards(self, rows: Sequence[int], language: str) -> list[dict[str, Any]]:
        visit = cards.Visit(self._day, self._party or self._guest.people)
        asked_for = self._asked_for
        return cards.of(self._snapshot, rows, self._at, language, asked_for, visit)

    def has_neighbours(self, row: int) -> bool:
        return nearby_rows.has_any(self._snapshot, row, self._at)

    def kinds(self) -> frozenset[str]:
        rows, hidden = self._snapshot.rows, self._snapshot.hidden_at(self._at)
        return frozenset(rows[own].kind for own in rows.keys() - hidden)

    def facets(self, row: int) -> dict[str, str]:
        return cards.facets(self._snapshot, row)

    async def find(self, text: str) -> list[dict[str, Any]]:
        """As a speaker asks who wants to know more than the guest's words found."""
        search = QuestionSearch(self._snapshot, self._at, self._language, self._guest)
        own = await self._reader.read(text, (), NO_SUBJECT, is_part=True)
        passages = await database_threads.run(search.further, own)
        return cast("list[dict[str, Any]]", passages)

    def tiers(self) -> list[tier_thresholds.Tier]:
        return tier_thresholds.of(self._snapshot)

    def rate(self, row: int) -> Decimal | None:
        return room_rates.of(self._snapshot, row)

    def offer(self, kinds: Sequence[str]) -> str:
        return promotions.fitting(self._snapshot, kinds, self._at)

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
        self._asked_for = asked_time.read_of_opening(whole.question.text, local)
        self._day = asked_time.day(whole.question.text, local)
        snapshot = await index_wait.indexed(self._snapshot)
        if snapshot is None:
            return []
        if snapshot is not self._snapshot:
            self._snapshot, self._reader = snapshot, self._reader.of(snapshot)
            whole = await self._reader.read(text, earlier, self._subject)
        search = QuestionSearch(self._snapshot, self._at, self._language, self._guest)
        outputs, parts = await database_threads.run(search.search_or_split, whole)
        is_settled = any(own.ranked.is_phrased or own.is_comparison for own in outputs)
        if not is_settled and (wishes := whole.wishes):
            return [await self._find_alone(search, own, is_wish=True) for own in wishes]
        outputs = [await self._completed(search, output) for output in outputs]
        if len(outputs) == 1 and not parts:
            clause = asking_clause.of(text, self._language, self._snapshot)
            find = partial(self._find_alone, search)
            return [await asking_clause.answered(outputs[0], clause, find)]
        for part in parts:  # one may go on with what answers the one before
            is_after = part.goes_on and bool(outputs)
            if is_after and outputs[-1].is_of_nothing:
                continue  # "and is it free?", of what no record tells
            before = outputs[-1].subject_after(len(parts)) if is_after else None
            outputs.append(await self._find_part(search, part, earlier, before))
        return outputs

    async def _find_alone(
        self, search: QuestionSearch, text: str, *, is_wish: bool = False
    ) -> SearchOutput:
        own = await self._reader.read(text, (), NO_SUBJECT, is_part=True)
        wish = activities.label(text, self._language) if is_wish else ""
        output = await database_threads.run(search.search, replace(own, wish=wish))
        return await self._completed(search, output)

    async def _find_part(
        self,
        search: QuestionSearch,
        part: Part,
        earlier: Sequence[str],
        before: Subject | None,
    ) -> SearchOutput:
        """before: what it goes on with, as the part before is answered."""
        subject = before or part.reading.subject
        own = await self._reader.read(part.text, earlier, subject, is_part=True)
        own = own.among_listed() if before else own
        output = await database_threads.run(search.search, own)
        return await self._completed(search, output)

    async def _completed(
        self, search: QuestionSearch, output: SearchOutput
    ) -> SearchOutput:
        """Where the guest's own words are hardly answered by the rows, in standard
        words or from a document."""
        if not output.is_answered:
            output = await self._in_standard_words(search, output)
        if not self._snapshot.documents:
            return output
        return await document_questions.answered(
            output, search, self._reader, self._snapshot
        )

    async def _in_standard_words(
        self, search: QuestionSearch, output: SearchOutput
    ) -> SearchOutput:
        """Where other words are known for the question, and lose nothing of it."""
        standard = await self._reader.standard(output.search_input)
        reading, ranked = output.search_input.reading, output.ranked
        if standard is None or missing_particulars.is_of_resort(reading, ranked):
            return output
        return await database_threads.run(search.in_standard_words, output, standard)
