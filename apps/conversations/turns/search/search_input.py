"""A question as it is searched for: its focus, its vectors, and what it hangs on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from apps.infrastructure import patterns
from apps.knowledge.question import another_time, wish_lists
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.focus import Question
from apps.knowledge.question.subject import NO_SUBJECT
from apps.knowledge.search.retrieval import Vectors
from apps.knowledge.statements import topics
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.splitting import Message
from apps.language.word_forms import stems
from apps.llm.embeddings import Embedder

# What "is there a dress code there?" asks of every row of a list: each has its own.
TOPICS_OF_EACH = frozenset(
    {"hours", "price", "dress_code", "reservations", "age", "access"}
)
MOST_CHOICES = 3
_OF_ONE = patterns.compile(r"\b(first|second|third|last|one)\b", "i")


class VectorsOfTurn:
    """Embeds each text once: a part of a message is read with it and on its own."""

    def __init__(self) -> None:
        self._by_model = defaultdict[str, dict[str, Sequence[float]]](dict)

    async def embed(
        self, model: Embedder, texts: Sequence[str]
    ) -> list[Sequence[float]]:
        """Vectors in the order of `texts`; what is new is embedded in one call."""
        by_text = self._by_model[model.name]
        new = [text for text in dict.fromkeys(texts) if text not in by_text]
        if new:
            embedded = await model.aembed_queries(new)
            by_text.update(zip(new, embedded, strict=True))
        return [by_text[text] for text in texts]


@dataclass(frozen=True)
class SearchInput:
    """A question with its focus and its vectors: all that a search needs.

    message: how it may be split; part_vectors: of the parts' texts. wish: what it is
    called where it is one of several wishes; empty for other questions.
    """

    question: Question
    vectors: Vectors
    reading: Reading
    reading_vectors: ReadingVectors
    message: Message
    part_vectors: Mapping[str, Floats] = field(default_factory=dict)
    wish: str = ""

    @property
    def wishes(self) -> tuple[str, ...]:
        """The parts of a message that lists what the guest would like to do."""
        reading = self.message.reading
        mentions = self.message.snapshot.mentions(reading.text)
        names = [mention.name.words for mention in mentions]
        return wish_lists.of(reading.original, reading.language, names)

    def for_words_of(self, own: SearchInput) -> SearchInput:
        """As standing for the words of the guest's own question."""
        guest = own.reading
        reading = replace(self.reading, original=guest.original, own_words=guest.words)
        return replace(self, reading=reading)

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

    def of_it(self) -> SearchInput:
        """Asked of each row of the last list, where it asks of "it" or of "them" what
        every row has for itself."""
        if 1 < len(self.question.choices) <= MOST_CHOICES:
            return self._of_each_choice()
        return self.among_listed() if self._is_of_each else self

    def _of_each_choice(self) -> SearchInput:
        """Of "the dress code at the steakhouse", where there are two: asked of each."""
        if self._topic not in TOPICS_OF_EACH:
            return self
        rows = tuple(row.item_id for row in self.question.choices)
        part = self.question.part
        part_stems = stems(f"{part} {part.replace(' ', '')}")
        words = tuple(word for word in self.reading.words if word not in part_stems)
        reading = replace(self.reading, words=words, chosen_among=rows, is_of_each=True)
        return replace(self, reading=reading)

    @property
    def _is_of_each(self) -> bool:
        own = self.reading
        if another_time.is_of_each(own.text, own.subject):
            return True
        is_of_it = own.points_back and own.names_nothing
        is_of_one = _OF_ONE.search(own.text) or subjects.names_earlier_kind(own.text)
        return is_of_it and not is_of_one and self._topic in TOPICS_OF_EACH

    @property
    def _topic(self) -> str:
        return topics.topics()[int(self.reading_vectors.topic_scores().argmax())].name

    def among_listed(self) -> SearchInput:
        """Asked of each row that was listed just before, and not of the first alone."""
        own, listed = self.reading, self.reading.subject.rows
        is_open = own.hangs_on and not (own.named or own.chosen_among)
        # A row, its written answer and its stage are one thing.
        if not is_open or {*listed} <= {*own.subject_rows}:
            return self
        question = replace(self.question, choices=())
        reading = replace(
            own, chosen_among=listed, subject_rows=listed, is_of_each=True
        )
        return replace(self, question=question, reading=reading)
