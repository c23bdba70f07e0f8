"""What says whether the best statement of a ranking answers: a few named signals."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache

import numpy as np

from apps.infrastructure import patterns
from apps.knowledge.statements import ellipsis, kind_words
from apps.knowledge.statements.index import NOWHERE, StatementIndex
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import asked_values, features
from apps.language.spelling import things

# Of the best statement, and of the question.
SIGNALS = (
    "bias",
    "score",
    "chance",
    "chance_log_odds",
    "lead",
    "sentence_cosine",
    "field_cosine",
    "best_of_row",
    "topic",
    "topic_goes_on",
    "words_met",
    "row_words_met",
    "words_unmet",
    "words_unknown",
    "words_unmet_by_sentence",
    "unmet_count",
    "rarest_unmet",
    "money_missing",
    "asks_whether_it_exists",
    "is_named",
    "is_in_focus",
    "hangs_on",
    "is_written_answer",
)
# Of a word that names no thing, beside one that does.
COMMON_WORD_WEIGHT = 0.6
SCORE_SCALE = 0.1
WEIGHT_SCALE = 0.1
# More words unmet say no more than these.
MAX_UNMET = 3
# Keeps the logarithm of the odds finite.
LEAST_CHANCE = 1e-3
_MONEY = asked_values.SORTS.index("money")
# "Is there a dj?", "any decaf": guests ask so for what may well not be there.
_WHETHER_IT_EXISTS = patterns.compile(
    r"\b(is|are) there\b|^\W*(do (you|they)|does|any|got)\b", "i"
)


def of(
    index: StatementIndex,
    reading: Reading,
    matrix: Floats,
    scores: Floats,
    unmet: Sequence[str],
) -> Floats:
    """What says whether the best statement answers, in the order of `SIGNALS`."""
    best, chances = int(scores.argmax()), softmax(scores)
    own_row = index.row_of == index.row_of[best]
    asks_for_money = bool(asked_values.asked_for(reading.text)[_MONEY])
    row = dict(zip(features.FEATURES, matrix[best], strict=True))
    by_name = {
        **row,
        **_of_words(index, reading, unmet),
        "bias": 1.0,
        "score": SCORE_SCALE * scores[best],
        "chance": chances[best],
        "chance_log_odds": _log_odds(float(chances[best])),
        "lead": chances[own_row].sum(),
        "words_unmet_by_sentence": 1 - row["text_words_met"],
        "money_missing": asks_for_money and not index.held_values[best, _MONEY],
        "asks_whether_it_exists": bool(_WHETHER_IT_EXISTS.search(reading.text)),
        "hangs_on": reading.hangs_on,
    }
    return np.array([by_name[name] for name in SIGNALS], np.float32)


def _of_words(
    index: StatementIndex, reading: Reading, unmet: Sequence[str]
) -> dict[str, float]:
    unknown = [word for word in unmet if word not in index.holders]
    return {
        "words_unmet": share(index, reading, unmet),
        "words_unknown": share(index, reading, unknown),
        "unmet_count": min(len(unmet), MAX_UNMET),
        "rarest_unmet": WEIGHT_SCALE * max(map(index.weight, unmet), default=0.0),
    }


def _log_odds(chance: float) -> float:
    return math.log((chance + LEAST_CHANCE) / (1 - chance + LEAST_CHANCE))


def share(index: StatementIndex, reading: Reading, words: Sequence[str]) -> float:
    """How much of the question these of its words are, rare words weighing more."""
    total = sum(index.weight(word) for word in reading.words) or 1.0
    return sum(index.weight(word) for word in words) / total


def share_missed(
    index: StatementIndex, reading: Reading, words: Collection[str]
) -> float:
    """The same, where words that name no thing weigh less: "drunk" or "coming" tells
    of the guest, and is no wish that a row could lack. The age or number of the company
    is none either."""
    missed = {*words} - ellipsis.words_of_company(reading.words)
    named = [word for word in missed if things.names_thing(word)]
    of_things = share(index, reading, named)
    of_all = share(index, reading, [*missed])
    return of_things + COMMON_WORD_WEIGHT * (of_all - of_things)


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
    it names has; the topic, or a kind of row, may explain them. How old or how many the
    guests are asks for nothing."""
    row, names = index.row_of[best], _words_of_names(index, reading)
    company = ellipsis.words_of_company(reading.words)
    of_kind = kind_words.by_kind().get(index.statements[best].kind, frozenset())
    of_kind -= kind_words.words_of_things()
    return tuple(
        word
        for word in reading.words
        if word not in names
        and word not in company
        and word not in of_kind
        and row not in index.rows_meeting.get(word, NOWHERE)
    )


def _words_of_names(index: StatementIndex, reading: Reading) -> frozenset[str]:
    """Of the rows that the question names."""
    words = (index.row_words.get(row, frozenset()) for row in reading.named)
    return frozenset().union(*words)


@cache
def _words_of_kinds() -> frozenset[str]:
    """Those that no row of the kind can lack."""
    every = frozenset[str]().union(*kind_words.by_kind().values())
    return every - kind_words.words_of_things()


def softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max())
    shares: Floats = powers / powers.sum()
    return shares
