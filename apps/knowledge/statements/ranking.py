"""One learnt ranking: how likely each statement answers the question.

Two small models over few named features. The first, a softmax over all statements of
the property, says which of them answers best; the second, a logistic regression, says
how likely the best one answers at all. `manage.py train_ranking` learns both from
committed questions; they are judged on resorts and authors that they have not seen.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.statements import features, similar_phrasings
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.index import Statement, StatementIndex
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.topics import Floats, topics

WEIGHTS = Path(__file__).with_name("ranking.json")
# The chance from which the best statement is told as the answer.
ANSWERABLE_FROM = 0.3
# Where most words are unmet, and the best statement has none of them, it is likely
# another subject ("Do you rent out submarines?").
UNMET_MOSTLY = 0.5
NO_WORD_MET_FACTOR = 0.3
# A row that the guest has chosen is told of.
CHOSEN_ROW_CHANCE = 0.5
# Of the best statement, and of the question.
ANSWERABLE = (
    "bias",
    "sentence_cosine",
    "best_of_row",
    "topic",
    "words_unmet",
    "words_unknown",
    "is_named",
    "hangs_on",
    "is_written_answer",
    "lead",
)


@dataclass(frozen=True)
class Ranked:
    """chances: that each statement is the one that answers; together 1.

    answerable: the chance that the best one answers. topic: its name. unmet: words of
    the question that neither the best row nor the topic explains; unmet_share: their
    share of its words, rare ones weighing more. hidden: ids of rows that may not be
    told of at this moment. is_phrased: whether staff have stored a question like this
    one with the row and field of the best statement.
    """

    index: StatementIndex
    chances: Floats
    answerable: float
    topic: str
    unmet: tuple[str, ...] = ()
    unmet_share: float = 0.0
    hidden: frozenset[int] = frozenset()
    is_phrased: bool = False

    @property
    def best(self) -> Statement:
        """Of a ranking in which any statement may answer."""
        return self.index.statements[int(self.chances.argmax())]

    @property
    def best_kind(self) -> str:
        """The kind of row of the best statement; empty where none can answer."""
        return self.best.kind if self.chances.any() else ""

    def best_passages(self, count: int) -> list[tuple[int, float]]:
        """(passage id, chance of its best sentence), best first."""
        best: dict[int, float] = {}
        for place in self.order[: count * 4]:
            if self.chances[place]:
                statement = self.index.statements[place]
                best.setdefault(statement.passage_id, float(self.chances[place]))
        return list(best.items())[:count]

    def by_place(self) -> dict[tuple[int, int], float]:
        """The chance of each statement by passage id and place in the passage."""
        return {
            (statement.passage_id, statement.place): float(chance)
            for statement, chance in zip(
                self.index.statements, self.chances, strict=True
            )
        }

    def as_json(self, reading: Reading) -> dict[str, Any]:
        """How the question was read, for the state of the graph."""
        return {
            "text": reading.text,
            "full_question": reading.full_question,
            "topic": self.topic,
            "answerable": round(self.answerable, 4),
            "unmet_share": round(self.unmet_share, 4),
            "named": list(reading.named),
            "hangs_on": reading.hangs_on,
        }

    @property
    def order(self) -> NDArray[np.intp]:
        return np.argsort(-self.chances, kind="stable")


def rank(
    index: StatementIndex,
    reading: Reading,
    vectors: ReadingVectors,
    hidden: Collection[int] = (),
) -> Ranked:
    """hidden: ids of rows that may not be told of, such as an offer that has ended."""
    topic_scores = vectors.topic_scores()
    topic = topics()[int(topic_scores.argmax())].name
    may_answer = ~np.isin(index.items, list(hidden))
    if reading.is_of_named_alone:
        may_answer &= np.isin(index.items, reading.named)
    if not may_answer.any():
        nothing = np.zeros(len(index.statements), np.float32)
        return Ranked(index, nothing, 0.0, topic)
    phrased = similar_phrasings.similarities(index, reading, vectors)
    matrix = features.matrix(index, reading, vectors, topic_scores, phrased)
    weights = _weights()
    chances = softmax(np.where(may_answer, matrix @ weights.ranking, -np.inf))
    best = int(chances.argmax())
    is_phrased = bool(phrased[best])
    if is_phrased:
        topic = _topic_of_field(index.statements[best].field, topic_scores) or topic
    unmet = unmet_words(index, reading, topic, best)
    answer_features = answerable_features(index, reading, matrix, chances, unmet)
    answerable = float(1 / (1 + np.exp(-answer_features @ weights.answerable)))
    share = float(answer_features[ANSWERABLE.index("words_unmet")])
    met = matrix[best, features.FEATURES.index("words_met")]
    if reading.is_of_named_alone:
        answerable = max(answerable, CHOSEN_ROW_CHANCE)
    elif share >= UNMET_MOSTLY and not met:
        answerable *= NO_WORD_MET_FACTOR
    return Ranked(
        index, chances, answerable, topic, unmet, share, frozenset(hidden), is_phrased
    )


def _topic_of_field(field: str, topic_scores: Floats) -> str:
    """The likeliest topic that the field answers; empty without one."""
    order = np.argsort(-topic_scores)
    names = (t.name for t in map(topics().__getitem__, order) if field in t.fields)
    return next(names, "")


def softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max())
    shares: Floats = powers / powers.sum()
    return shares


def answerable_features(
    index: StatementIndex,
    reading: Reading,
    matrix: Floats,
    chances: Floats,
    unmet: Sequence[str],
) -> Floats:
    best = int(chances.argmax())
    row = dict(zip(features.FEATURES, matrix[best], strict=True))
    total = sum(index.weight(word) for word in reading.words) or 1.0
    unknown = [word for word in unmet if word not in index.holders]
    of_row = np.bincount(index.row_of, chances, index.row_count)
    return np.array(
        [
            1.0,
            row["sentence_cosine"],
            row["best_of_row"],
            row["topic"],
            sum(index.weight(word) for word in unmet) / total,
            sum(index.weight(word) for word in unknown) / total,
            row["is_named"],
            reading.hangs_on,
            row["is_written_answer"],
            of_row.max(),
        ],
        np.float32,
    )


def unmet_words(
    index: StatementIndex, reading: Reading, topic: str, best: int
) -> tuple[str, ...]:
    """Words of the question that neither the row of the best statement, nor a row that
    it names, nor the topic explains: "vegan", "heated"."""
    explained = {*readings.explained_words(topic), *_words_of_names(index, reading)}
    kinds = frozenset().union(*features.kind_words().values())
    row = index.row_of[best]
    return tuple(
        word
        for word in reading.words
        if word not in explained
        and word not in kinds
        and not (index.row_of[index.meeting(word, index.holders)] == row).any()
    )


def _words_of_names(index: StatementIndex, reading: Reading) -> frozenset[str]:
    """Of the rows that the question names."""
    named = (row for row in index.statements if row.item_id in reading.named)
    return frozenset().union(*(statement.row_words for statement in named))


@dataclass(frozen=True)
class Weights:
    """ranking: by feature; answerable: by sign of the best statement."""

    ranking: Floats
    answerable: Floats


@cache
def _weights() -> Weights:
    stored = json.loads(WEIGHTS.read_text())
    return Weights(
        np.array([stored["ranking"][name] for name in features.FEATURES], np.float32),
        np.array([stored["answerable"][name] for name in ANSWERABLE], np.float32),
    )


def forget_weights() -> None:
    """Reads them again the next time; training has written new ones."""
    _weights.cache_clear()
