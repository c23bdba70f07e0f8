"""What the ranking sees of each statement: a few named features of a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.statements import asked_values, kind_words, similar_phrasings
from apps.knowledge.statements.index import NOWHERE, StatementIndex
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.topics import (
    RANK_COST,
    Floats,
    topics,
)

# The cosine that stands for a statement without vectors that has all of the words.
COSINE_OF_WORDS = 0.6
# Fields that say something of nearly every row: each may answer more or less often.
COMMON_FIELDS = (
    "summary",
    "details",
    "place",
    "sort",
    "cuisine",
    "genre",
    "hours_note",
    "in_tower",
    "opened",
    "phone",
    "website",
)
FEATURES = (
    "sentence_cosine",
    "field_cosine",
    "masked_cosine",
    "behind_best_of_row",
    "is_nearest_field",
    "cosine_in_focus",
    "cosine_after_before",
    "topic",
    "topic_behind_best",
    "words_met",
    "text_words_met",
    "row_words_met",
    "name_words_met",
    "is_named",
    "another_is_named",
    "is_meant",
    "is_in_focus",
    "focus_is_elsewhere",
    "kind_is_asked_for",
    "another_kind_is_asked_for",
    "is_written_answer",
    "best_of_row",
    "is_listed",
    "topic_goes_on",
    "asked_value_held",
    *(f"is_{field}" for field in COMMON_FIELDS),
)


def matrix(
    index: StatementIndex,
    reading: Reading,
    vectors: ReadingVectors,
    topic: Floats,
    phrased: Floats | None = None,
) -> Floats:
    """One row a statement, one column a feature, as `FEATURES` names them.

    phrased: of each statement, as `similar_phrasings` computes them.
    """
    bare = vectors.of("bare")
    words_met = _met(index, reading.words, index.meeting)
    by_words = COSINE_OF_WORDS * words_met * ~(index.has_vectors & bare.any())
    plain = index.sentence_vectors @ bare
    if phrased is None:
        phrased = similar_phrasings.similarities(index, reading, vectors)
    sentence = np.maximum(plain + by_words, phrased)
    field = np.maximum(index.field_vectors @ bare + by_words, phrased)
    subject, hangs_on = reading.subject, reading.hangs_on
    is_named = index.is_of_rows(reading.named)
    is_open = not reading.named
    # What stands alone may go on with a row, but not with all that is written of it.
    in_focus_ids = reading.subject_rows if hangs_on else subject.rows[:1]
    is_first = index.is_of_rows(in_focus_ids) & is_open
    is_listed = index.is_of_rows(subject.rows) & is_open & subject.is_list
    nearest, behind = _topic_columns(index, topic, phrased)
    kinds = kind_words.kinds_of(reading.words)
    is_of_kind = index.is_of_kinds(kinds)
    is_written = index.is_of_kinds(["faq"])
    asked_sorts = asked_values.asked_for(reading.text)
    in_focus = index.sentence_vectors @ vectors.of("in_focus") - plain
    after_before = index.sentence_vectors @ vectors.of("after_before") - plain
    masked = index.sentence_vectors @ vectors.of("masked") + by_words
    columns = (
        sentence,
        field,
        np.maximum(masked, phrased),
        sentence - _best_of_row(index, sentence),
        field >= field.max(initial=-1.0),
        in_focus * (is_first | is_listed),
        after_before * hangs_on,
        nearest,
        behind,
        words_met,
        _met(index, reading.words, index.meeting_in_text),
        _met_by_row(index, reading.words),
        _met(index, reading.words, index.meeting_in_row),
        is_named,
        ~is_named & bool(reading.named),
        is_first & hangs_on,
        is_first & (not hangs_on),
        ~is_first & ~is_listed & (hangs_on and is_open),
        is_of_kind,
        ~is_of_kind & ~is_written & bool(kinds),
        is_written,
        _best_of_row(index, np.maximum(sentence, field)),
        is_listed & hangs_on,
        _goes_on(index, subject.topic) & hangs_on,
        index.held_values[:, asked_sorts].any(axis=1)
        | (asked_sorts.any() & (phrased > 0)),
        *(index.has_field(common) for common in COMMON_FIELDS),
    )
    return np.array(columns, np.float32).T


def _topic_columns(
    index: StatementIndex, topic: Floats, phrased: Floats
) -> tuple[Floats, Floats]:
    """Of each field: its nearest topic's cosine, and how far behind the best.

    phrased: the cosine of a phrasing of the row itself, a topic of its own.
    """
    ranks = index.field_ranks
    scores = np.where(ranks >= 0, topic - RANK_COST * np.maximum(ranks, 0), -1.0)
    highest = scores.max(axis=1, initial=-1.0)
    nearest: Floats = np.where(highest > -1.0, highest, topic.min())
    nearest = np.maximum(nearest, phrased)
    return nearest, np.minimum(nearest - topic.max(), 0)


def _met(
    index: StatementIndex,
    words: Sequence[str],
    meeting: Mapping[str, NDArray[np.intp]],
) -> Floats:
    """Share of the question's words in a statement, rare words weighing more."""
    total = sum(index.weight(word) for word in words) or 1.0
    met = np.zeros(len(index.statements), np.float32)
    for word in words:
        met[meeting.get(word, NOWHERE)] += index.weight(word) / total
    return met


def _met_by_row(index: StatementIndex, words: Sequence[str]) -> Floats:
    """Share of the question's words that any statement of the row has."""
    total = sum(index.weight(word) for word in words) or 1.0
    met = np.zeros(index.row_count, np.float32)
    for word in words:
        met[index.rows_meeting.get(word, NOWHERE)] += index.weight(word) / total
    of_each: Floats = met[index.row_of]
    return of_each


def _best_of_row(index: StatementIndex, cosines: Floats) -> Floats:
    best = np.full(index.row_count, -1.0, np.float32)
    np.maximum.at(best, index.row_of, cosines)
    of_each: Floats = best[index.row_of]
    return of_each


def _goes_on(index: StatementIndex, topic: str) -> NDArray[np.bool_]:
    names = [known.name for known in topics()]
    if topic not in names:
        return np.zeros(len(index.statements), np.bool_)
    goes_on: NDArray[np.bool_] = index.field_ranks[:, names.index(topic)] >= 0
    return goes_on
