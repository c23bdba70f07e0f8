"""What says whether the best statement of a ranking answers: a few named signals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from apps.knowledge.statements import asked_values, ellipsis, features, kind_words
from apps.knowledge.statements.index import NOWHERE, StatementIndex
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.topics import Floats

# Of the best statement, and of the question.
SIGNALS = (
    "bias",
    "score",
    "chance",
    "lead",
    "sentence_cosine",
    "best_of_row",
    "topic",
    "words_met",
    "row_words_met",
    "words_unmet",
    "words_unknown",
    "words_unmet_by_sentence",
    "asks_for_money",
    "asked_value_missing",
    "asked_value_missing_in_row",
    "is_named",
    "hangs_on",
    "is_written_answer",
)
SCORE_SCALE = 0.1


def of(
    index: StatementIndex,
    reading: Reading,
    matrix: Floats,
    scores: Floats,
    unmet: Sequence[str],
) -> Floats:
    """What says whether the best statement answers, in the order of `SIGNALS`."""
    best, chances = int(scores.argmax()), softmax(scores)
    row = dict(zip(features.FEATURES, matrix[best], strict=True))
    own_row = index.row_of == index.row_of[best]
    asked_sorts = asked_values.asked_for(reading.text)
    missing = asked_sorts & ~index.held_values[best]
    missing_in_row = asked_sorts & ~index.held_values[own_row].any(axis=0)
    by_name = {
        **row,
        "bias": 1.0,
        "score": SCORE_SCALE * scores[best],
        "chance": chances[best],
        "lead": chances[own_row].sum(),
        "words_unmet": share(index, reading, unmet),
        "words_unknown": share(
            index, reading, [word for word in unmet if word not in index.holders]
        ),
        "words_unmet_by_sentence": 1 - row["text_words_met"],
        "asks_for_money": asked_sorts[asked_values.SORTS.index("money")],
        "asked_value_missing": missing.any(),
        "asked_value_missing_in_row": missing_in_row.any(),
        "hangs_on": reading.hangs_on,
    }
    return np.array([by_name[name] for name in SIGNALS], np.float32)


def share(index: StatementIndex, reading: Reading, words: Sequence[str]) -> float:
    """How much of the question these of its words are, rare words weighing more."""
    total = sum(index.weight(word) for word in reading.words) or 1.0
    return sum(index.weight(word) for word in words) / total


def unmet_words(
    index: StatementIndex, reading: Reading, topic: str, best: int
) -> tuple[str, ...]:
    """Words of the question that neither the row of the best statement, nor a row that
    it names, nor the topic explains: "vegan", "heated"."""
    explained = ellipsis.explained_words(topic)
    return tuple(
        word
        for word in lacking_words(index, reading, best)
        if word not in explained and word not in _words_of_kinds()
    )


def lacking_words(
    index: StatementIndex, reading: Reading, best: int
) -> tuple[str, ...]:
    """Words of the question that neither the row of the best statement nor a row that
    it names has; the topic, or a kind of row, may explain them."""
    row, names = index.row_of[best], _words_of_names(index, reading)
    of_kind = kind_words.by_kind().get(index.statements[best].kind, frozenset())
    return tuple(
        word
        for word in reading.words
        if word not in names
        and word not in of_kind
        and row not in index.rows_meeting.get(word, NOWHERE)
    )


def _words_of_names(index: StatementIndex, reading: Reading) -> frozenset[str]:
    """Of the rows that the question names."""
    words = (index.row_words.get(row, frozenset()) for row in reading.named)
    return frozenset().union(*words)


@cache
def _words_of_kinds() -> frozenset[str]:
    return frozenset().union(*kind_words.by_kind().values())


def softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max())
    shares: Floats = powers / powers.sum()
    return shares
