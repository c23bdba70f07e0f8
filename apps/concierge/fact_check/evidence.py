"""What an answer may claim: what its passages say, never what its guest says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

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
from apps.knowledge.question import focus

# How a speaker may count the rows it was given: "two fine places".
COUNTED = patterns.compile(
    r"\W+(?:\w+\W+)?(options?|choices?|places?|spots?|ideas?|suggestions?|picks?|ways?|"
    r"opciones|lugares|ideas|sugerencias)\b",
    "i",
)
LONGEST_COUNTED = 64
# Shorter sentences stand in others by accident.
SHORT = 20


@dataclass(frozen=True)
class Row:
    """One row of the records in the passages of this turn."""

    support: Support
    states: tuple[str, ...]


class Grounds:
    """The passages of a turn by row, and what may be said of everything.

    found: passages as retrieval returns them. said: texts that hold whatever the
    sentence is about, such as the resort's numbers. named: the rows of the property
    that a text names, in its order. asked: the guest's words, which ground nothing but
    may be repeated.
    """

    def __init__(
        self,
        found: Sequence[Mapping[str, Any]],
        said: Iterable[str],
        now: datetime,
        named: Callable[[str], Sequence[Named]],
        asked: Iterable[str] = (),
    ) -> None:
        self._found, self._now, self._named = found, now, named
        self._said = together(map(support, said))
        self.common = together([self._said, _of(now)])
        self.asked = together(map(support, asked))

    @cached_property
    def rows(self) -> dict[int, Row]:
        grouped: dict[int, list[Mapping[str, Any]]] = {}
        for one in self._found:
            for key in {one["metadata"]["item_id"], one["metadata"]["subject_id"]}:
                grouped.setdefault(key, []).append(one)
        return {key: _row(passages) for key, passages in grouped.items()}

    @cached_property
    def everything(self) -> Support:
        parts = [support(text) for one in self._found for text in _texts(one)]
        return together([self._said, *parts])

    def named(self, text: str) -> list[int]:
        """Rows that a text names, in its order."""
        return [one.item_id for one in self._named(text)]

    def subject(self, sentence: str) -> list[int]:
        """The row with whose name a sentence, or what its colon announces, begins."""
        for part in sentence.split(":"):
            words = focus.normal(part).split()
            for one in self._named(part)[:1]:
                if one.words in " ".join(words[: len(one.words.split()) + 1]):
                    return [one.item_id]
        return []

    def tells_of(self, name: str) -> bool:
        """Whether the words of a name stand together in the records."""
        said = focus.normal(name)
        return not said.strip() or said in self.everything.words

    @cached_property
    def asked_words(self) -> frozenset[str]:
        return frozenset(self.asked.words.replace("|", " ").split())

    def asks_of(self, name: str) -> bool:
        """Whether the guest has said the words of a name together."""
        return focus.normal(name) in self.asked.words

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
        if not 1 <= number <= len(self._found):
            return []
        one = self._found[number - 1]["metadata"]
        return [one["item_id"], one["subject_id"]]

    def told(self, number: int, by: Collection[str] = ()) -> set[int]:
        """These rows and those that the passage names, or that some fields of it do."""
        if not 1 <= number <= len(self._found):
            return set()
        lines = self._found[number - 1]["metadata"]["sentences"]
        texts = [line["text"] for line in lines if not by or line["field"] in by]
        return {*self.cited(number), *self.named(" ".join(texts))}

    def of(self, rows: Sequence[int]) -> Support:
        """What the passages say of these rows; everything when none is given."""
        if not rows:
            return self.everything
        known = [self.rows[row].support for row in rows if row in self.rows]
        return together([self._said, *known, *map(self._mentioning, rows)])

    def allows(self, claim: Claim, rows: Sequence[int]) -> bool:
        """Whether the passages say it of these rows, under any name of its day."""
        support = self.of(rows)
        if claim.kind != "day":
            return support.allows(claim)
        spelt = self.same_days(claim.value)
        return any(("day", day) in support.keys for day in spelt)

    def quotes(self, text: str, number: int, row: int) -> bool:
        """Whether the text holds a sentence of passage `number` that names this row."""
        if not 1 <= number <= len(self._found):
            return False
        words, lines = (
            focus.normal(text),
            self._found[number - 1]["metadata"]["sentences"],
        )
        said = (part for line in lines for part in CLAUSE.split(line["text"]))
        held = (
            part for part in said if len(part) > SHORT and focus.normal(part) in words
        )
        return any(row in self.named(part) for part in held)

    def _mentioning(self, row: int) -> Support:
        """Passages of other rows that name this one."""
        return together(
            support(text)
            for one in self._found
            if row in self.named(" ".join(_texts(one)))
            for text in _texts(one)
        )

    def states(self, rows: Sequence[int]) -> list[str]:
        """The computed sentences about this moment."""
        return [
            one for row in rows if row in self.rows for one in self.rows[row].states
        ]


def _of(now: datetime) -> Support:
    """Today and tomorrow may be named, and dated."""
    dates = {("date", f"{now + timedelta(days=ahead):%m-%d}") for ahead in range(2)}
    days = {("day", claims.TODAY), ("day", claims.TOMORROW)}
    return Support(frozenset(dates | days), "")


def _row(own: Sequence[Mapping[str, Any]]) -> Row:
    states = tuple(
        line["value"]
        for one in own
        for line in one["metadata"]["sentences"]
        if line["field"] == "now"
    )
    return Row(together(support(text) for one in own for text in _texts(one)), states)


def _texts(one: Mapping[str, Any]) -> Iterator[str]:
    row = one["metadata"]
    yield row["item_name"]
    yield row["title"]
    for line in row["sentences"]:
        yield line["text"]
        yield line["value"]
