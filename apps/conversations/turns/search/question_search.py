"""Searches for one question that has been read; blocking, so in a thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest

from django.conf import settings

from apps.catalog.models import Item
from apps.conversations.turns.search.search_input import SearchInput
from apps.conversations.turns.search.search_output import SearchOutput
from apps.knowledge.comparison import comparisons, extremes, hours_order, of_each
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import exclusions, wish_words
from apps.knowledge.question.focus import Question
from apps.knowledge.schedule import line_ups, whats_on
from apps.knowledge.search import (
    closed_rows,
    documents,
    matching_rows,
    nearby_rows,
    new_questions,
    results,
    retrieval,
    suitability,
    who_may_come,
)
from apps.knowledge.search.known_guest import NOBODY, KnownGuest
from apps.knowledge.search.results import Found
from apps.knowledge.search.shortlist import NOTHING, Shortlist
from apps.knowledge.statements import ranking, splitting
from apps.knowledge.statements.ranking import NEAREST_BELOW, Ranked
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.splitting import Part


@dataclass(frozen=True)
class QuestionSearch:
    """Of a property at a moment, in the guest's language.

    guest: what he has told before.
    """

    _snapshot: PropertySnapshot
    _at: datetime
    _language: str
    _guest: KnownGuest = NOBODY

    def search_or_split(
        self, whole: SearchInput
    ) -> tuple[list[SearchOutput], tuple[Part, ...]]:
        """The output of a message that is one question, or the parts of another."""
        whole, ranked = self._as_meant(whole)
        message = whole.message
        if comparisons.passages(self._snapshot, whole.reading, ranked, self._at):
            return [self._search(whole, ranked)], ()
        candidates = [
            (split, message.parts_of(split, whole.part_vectors, ranked.hidden))
            for split in message.splits
        ]
        parts = splitting.choose(ranked, candidates)
        return ([], parts) if parts else ([self._search(whole, ranked)], ())

    def search(self, search_input: SearchInput) -> SearchOutput:
        return self._search(*self._as_meant(search_input))

    def in_standard_words(
        self, output: SearchOutput, standard: SearchInput
    ) -> SearchOutput:
        """Of the question in standard words, where these are answered exactly."""
        return output.or_in_standard_words(self.search(standard))

    def in_documents(self, output: SearchOutput) -> SearchOutput:
        """With what a document says, where the rows do not answer and it does."""
        index, of_question = self._snapshot.documents, output.search_input
        if not index:
            return output
        reading, vectors = of_question.reading, of_question.reading_vectors
        chance, of_rows = output.chance_to_answer, output.ranked
        ranked = documents.answer(index, reading, vectors, self._at, chance, of_rows)
        if ranked is None:
            return output
        passages = [
            *documents.load(index, ranked, self._language, reading),
            *documents.without_chances(output.passages),
        ]
        passages_of_all = passages[: settings.RAG_TOP_K]
        return SearchOutput(of_question, passages_of_all, ranked, is_of_documents=True)

    def further(self, search_input: SearchInput) -> list[Found]:
        """The best passages of rows and of documents in turn, for a speaker that judges
        itself which of them answers."""
        of_rows, index = self.search(search_input).passages, self._snapshot.documents
        if not index:
            return of_rows
        reading, vectors = search_input.reading, search_input.reading_vectors
        ranked = documents.rank(index, reading, vectors, self._at)
        of_documents = documents.load(index, ranked, self._language)
        pairs = zip_longest(of_documents, of_rows)
        return [passage for pair in pairs for passage in pair if passage]

    def _as_meant(self, search_input: SearchInput) -> tuple[SearchInput, Ranked]:
        """The question with its ranking; as a new one where what was talked about does
        not answer what sounds like one, and the resort does."""
        ranked, reading = self._ranked(search_input), search_input.reading
        if not new_questions.may_be(reading, ranked, self._snapshot):
            return search_input, ranked
        alone = search_input.alone()
        of_resort = self._ranked(alone)
        if new_questions.is_answered(reading, ranked, of_resort, self._snapshot):
            return alone, of_resort
        return search_input, ranked

    def _ranked(self, search_input: SearchInput) -> Ranked:
        index, reading = self._snapshot.statements, search_input.reading
        excluded = exclusions.rows(index, exclusions.words(reading.text))
        excluded |= self._not_meant(search_input)
        return ranking.rank(
            index,
            reading,
            search_input.reading_vectors,
            hidden=self._snapshot.hidden_at(self._at).union(
                excluded - {*reading.named}, reading.listed_before
            ),
        )

    def _not_meant(self, search_input: SearchInput) -> frozenset[int]:
        """Ids of what is for adults, where children are named, and shows elsewhere."""
        shows = line_ups.shows_elsewhere(self._snapshot, search_input.reading.named)
        for_children = wish_words.looks_for_families(search_input.question.text)
        return shows | (self._snapshot.rows_for_adults if for_children else frozenset())

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
        passages = results.without(passages, self._not_meant(search_input))
        if ranked.is_phrased:  # staff have said which row and field answer
            return SearchOutput(search_input, passages, ranked)
        reading = search_input.reading
        of_it = (self._snapshot, reading, ranked, self._at)
        compared = (own.passages(*of_it) for own in (comparisons, hours_order, of_each))
        if of_rows := next(filter(None, compared), None):
            both = [*of_rows, *passages]
            return SearchOutput(search_input, both, ranked, is_comparison=True)
        for of_rows in (nearby_rows.of, closed_rows.of):
            listed = of_rows(self._snapshot, reading, self._at)
            if listed != NOTHING:
                shown = [*listed.passages] or passages
                return SearchOutput(search_input, shown, ranked, shortlist=listed)
        extreme = extremes.passages(self._snapshot, reading, ranked, self._at)
        shortlist = self._shortlist(question, reading, ranked) if extreme else NOTHING
        if extreme and not (shortlist.is_narrowed and shortlist.passages):
            return SearchOutput(search_input, [*extreme, *passages], ranked, True)
        # A guest who names a place asks about that place, not about all that match; but
        # "restaurants in Casino of the Sky" asks for those that are there.
        is_of_named_row = question.is_named and not self._is_at_place(question)
        if is_of_named_row or reading.points_back:
            unrecorded = suitability.unrecorded_of(
                passages[:1], self._snapshot, self._guest
            )
            return SearchOutput(
                search_input,
                passages,
                ranked,
                unrecorded=unrecorded,
                is_need_of_row=bool(unrecorded),
            )
        shortlist = shortlist if extreme else self._shortlist(question, reading, ranked)
        return self._with_computed(
            SearchOutput(search_input, passages, ranked, shortlist=shortlist)
        )

    def _with_computed(self, output: SearchOutput) -> SearchOutput:
        """Puts first what is computed for a question about several rows, and of that
        what suits the guest.

        All rows of a kind that match the question's criteria are there.
        """
        question, reading = output.search_input.question, output.search_input.reading
        shortlist = output.shortlist
        place, text = self._snapshot.place, question.text
        if reading.names_nothing and reading.hangs_on:
            # "Open now?" is asked of what was talked about.
            return output
        scheduled = whats_on.passages(place, text, self._at, self._language)
        not_wanted = {*reading.listed_before} | self._not_meant(output.search_input)
        scheduled = results.without(scheduled, not_wanted)
        is_scheduled = scheduled and shortlist.kind != Item.Kind.RESTAURANT
        listed = scheduled if is_scheduled else shortlist.passages
        ordered = suitability.ordered(listed, self._snapshot, self._guest, text)
        if is_scheduled:
            passages = [*ordered.passages, *output.passages]
        else:
            shortlist = replace(shortlist, passages=ordered.passages)
            passages = shortlist.before(output.passages, is_whole=reading.is_of_all)
        return replace(
            output,
            passages=passages,
            shortlist=shortlist,
            suits=ordered.reasons,
            unrecorded=ordered.unrecorded,
        )

    def _is_at_place(self, question: Question) -> bool:
        return matching_rows.names_place(self._snapshot, question.text)

    def _shortlist(
        self, question: Question, reading: Reading, ranked: Ranked
    ) -> Shortlist:
        """Empty for "Can we have dinner there?": it chooses among no restaurants.

        And where the best statement is of another kind of row, unless the criteria
        explain every word. What staff have written as an answer counts more than both.
        """
        is_about_subject = reading.names_nothing or reading.chosen_among
        is_about_row = question.is_about_focus and not self._is_at_place(question)
        is_of_age = who_may_come.asks_of_row(question.text, ranked.topic)
        if is_about_row or is_about_subject or is_of_age:
            return NOTHING
        text = exclusions.without(question.text)
        shortlist = matching_rows.of(
            self._snapshot,
            text,
            self._at,
            self._language,
            is_kind_enough=wish_words.asks_for_rows(text),
        )
        is_agreed = shortlist.kind in {ranked.best_kind, *reading.kinds_looked_for}
        is_written = ranked.best_kind == Item.Kind.FAQ and ranked.exact >= NEAREST_BELOW
        is_written = is_written and not shortlist.is_narrowed
        is_explained = not (shortlist.unread or is_written or reading.hangs_on)
        if not (is_agreed or is_explained or shortlist.is_whole_kind):
            return NOTHING
        chosen = shortlist.without(ranked.hidden)
        chosen = chosen.fitting_best(ranked.index, reading.words)
        # A diet that no record names is told as missing.
        is_missing = chosen.is_whole_kind and chosen.unread
        return NOTHING if is_missing else chosen
