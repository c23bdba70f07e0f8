"""What the search of a turn brings, as the graph receives it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.catalog.models import Item
from apps.conversations.turns.search.search_input import SearchInput
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.schedule import genres
from apps.knowledge.search import documents, missing_facts, results
from apps.knowledge.search.results import Found
from apps.knowledge.search.shortlist import NOTHING, Shortlist
from apps.knowledge.statements import kind_words, topics
from apps.knowledge.statements.ranking import ANSWERABLE_FROM, IN_PART_BELOW, Ranked
from apps.knowledge.statements.scoring import asked_values, particulars, signals

# The least share of a question that a wish makes which the shortlist leaves out.
LEFT_OUT = 0.35
# How much each share of a question that is missing makes a list less exact.
LACKING_WEIGHT = 1.4
# How exact what comes nearest to a show is.
_ALL = dict.fromkeys(("unmet_share", "lacking_share", "is_limit_missed"), 1.0)
NO_SUCH_SHOW = {"exact": 0.2, **_ALL}
# Topics of questions that dates answer.
_OF_DATES = frozenset({"hours", "playing"})
# Of all parts of a message together.
MAX_PASSAGES_OF_PARTS = 8


@dataclass(frozen=True)
class SearchOutput:
    """The passages of one question, best first, and how it was read.

    shortlist: the rows that meet its criteria, which come first. suits: why they have
    their order, where what the guest has told before has decided on it. unrecorded:
    keys and choices of the guest's needs that no record of them names; is_need_of_row:
    they are asked of one row. is_of_documents: whether a sentence of a document
    answers, and no row; `ranked` is of these then.
    """

    search_input: SearchInput
    passages: list[Found]
    ranked: Ranked
    is_extreme: bool = False
    is_comparison: bool = False
    shortlist: Shortlist = NOTHING
    suits: tuple[str, ...] = ()
    unrecorded: tuple[tuple[str, str], ...] = ()
    is_need_of_row: bool = False
    is_of_documents: bool = False

    def reading(self) -> dict[str, Any]:
        """How the question was understood, as JSON."""
        reading = self.ranked.as_json(self.search_input.reading)
        return {
            **reading,
            **self._of_list(),
            **self._of_show(),
            **self._of_date(),
            **self._of_extreme(),
            "is_extreme": self.is_extreme,
            "compared": self._kind_compared,
            "missing": self._end_of_list or self._missing,
            "matching": len(self.shortlist.passages),
            "is_of_all": self.shortlist.is_of_all or reading["is_of_all"],
            "suits": list(self.suits),
            "unrecorded_needs": [list(need) for need in self.unrecorded],
            "is_need_of_row": self.is_need_of_row,
            "wish": self.search_input.wish,
        }

    @property
    def _missing(self) -> dict[str, Any]:
        """What the row lacks that is asked for."""
        if self.is_of_documents or self._is_computed:
            return {}
        if of_list := self.shortlist.missing:
            return {**of_list}
        missing = missing_facts.of(self.search_input.reading, self.ranked)
        is_known = self._is_next_date_known and missing_facts.HOURS
        return {**missing} if missing and missing["what"] != is_known else {}

    def _of_date(self) -> dict[str, Any]:
        """Of "when is Blues Night?", whose record holds no time, and its dates do."""
        if not self._is_next_date_known:
            return {}
        row, reading = self._nearest_row, self.search_input.reading
        asks_when = asked_values.asks_when(reading.text) and row in reading.named
        is_of_particular = bool(particulars.asked_for(reading.text))
        if is_of_particular or not (asks_when and self.ranked.topic in _OF_DATES):
            return {}
        return {"topic": missing_facts.HOURS, "value": "held", "exact": 1.0}

    @property
    def _is_next_date_known(self) -> bool:
        """Whether the nearest row is a show that has one."""
        sentences = [
            line
            for passage in self.passages
            if passage["metadata"]["item_id"] == self._nearest_row
            for line in passage["metadata"]["sentences"]
        ]
        return any(line["field"] == "performances" for line in sentences)

    @property
    def _nearest_row(self) -> int:
        return self.passages[0]["metadata"]["item_id"]

    @property
    def _end_of_list(self) -> dict[str, Any]:
        """That nothing is left to tell, where the rest of a list is asked for."""
        listed_before = self.search_input.reading.listed_before
        rows = [passage["metadata"]["fits"] for passage in self.passages]
        is_over = listed_before and not (self.shortlist.passages or any(rows))
        return {"what": missing_facts.MORE, "rows": []} if is_over else {}

    def subject_after(self, parts: int) -> Subject | None:
        """What the next one of so many parts goes on with: the rows that this one is
        answered with, or that of its best statement. None where no row answers."""
        rows = self.rows_chosen[: MAX_PASSAGES_OF_PARTS // parts]
        if self.is_of_documents or not (rows or self.ranked.chances.any()):
            return None
        best = self.ranked.best
        return subjects.after(
            rows or [best.item_id],
            self.ranked.topic,
            self.search_input.reading.text,
            () if rows else [best.text],
        )

    @property
    def rows_chosen(self) -> list[int]:
        """Ids of the rows that code has chosen, as many as an answer lists."""
        if self.is_extreme:
            return list(results.level_with_first(self.passages))
        rows = (passage["metadata"] for passage in self.passages)
        chosen = dict.fromkeys(
            row["item_id"] for row in rows if row["fits"] or not row["passage_id"]
        )
        return list(chosen)[: results.MAX_LISTED]

    @property
    def is_answered(self) -> bool:
        """Whether something is computed for it, or a record likely says just that."""
        is_likely = self.ranked.is_met and self.ranked.chance_to_answer >= IN_PART_BELOW
        is_listed = bool(self.shortlist.passages or self.shortlist.missing)
        return is_likely or self._is_computed or is_listed

    def or_in_standard_words(self, standard: SearchOutput) -> SearchOutput:
        """Of the same question in standard words, where these are answered, and ask
        for a price where it does that has one."""
        has_price = self.ranked.value == "held" and self._asks_for_price
        is_lost = has_price and not standard._asks_for_price
        return standard if standard.is_answered and not is_lost else self

    @property
    def _asks_for_price(self) -> bool:
        money = asked_values.SORTS.index("money")
        return bool(asked_values.asked_for(self.search_input.reading.text)[money])

    @property
    def chance_to_answer(self) -> float:
        """That the rows answer just that: a list as far as it explains the question, a
        row that is named as far as it has the question's words."""
        if self._is_computed or self.ranked.is_phrased or self.shortlist.missing:
            return 1.0
        if self._missing.get("what") == missing_facts.PRICE:
            return 0.0
        of_list = self._of_list().get("exact", 0.0)
        lacks_most = documents.rows_lack_most(self.ranked, self.search_input.reading)
        met_share = 1 - self.ranked.lacking_share if lacks_most else 1.0
        return max(of_list, self.ranked.chance_to_answer * met_share)

    @property
    def is_of_nothing(self) -> bool:
        """Whether it asks about what is in no record: "when does the tour start?"."""
        reading = self.search_input.reading
        is_of_row = reading.named or reading.hangs_on or self.shortlist.passages
        is_given = is_of_row or self._is_computed or self.is_of_documents
        return not is_given and self.chance_to_answer < ANSWERABLE_FROM

    @property
    def _is_computed(self) -> bool:
        return self.is_extreme or self.is_comparison

    @property
    def _kind_compared(self) -> str:
        """Of the rows that are set against each other; empty for other questions."""
        return self.passages[0]["metadata"]["category"] if self.is_comparison else ""

    def _of_extreme(self) -> dict[str, Any]:
        """Of "which has the most?", what was counted and what has the most: the guest
        may go on with either."""
        if not self.is_extreme:
            return {}
        topic = topics.of_first_field(self.passages[0]["metadata"]["fits"])
        most = {"most": list(results.level_with_first(self.passages))}
        return {"topic": topic, **most} if topic else most

    def _of_list(self) -> dict[str, float]:
        """How exactly the shortlist answers: words that neither its criteria nor its
        records explain are missing."""
        if not self.shortlist.passages:
            return {}
        index, reading = self.ranked.index, self.search_input.reading
        share = signals.share_missed(index, reading, self.shortlist.unread)
        share = max(share, LEFT_OUT) if self.shortlist.is_in_part else share
        exact = round(max(1 - LACKING_WEIGHT * share, 0.0), 4)
        return {
            "unmet_share": round(share, 4),
            "lacking_share": 1.0 if exact < IN_PART_BELOW else 0.0,
            "exact": exact,
            "is_limit_missed": self.shortlist.is_in_part,
            "is_met": True,
        }

    def _of_show(self) -> dict[str, float]:
        """That no show is such a one as is asked for, whatever plays: "comedy in
        December?"; or that something else than a show comes nearest."""
        index, words = self.ranked.index, self.search_input.reading.words
        playing = {
            passage["metadata"]["item_id"]
            for passage in self.passages
            if passage["metadata"]["field_group"] == "performances"
        }
        if playing:
            is_other = genres.is_lacking(words, index, playing)
        else:
            is_other = self._is_other_than_show
        return NO_SUCH_SHOW if is_other else {}

    @property
    def _is_other_than_show(self) -> bool:
        """Whether a show is asked for, and no row or answer about shows comes first."""
        of_shows = kind_words.by_kind()[Item.Kind.SHOW] - kind_words.words_of_things()
        is_of_stage = self.ranked.best_kind in {Item.Kind.SHOW, Item.Kind.VENUE}
        is_given = self._is_computed or self.shortlist.passages or self.is_of_documents
        lacks_show = bool(of_shows & {*self.ranked.lacking})
        return lacks_show and not (is_of_stage or is_given)

    def hours(
        self, snapshot: PropertySnapshot, at: datetime, language: str
    ) -> list[Found]:
        return results.hours_of(self.passages, snapshot, at, language)
