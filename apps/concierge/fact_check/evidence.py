"""What an answer may claim: what its passages say, never what its guest says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from apps.concierge import bookings
from apps.concierge.context import Named
from apps.concierge.fact_check import claims
from apps.concierge.fact_check.claims import Claim
from apps.concierge.fact_check.supported_claims import (
    CLAUSE,
    Support,
    support,
    together,
)
from apps.infrastructure import patterns
from apps.knowledge.question import row_names
from apps.knowledge.search import documents

# How a speaker may count the rows it was given: "two fine places".
_COUNTED = patterns.compile(
    r"\W+(?:\w+\W+)?(options?|choices?|places?|spots?|ideas?|suggestions?|picks?|ways?|"
    r"opciones|lugares|ideas|sugerencias)\b",
    "i",
)
LONGEST_COUNTED = 64
# Shorter sentences stand in longer ones by accident.
SHORTEST_QUOTE = 20
Passage = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """One row of the records in the passages of this turn."""

    support: Support
    states: tuple[str, ...]


class Evidence:
    """The passages of a turn by row, and what may be said of everything.

    passages: as retrieval returns them. public_texts: texts that hold whatever a
    sentence is about, such as the resort's numbers. named: the rows of the property
    that a text names, in its order. guest_texts: the guest's words, which prove nothing
    but may be repeated.
    """

    def __init__(
        self,
        passages: Sequence[Passage],
        public_texts: Iterable[str],
        now: datetime,
        named: Callable[[str], Sequence[Named]],
        guest_texts: Iterable[str] = (),
    ) -> None:
        self._passages, self._now, self._named = passages, now, named
        self._public = together(map(support, public_texts))
        self.common = together([self._public, _days_near(now)])
        self.guest = together(map(support, guest_texts))

    @cached_property
    def rows(self) -> dict[int, Row]:
        grouped: dict[int, list[Passage]] = {}
        for passage in self._passages:
            metadata = passage["metadata"]
            for key in {metadata["item_id"], metadata["subject_id"]}:
                grouped.setdefault(key, []).append(passage)
        return {key: _row(passages) for key, passages in grouped.items()}

    @cached_property
    def everything(self) -> Support:
        parts = [
            support(text) for passage in self._passages for text in _texts(passage)
        ]
        return together([self._public, *parts])

    @cached_property
    def guest_words(self) -> frozenset[str]:
        return frozenset(self.guest.words.replace("|", " ").split())

    def named(self, text: str) -> list[int]:
        """Rows that a text names, in its order."""
        return [row.item_id for row in self._named(text)]

    def subject(self, sentence: str) -> list[int]:
        """The row with whose name a sentence, or what its colon announces, begins."""
        for part in sentence.split(":"):
            words = row_names.normalised(part).split()
            for row in self._named(part)[:1]:
                if row.words in " ".join(words[: len(row.words.split()) + 1]):
                    return [row.item_id]
        return []

    def holds_name(self, name: str) -> bool:
        """Whether the words of a name stand together in the records."""
        words = row_names.normalised(name)
        return not words.strip() or words in self.everything.words

    def guest_names(self, name: str) -> bool:
        """Whether the guest has said the words of a name together."""
        return row_names.normalised(name) in self.guest.words

    def counts_rows(self, claim: Claim, sentence: str) -> bool:
        """Whether a number written as a word counts rows of the passages."""
        after = sentence[claim.end : claim.end + LONGEST_COUNTED]
        is_spelt = not claim.text[0].isdigit()
        is_count = bool(_COUNTED.match(after)) and is_spelt
        return is_count and int(claim.value) <= len(self.rows)

    def now_of(self, rows: Sequence[int]) -> Support:
        """What was computed of these rows for this very moment."""
        return together(map(support, self.states(rows)))

    def same_days(self, day: str) -> set[str]:
        """All ways to name a day near to now."""
        for ahead, name in enumerate((claims.TODAY, claims.TOMORROW)):
            date = self._now + timedelta(days=ahead)
            names = {name, str(date.weekday()), f"{date:%m-%d}"}
            if day in names:
                return names
        return {day}

    def cited(self, number: int) -> list[int]:
        """The row that passage `number`, counted from one, is of, and is about."""
        if not 1 <= number <= len(self._passages):
            return []
        metadata = self._passages[number - 1]["metadata"]
        return [metadata["item_id"], metadata["subject_id"]]

    def rows_of(self, number: int, fields: Collection[str] = ()) -> set[int]:
        """The cited rows, and those named in the passage or in some fields of it.

        A booking is about what is booked, whose facts are not facts of the booking. A
        document is about the row that its title or a heading names, as a spa menu is.
        """
        if not 1 <= number <= len(self._passages):
            return set()
        metadata = self._passages[number - 1]["metadata"]
        texts = [
            line["text"]
            for line in metadata["sentences"]
            if not fields or line["field"] in fields
        ]
        if metadata["category"] == bookings.CATEGORY:
            texts.append(metadata["item_name"])
        if metadata["category"] == documents.CATEGORY:
            texts.append(metadata["title"])
        return {*self.cited(number), *self.named(" ".join(texts))}

    def of(self, rows: Sequence[int]) -> Support:
        """What the passages say of these rows; everything without rows."""
        if not rows:
            return self.everything
        recorded = [self.rows[row].support for row in rows if row in self.rows]
        return together([self._public, *recorded, *map(self._mentions, rows)])

    def allows(self, claim: Claim, rows: Sequence[int]) -> bool:
        """Whether the passages say it of these rows, under any name of its day."""
        support = self.of(rows)
        if claim.kind != "day":
            return support.allows(claim)
        return any(("day", day) in support.keys for day in self.same_days(claim.value))

    def quotes(self, text: str, number: int, row: int) -> bool:
        """Whether it holds a sentence or value of the passage that names this row."""
        if not 1 <= number <= len(self._passages):
            return False
        words = row_names.normalised(text)
        lines = self._passages[number - 1]["metadata"]["sentences"]
        texts = (text for line in lines for text in (line["text"], line["value"]))
        clauses = (clause for text in texts for clause in CLAUSE.split(text))
        quoted = (
            clause
            for clause in clauses
            if len(clause) > SHORTEST_QUOTE and row_names.normalised(clause) in words
        )
        return any(row in self.named(clause) for clause in quoted)

    def _mentions(self, row: int) -> Support:
        """Passages of other rows that name this one.

        Each text is read alone: beside a whole name, a part of another one counts less.
        """
        return together(
            support(text)
            for passage in self._passages
            if any(row in self.named(text) for text in _texts(passage))
            for text in _texts(passage)
        )

    def states(self, rows: Sequence[int]) -> list[str]:
        """The computed sentences about this moment."""
        recorded = [self.rows[row] for row in rows if row in self.rows]
        return [state for row in recorded for state in row.states]


def _days_near(now: datetime) -> Support:
    """Today and tomorrow may be named, and dated."""
    dates = {("date", f"{now + timedelta(days=ahead):%m-%d}") for ahead in range(2)}
    days = {("day", claims.TODAY), ("day", claims.TOMORROW)}
    return Support(frozenset(dates | days), "")


def _row(passages: Sequence[Passage]) -> Row:
    states = tuple(
        line["value"]
        for passage in passages
        for line in passage["metadata"]["sentences"]
        if line["field"] == "now"
    )
    texts = (text for passage in passages for text in _texts(passage))
    return Row(together(map(support, texts)), states)


def _texts(passage: Passage) -> Iterator[str]:
    metadata = passage["metadata"]
    yield metadata["item_name"]
    yield metadata["title"]
    for line in metadata["sentences"]:
        yield line["text"]
        yield line["value"]
        yield line.get("in_language", "")
