"""How the question of a turn is read for its search: its focus, and its vectors."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from apps.conversations.turns.search.search_input import SearchInput, VectorsOfTurn
from apps.infrastructure import database_threads
from apps.knowledge.indexing import vectors
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import (
    another_time,
    each_of_two,
    focus,
    follow_ups,
    rewriting,
    rows_of_its_kind,
    whole_resort,
)
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.focus import Question
from apps.knowledge.question.subject import NO_SUBJECT, Subject
from apps.knowledge.search.retrieval import Vectors
from apps.knowledge.statements import common_questions, ellipsis, named_rows, splitting
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.splitting import Message
from apps.language.calendar import asked_time
from apps.language.word_forms import stems
from apps.llm import embeddings
from apps.llm.embeddings import Embedder
from apps.llm.failures import ModelUnavailable

log = logging.getLogger(__name__)


class QuestionReader:
    """Reads what one turn asks of a property, in one language."""

    def __init__(
        self,
        snapshot: PropertySnapshot,
        embedder: Embedder,
        language: str,
        vectors_of_turn: VectorsOfTurn | None = None,
    ) -> None:
        self._snapshot, self._embedder = snapshot, embedder
        self._language = language
        self._vectors_of_turn = vectors_of_turn or VectorsOfTurn()

    def of(self, snapshot: PropertySnapshot) -> QuestionReader:
        """The reader of another snapshot, for the same turn."""
        return QuestionReader(
            snapshot, self._embedder, self._language, self._vectors_of_turn
        )

    @property
    def is_local(self) -> bool:
        """Whether the question leaves this process for nobody but the database."""
        return self._embedder.name == embeddings.LOCAL_MODEL

    async def vector_of(self, text: str) -> Sequence[float] | None:
        """By the local model; None where it does not embed the questions."""
        if not self.is_local:
            return None
        return (await self._vectors_of_turn.embed(self._embedder, [text]))[0]

    async def read(
        self,
        text: str,
        earlier: Sequence[str],
        subject: Subject,
        *,
        is_part: bool = False,
    ) -> SearchInput:
        """is_part: whether it is part of a message, which is not split again."""
        reading = readings.read(text, self._language, self._snapshot, subject)
        if again := await self._list_again(reading.text, subject):
            return again
        plain = readings.in_english(text, self._language, self._snapshot)
        if follow_ups.names_new_kind(plain, subject, self._snapshot):
            return await self.read(text, (), NO_SUBJECT, is_part=is_part)
        of_each = each_of_two.question(plain, subject, self._snapshot)
        if of_each and not is_part:
            return await self.read(of_each, (), NO_SUBJECT)
        if in_full := self._in_full(plain, earlier, subject):
            return await self.read(in_full, (), NO_SUBJECT, is_part=True)
        day = "" if is_part or subject != NO_SUBJECT else readings.day_alone(plain)
        if moved := day or self._at_another_time(plain, earlier, subject):
            reading = readings.read(moved, self._language, self._snapshot, subject)
        message = Message(reading, self._snapshot)
        if not is_part:
            message = splitting.message(reading, self._snapshot)
        question = focus.question(self._snapshot, reading.text, earlier, subject)
        if reading.chosen_among:  # nothing has to be asked back
            question = replace(question, choices=())
        reading = self._named_in(reading, question)
        own, of_parts = readings.texts_to_embed(reading), message.texts_to_embed()
        vectors, by_text = await self._embedded(question.wordings, [*own, *of_parts])
        search_input = SearchInput(
            question,
            vectors,
            reading,
            readings.vectors(reading, [by_text[wording] for wording in own]),
            message,
            {text: np.asarray(by_text[text], np.float32) for text in of_parts},
        )
        return search_input if is_part else search_input.of_it()

    async def _list_again(self, text: str, subject: Subject) -> SearchInput | None:
        """The question of the last list, for what goes on with that list."""
        listed_before = follow_ups.rows_told(text, subject)
        if not listed_before and not follow_ups.asks_for_all(text, subject):
            return None
        again = await self.read(subject.question, (), NO_SUBJECT, is_part=True)
        more = replace(
            again.reading, listed_before=listed_before, is_of_all=not listed_before
        )
        return replace(again, reading=more)

    def _at_another_time(
        self, plain: str, earlier: Sequence[str], subject: Subject
    ) -> str:
        """What is asked of the row that was talked about, at the time that is named."""
        previous = self._previous(earlier)
        return another_time.question_of_leave(
            plain, previous, subject, self._snapshot
        ) or another_time.question_of_row(
            plain, subject, self._snapshot, "".join(earlier[:1])
        )

    def _previous(self, earlier: Sequence[str]) -> str:
        """The guest's last words, in English; empty at the beginning."""
        if len(earlier) < 2:  # noqa: PLR2004 - the answer comes first
            return ""
        return readings.in_english(earlier[1], self._language, self._snapshot)

    def _in_full(self, plain: str, earlier: Sequence[str], subject: Subject) -> str:
        """In words that need no conversation, what is asked of a list at another time,
        of the rows of a kind, of the whole resort, or of a thing that is no row; empty
        for other questions."""
        if moved := another_time.question_of_list(plain, subject, self._snapshot):
            return moved
        if narrowed := another_time.question_without(plain, subject, self._snapshot):
            return narrowed
        if prices := rewriting.prices_of_rooms(plain):
            return prices
        has_hotel = subjects.has_hotel(subject, self._snapshot)
        if not has_hotel and (history := whole_resort.history(plain)):
            return history
        if not subject.rows and (previous := self._previous(earlier)):
            return rewriting.about_thing(plain, previous)
        return rows_of_its_kind.full_question(plain, subject, self._snapshot)

    async def standard(self, own: SearchInput) -> SearchInput | None:
        """The same question as guests of every resort ask it, in standard words.

        None for what names a row or a day, goes on or is none of these questions.
        """
        reading = own.reading
        is_of_day = bool(asked_time.day_words(reading.text.lower()))
        if reading.named or reading.hangs_on or is_of_day:
            return None
        bare = own.reading_vectors.of("bare")
        question = common_questions.standard_question(reading.text, bare)
        question = rewriting.at_its_hour(question, reading.text)
        return (await self.in_english(question)).for_words_of(own) if question else None

    async def in_english(self, text: str) -> SearchInput:
        """A text in plain English, which needs no conversation to be understood."""
        own = QuestionReader(self._snapshot, self._embedder, "en")
        return await own.read(text, (), NO_SUBJECT, is_part=True)

    async def _embedded(
        self, wordings: Sequence[str], local: Sequence[str]
    ) -> tuple[Vectors, dict[str, Sequence[float]]]:
        """For the search, by the model in use; for the statements, by the local one."""
        if not self.is_local:
            vectors = await self._vectors(wordings)
            return vectors, dict(
                zip(local, await self._embed_locally(local), strict=True)
            )
        texts = list(dict.fromkeys([*wordings, *local]))
        both = await self._embed(self._embedder, texts)
        by_text = dict(zip(texts, both.values, strict=True))
        return replace(both, values=[by_text[text] for text in wordings]), by_text

    def _named_in(self, reading: Reading, question: Question) -> Reading:
        """With the row of "the second one"; a bare name repeats the last question."""
        named = tuple(row.item_id for row in question.focus)
        chosen_among = reading.chosen_among
        if not question.is_named or (chosen_among and not {*named} & {*chosen_among}):
            return reading
        # "The phone number there" does not name the "phone app".
        if question.part and {*stems(question.part)} <= ellipsis.asking_words():
            return reading
        is_name_alone = not reading.kinds and named_rows.is_name_alone(
            reading, self._snapshot.name_words
        )
        is_of_named_alone = is_name_alone or not reading.named
        if is_name_alone:
            reading = follow_ups.asked_of_another_row(question, reading, self._snapshot)
        return replace(
            reading,
            named=named,
            hangs_on=False,
            points_back=False,
            is_of_named_alone=is_of_named_alone,
        )

    async def _vectors(self, wordings: Sequence[str]) -> Vectors:
        """Of the first model that answers: the local one is the last; or none."""
        if not embeddings.is_remote():
            return await self._embed(self._embedder, wordings)
        ready = await database_threads.run(
            vectors.ready_models, self._snapshot.place.pk
        )
        remote = embeddings.remote()
        for model in remote if self._embedder in remote else [self._embedder]:
            if model.name not in ready:
                continue
            try:
                return await self._embed(model, wordings)
            except ModelUnavailable as error:
                log.warning("searching without %s: %s", model.name, error)
        local = await embeddings.load_local()
        if local.name in ready:
            return await self._embed(local, wordings)
        log.warning("searching by keyword alone")
        return Vectors(self._embedder.name)

    async def _embed_locally(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """Zeros without the local model: then words alone rank the statements."""
        local = await embeddings.load_local()
        if local.name != embeddings.LOCAL_MODEL:
            return [[0.0] * local.dimensions for _ in texts]
        return await self._vectors_of_turn.embed(local, texts)

    async def _embed(self, model: Embedder, wordings: Sequence[str]) -> Vectors:
        values = await self._vectors_of_turn.embed(model, wordings)
        return Vectors(model.name, values, model.min_relevance)
