"""The questions of authors as samples for the ranking of statements."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import allowed, topics
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.index import Statement, StatementIndex
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import features
from apps.knowledge.statements.scoring.interaction import Interaction
from apps.language.word_forms import EMPTY, stems
from benchmarks.training import questions
from benchmarks.training.questions import UNANSWERED, Conversation, Embed, Question

Floats = NDArray[np.float32]

# Fields that answer a question about times; which of them a row has is chance.
TIMES = frozenset({"hours", "hours_note", "hours_exceptions", "performances"})
# A longer value is a text that another sentence does not repeat.
WORDS_OF_A_VALUE = 6
# A resort may begin with so few rows; a ranking of few is surer than it should be.
FEW_ROWS = 12
SHARE_WITH_ANSWER = 0.5
INTERACTION = features.FEATURES.index("interaction")


@dataclass(frozen=True)
class Sample:
    """One question: the features of all statements, which of them may answer by its
    wording, and which of them do. vector: of its bare wording."""

    conversation: Conversation
    question: Question
    index: StatementIndex
    reading: Reading
    topic: str
    matrix: Floats
    may_answer: NDArray[np.bool_]
    answers: NDArray[np.bool_]
    vector: Floats

    @property
    def is_answerable(self) -> bool:
        return self.question.shape not in UNANSWERED and bool(self.answers.any())

    def scores(self, weights: Floats) -> Floats:
        """Of each statement; those that may not answer are below all others."""
        scores: Floats = np.where(self.may_answer, self.matrix @ weights, -np.inf)
        return scores

    def with_interaction(self, learnt: Interaction) -> Sample:
        """The same sample with other weights of the interaction."""
        statements = learnt.of_statements(
            self.index.sentence_vectors,
            self.index.fields.tolist(),
            self.index.kinds.tolist(),
        )
        matrix = self.matrix.copy()
        matrix[:, INTERACTION] = statements @ learnt.of_question(self.vector)
        return replace(self, matrix=matrix)

    def of_few_rows(self, random: np.random.Generator) -> Sample:
        """The same question to a resort that has only a few of the rows.

        In one case of two the rows that answer are among them.
        """
        rows = random.choice(np.unique(self.index.row_of), random.integers(2, FEW_ROWS))
        if random.random() < SHARE_WITH_ANSWER:
            rows = np.concatenate([rows, self.index.row_of[self.answers]])
        may_answer = self.may_answer & np.isin(self.index.row_of, rows)
        return replace(self, may_answer=may_answer) if may_answer.any() else self


def collect(conversations: Iterable[Conversation], embed: Embed) -> list[Sample]:
    """Every turn, seen as if the turns before had been answered rightly."""
    return [
        sample
        for conversation, snapshot in questions.with_snapshots(conversations)
        for sample in _of_conversation(conversation, snapshot, embed)
    ]


def _of_conversation(
    conversation: Conversation, snapshot: PropertySnapshot, embed: Embed
) -> list[Sample]:
    subject, collected = Subject(), []
    for question in conversation.questions:
        sample, topic = _sample(conversation, question, snapshot, subject, embed)
        collected.append(sample)
        if sample.answers.any():
            subject = subjects.after(
                sample.index.items[sample.answers].tolist(),
                topic,
                sample.reading.text,
                sample.index.texts[sample.answers].tolist(),
            )
    return collected


def _sample(
    conversation: Conversation,
    question: Question,
    snapshot: PropertySnapshot,
    subject: Subject,
    embed: Embed,
) -> tuple[Sample, str]:
    """The sample, and the topic that its answering fields belong to."""
    index = snapshot.statements
    reading = readings.read(question.text, conversation.language, snapshot, subject)
    vectors = readings.vectors(reading, embed(readings.texts_to_embed(reading)))
    scores = vectors.topic_scores()
    fields = question.fields | (TIMES if question.fields & TIMES else frozenset())
    answers = _answers(question.rows, fields, snapshot)
    names = [topic.name for topic in topics.topics()]
    fitting = [
        names[number]
        for number in np.argsort(-scores)
        if fields & set(topics.topics()[number].fields)
    ]
    sample = Sample(
        conversation,
        question,
        index,
        reading,
        names[int(scores.argmax())],
        features.matrix(index, reading, vectors, scores),
        allowed.that_may_answer(index, reading),
        answers,
        vectors.of("bare"),
    )
    return sample, (fitting or [""])[0]


def _answers(
    rows: Collection[str], fields: frozenset[str], snapshot: PropertySnapshot
) -> NDArray[np.bool_]:
    """Statements of these cells, and those of the rows that repeat their values.

    "There is room for 500" answers as well as a capacity of 500.
    """
    statements = snapshot.statements.statements
    values = {(s.row, s.field): _value_words(s, snapshot) for s in statements}
    own = {
        (row, words)
        for (row, field), words in values.items()
        if row in rows and field in fields - TIMES and words
    }
    return np.array(
        [
            (statement.row in rows and statement.field in fields)
            or any(
                row == statement.row and words <= statement.text_words
                for row, words in own
            )
            for statement in statements
        ]
    )


def _value_words(statement: Statement, snapshot: PropertySnapshot) -> frozenset[str]:
    """The words of a short value; none of a single digit or a longer text."""
    sentence = snapshot.passages[statement.passage_id].sentences[statement.place]
    value = str(sentence["value"])
    words = frozenset(word for word in stems(value) if word not in EMPTY)
    is_short = len(words) <= WORDS_OF_A_VALUE
    return words if is_short and len(value) > 1 else frozenset()
