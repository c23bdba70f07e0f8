"""The rows among which a question chooses, before what else was found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from apps.knowledge.question import wish_words
from apps.knowledge.search import results
from apps.knowledge.search.missing_facts import MissingFact
from apps.knowledge.search.results import Found
from apps.knowledge.statements.index import StatementIndex

# That a speaker is given.
MAX_FIRST = 12


@dataclass(frozen=True)
class Shortlist:
    """`kind` is empty when the question does not choose among rows of one.

    unread: stems of the question that the criteria do not explain. is_in_part: whether
    a wish is left out, because no record holds what it asks for. is_whole_kind: whether
    the question names a kind of row and nothing else. is_narrowed: whether the cheapest
    or the dearest is asked for among rows that have to meet another wish.
    is_of_all: whether all of them are told. missing: what is told where it has no
    passages, and that is the answer.
    """

    kind: str = ""
    passages: Sequence[Found] = ()
    unread: frozenset[str] = frozenset()
    is_in_part: bool = False
    is_whole_kind: bool = False
    is_narrowed: bool = False
    is_of_all: bool = False
    missing: MissingFact | None = None

    def before(
        self, passages: Sequence[Found], *, is_whole: bool = False
    ) -> list[Found]:
        """The first of its passages, or all, then those of other kinds of rows."""
        first = self.passages if is_whole else self.passages[:MAX_FIRST]
        other_kinds = [p for p in passages if p["metadata"]["category"] != self.kind]
        return [*first, *other_kinds]

    def without(self, rows: Collection[int]) -> Shortlist:
        """Empty where nothing is left to choose from."""
        passages = results.without(self.passages, rows)
        return replace(self, passages=passages) if passages else NOTHING

    def fitting_best(self, index: StatementIndex, words: Collection[str]) -> Shortlist:
        """Only the rows that have most of the words that no criterion explains: of
        somewhere cheap with a terrace, those with a terrace. What they lack stays
        `unread`."""
        unread = self.unread & set(words)
        met = [
            {
                word
                for word in unread
                if index.row_has_word(passage["metadata"]["item_id"], word)
            }
            for passage in self.passages
        ]
        most = max(map(len, met), default=0)
        best = [
            (passage, own)
            for passage, own in zip(self.passages, met, strict=True)
            if len(own) == most
        ]
        left_out = unread.difference(*(own for _, own in best[:1]))
        return replace(
            self,
            passages=[passage for passage, _ in best],
            unread=left_out,
            is_in_part=self.is_in_part or bool(left_out & wish_words.DIET_STEMS),
        )


NOTHING = Shortlist()
