"""What the ranking sees of each statement: a few named features of a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.statements import ellipsis, kind_words
from apps.knowledge.statements.index import NOWHERE, StatementIndex
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.scoring import (
    asked_values,
    interaction,
    similar_phrasings,
)
from apps.knowledge.statements.topics import RANK_COST, topics

Columns = dict[str, NDArray[Any]]

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
    "interaction",
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
    if phrased is None:
        phrased = similar_phrasings.similarities(index, reading, vectors)
    cosines = index.sentence_vectors @ vectors.of("bare")
    by_words = _by_words(index, reading)
    columns = {
        **by_words,
        **_by_meaning(index, vectors, cosines, by_words["words_met"], phrased),
        **_by_topic(index, reading, topic, phrased),
        **_by_conversation(index, reading, vectors, cosines),
        **_by_kind(index, reading),
    }
    return np.array([columns[name] for name in FEATURES], np.float32).T


def _by_words(index: StatementIndex, reading: Reading) -> Columns:
    return {
        "words_met": _met(index, reading.words, index.meeting),
        "text_words_met": _met(index, reading.words, index.meeting_in_text),
        "row_words_met": _met_by_row(index, reading.words),
        "name_words_met": _met(index, reading.words, index.meeting_in_row),
    }


def _by_meaning(
    index: StatementIndex,
    vectors: ReadingVectors,
    cosines: Floats,
    words_met: Floats,
    phrased: Floats,
) -> Columns:
    """cosines: of the sentences; words stand in where there are no vectors yet."""
    bare = vectors.of("bare")
    by_words = COSINE_OF_WORDS * words_met * ~(index.has_vectors & bare.any())
    sentence = np.maximum(cosines + by_words, phrased)
    field = np.maximum(index.field_vectors @ bare + by_words, phrased)
    masked = index.sentence_vectors @ vectors.of("masked") + by_words
    return {
        "interaction": index.projected @ interaction.load().of_question(bare),
        "sentence_cosine": sentence,
        "field_cosine": field,
        "masked_cosine": np.maximum(masked, phrased),
        "behind_best_of_row": sentence - _best_of_row(index, sentence),
        "is_nearest_field": field >= field.max(initial=-1.0),
        "best_of_row": _best_of_row(index, np.maximum(sentence, field)),
    }


def _by_topic(
    index: StatementIndex, reading: Reading, topic: Floats, phrased: Floats
) -> Columns:
    """What is asked of a row, and whether a statement holds a value of that sort."""
    nearest, behind = _topic_columns(index, topic, phrased)
    sorts = asked_values.asked_for(reading.text)
    holds_value = index.held_values[:, sorts].any(axis=1)
    goes_on = _goes_on(index, reading.subject.topic)
    return {
        "topic": nearest,
        "topic_behind_best": behind,
        "topic_goes_on": goes_on & reading.hangs_on,
        "asked_value_held": holds_value | (sorts.any() & (phrased > 0)),
        **{f"is_{field}": index.has_field(field) for field in COMMON_FIELDS},
    }


def _by_conversation(
    index: StatementIndex, reading: Reading, vectors: ReadingVectors, cosines: Floats
) -> Columns:
    """Which rows the guest names, and which were talked about."""
    subject, hangs_on = reading.subject, reading.hangs_on
    is_named, is_open = index.is_of_rows(reading.named), not reading.named
    # What stands alone may go on with a row, but not with all that is written of it.
    in_focus_ids = reading.subject_rows if hangs_on else _row_in_focus(index, reading)
    is_first = index.is_of_rows(in_focus_ids) & is_open
    is_listed = index.is_of_rows(subject.rows) & is_open & subject.is_list
    in_focus = index.sentence_vectors @ vectors.of("in_focus") - cosines
    after_before = index.sentence_vectors @ vectors.of("after_before") - cosines
    return {
        "is_named": is_named,
        "another_is_named": ~is_named & bool(reading.named),
        "is_meant": is_first & hangs_on,
        "is_in_focus": is_first & (not hangs_on),
        "focus_is_elsewhere": ~is_first & ~is_listed & (hangs_on and is_open),
        "is_listed": is_listed & hangs_on,
        "cosine_in_focus": in_focus * (is_first | is_listed),
        "cosine_after_before": after_before * hangs_on,
    }


def _row_in_focus(index: StatementIndex, reading: Reading) -> tuple[int, ...]:
    """The row talked about, of which the guest may ask anything; but a written answer
    is about one thing: "gluten free options?" is not asked of the free Wi-Fi."""
    rows, words = reading.subject.rows[:1], ellipsis.telling_words(reading.words)
    is_answer = bool((index.is_of_rows(rows) & index.is_of_kinds(["faq"])).any())
    has_word = any(index.row_has_word(row, word) for row in rows for word in words)
    return () if is_answer and words and not has_word else rows


def _by_kind(index: StatementIndex, reading: Reading) -> Columns:
    kinds = kind_words.kinds_of(reading.words)
    is_of_kind, is_written = index.is_of_kinds(kinds), index.is_of_kinds(["faq"])
    return {
        "kind_is_asked_for": is_of_kind,
        "another_kind_is_asked_for": ~is_of_kind & ~is_written & bool(kinds),
        "is_written_answer": is_written,
    }


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
