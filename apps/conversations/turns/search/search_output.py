"""What the search of a turn brings, as the graph receives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from apps.concierge.context import Results
from apps.conversations.turns.search.search_input import SearchInput
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.search import documents, missing_facts, results
from apps.knowledge.search.results import Found
from apps.knowledge.search.shortlist import NOTHING, Shortlist
from apps.knowledge.statements import topics
from apps.knowledge.statements.ranking import IN_PART_BELOW, Ranked
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import asked_values, particulars, signals

# The least share of a question that a wish makes which the shortlist leaves out.
LEFT_OUT = 0.35
# How much each share of a question that is missing makes a list less exact.
LACKING_WEIGHT = 1.4
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
    they are asked of one row.
    is_of_documents: whether a sentence of a document answers, and no row; `ranked` is
    of these then.
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
            **self._of_date(),
            **self._of_extreme(),
            "is_extreme": self.is_extreme,
            "compared": self._kind_compared,
            "missing": self._end_of_list
            or ({} if self._is_computed else self._missing),
            "matching": len(self.shortlist.passages),
            "suits": list(self.suits),
            "unrecorded_needs": [list(need) for need in self.unrecorded],
            "is_need_of_row": self.is_need_of_row,
        }

    @property
    def _missing(self) -> dict[str, Any]:
        """What the row lacks that is asked for."""
        if self.is_of_documents:
            return {}
        missing = missing_facts.of(self.search_input.reading, self.ranked)
        is_known = self._is_next_date_known and missing_facts.HOURS
        return {**missing} if missing and missing["what"] != is_known else {}

    def _of_date(self) -> dict[str, Any]:
        """Of "when is Blues Night?", whose record holds no time, and its dates do."""
        if not self._is_next_date_known:
            return {}
        row, reading = (
            self.passages[0]["metadata"]["item_id"],
            self.search_input.reading,
        )
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
            if passage["metadata"]["item_id"] == self.passages[0]["metadata"]["item_id"]
            for line in passage["metadata"]["sentences"]
        ]
        return any(line["field"] == "performances" for line in sentences)

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
        is_listed = bool(self.shortlist.passages) or self._is_computed
        return is_listed or self.ranked.chance_to_answer >= IN_PART_BELOW

    @property
    def chance_to_answer(self) -> float:
        """That the rows answer just that: a list as far as it explains the question, a
        row that is named as far as it has the question's words."""
        if self._is_computed or self.ranked.is_phrased:
            return 1.0
        of_list = self._of_list().get("exact", 0.0)
        lacks_most = documents.rows_lack_most(self.ranked, self.search_input.reading)
        missed_share = self.ranked.lacking_share if lacks_most else 0.0
        return max(of_list, self.ranked.chance_to_answer * (1 - missed_share))

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
        exact = max(1 - LACKING_WEIGHT * share, 0.0)
        return {
            "unmet_share": round(share, 4),
            "lacking_share": 1.0 if exact < IN_PART_BELOW else 0.0,
            "exact": round(exact, 4),
        }

    def hours(
        self, snapshot: PropertySnapshot, at: datetime, language: str
    ) -> list[Found]:
        return results.hours_of(self.passages, snapshot, at, language)


def of_question(output: SearchOutput, hours: Sequence[Found]) -> Results:
    """hours: passages for a question about times."""
    question = output.search_input.question
    return Results(
        _as_dicts([*output.passages, *hours]),
        question.focus[-1].title if question.focus else "",
        # Who compares them means none of them alone.
        [row.title for row in question.choices if not output.is_comparison],
        output.reading(),
    )


def of_parts(
    message: Reading,
    outputs: Sequence[SearchOutput],
    hours: Sequence[Sequence[Found]],
) -> Results:
    """The passages of all parts; each says in its metadata to which it belongs."""
    share = MAX_PASSAGES_OF_PARTS // len(outputs)
    passages = [
        _with_part(passage, number)
        for number, (output, own) in enumerate(zip(outputs, hours, strict=True), 1)
        for passage in _of_part(output, own, share)
    ]
    parts = [output.reading() for output in outputs]
    focus = outputs[0].search_input.question.focus
    reading = {
        "text": message.text,
        "full_question": " / ".join(part["full_question"] for part in parts),
        "topic": parts[-1]["topic"],
        "answerable": max(part["answerable"] for part in parts),
        "exact": max(part["exact"] for part in parts),
        "is_phrased": any(part["is_phrased"] for part in parts),
        "unmet_share": min(part["unmet_share"] for part in parts),
        "named": [row for part in parts for row in part["named"]],
        "hangs_on": parts[0]["hangs_on"],
        "is_extreme": False,
        "parts": parts,
    }
    return Results(_as_dicts(passages), focus[-1].title if focus else "", (), reading)


def _of_part(output: SearchOutput, hours: Sequence[Found], share: int) -> list[Found]:
    """Of a list all rows, which the next part may go on with, before any hours."""
    hours_of_best = [] if len(output.rows_chosen) > 1 else hours[:1]
    return [*output.passages[: share - len(hours_of_best)], *hours_of_best]


def _with_part(passage: Found, number: int) -> Found:
    return {**passage, "metadata": {**passage["metadata"], "part": number}}


def _as_dicts(passages: Sequence[Found]) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", list(passages))
