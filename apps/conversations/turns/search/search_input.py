"""A question as it is searched for: its focus, its vectors, and what it hangs on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from apps.knowledge.question.focus import Question
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.search.retrieval import Vectors
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.splitting import Message


@dataclass(frozen=True)
class SearchInput:
    """A question with its focus and its vectors: all that a search needs.

    message: how it may be split; part_vectors: of the parts' texts.
    """

    question: Question
    vectors: Vectors
    reading: Reading
    reading_vectors: ReadingVectors
    message: Message
    part_vectors: Mapping[str, Floats] = field(default_factory=dict)

    def alone(self) -> SearchInput:
        """As the first question of a conversation."""
        reading = replace(
            self.reading,
            hangs_on=False,
            names_nothing=False,
            subject=NO_SUBJECT,
            subject_rows=(),
            focus_name="",
        )
        return replace(
            self,
            question=replace(self.question, focus=(), subjects=(), previous=""),
            vectors=replace(self.vectors, values=self.vectors.values[:1]),
            reading=reading,
            message=replace(self.message, reading=reading),
        )

    def among_listed(self) -> SearchInput:
        """Asked of each row that was listed just before, and not of the first alone."""
        own, listed = self.reading, self.reading.subject.rows
        is_open = own.hangs_on and not (own.named or own.chosen_among)
        if not is_open or len(listed) < 2:  # noqa: PLR2004 - one alone is no list
            return self
        question = replace(self.question, choices=())
        reading = replace(
            own, chosen_among=listed, subject_rows=listed, is_of_each=True
        )
        return replace(self, question=question, reading=reading)
