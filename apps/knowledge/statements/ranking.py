"""One learnt ranking: how likely each statement answers the question.

Three small models over few named features. The first, a softmax over all statements of
the property, says which of them answers best. Two logistic regressions say how likely
that statement is of the row that is asked about, and how likely it answers exactly what
is asked. `manage.py train_ranking` learns them from committed questions; they are
judged on resorts and authors that they have not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.statements import allowed, named_rows, ranking_weights, topics
from apps.knowledge.statements.index import Statement, StatementIndex
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.scoring import (
    asked_values,
    features,
    signals,
    similar_phrasings,
)
from apps.knowledge.statements.scoring.asked_values import AskedValue
from apps.language.spelling import things

# The chance from which the best statement is told as the answer.
ANSWERABLE_FROM = 0.15
# By the chance of being exact, how the statement is told: below the first as not just
# what is asked for; below the second as what was found, or the third where all words
# are met; below the fourth something may be missing, where the row lacks
# `MOSTLY_LACKING`, or the fifth a value. Chosen with each resort left out.
DENIED_BELOW = 0.3
NEAREST_BELOW = 0.4
NEAREST_WITH_ALL_WORDS = 0.3
IN_PART_BELOW = 0.55
WITHOUT_VALUE_BELOW = 0.75
MOSTLY_LACKING = 0.5
# What a statement has to hold that answers a question of the topic.
_SORTS_OF_TOPICS = {"hours": "time", "price": "money", "phone": "contact"}
# A question without any word of the best statement or its row is more often about
# something that no record holds ("Do you rent out submarines?").
UNMET_MOSTLY = 0.5
NO_WORD_MET_FACTOR = 0.375
# A row that the guest has chosen is told of.
CHOSEN_ROW_CHANCE = 0.5


@dataclass(frozen=True)
class Ranked:
    """chances: that each statement is the one that answers; together 1.

    answerable: the chance that the best one is of the row that is asked about.
    exact: the chance that it answers what is asked of that row. topic: what is asked.
    unmet: words of the question that neither the best row nor the topic explains;
    unmet_share: their share of its words, rare ones weighing more. lacking: words that
    the best row does not have, even if the topic explains them; lacking_share: their
    share. value: whether the best statement holds such a value as is asked for; ""
    where none is. hidden: ids of rows that may not be told of now. is_phrased: whether
    staff have stored such a question with the row and field of the best statement.
    is_met: whether anything says that its row is meant.
    """

    index: StatementIndex
    chances: Floats
    answerable: float
    topic: str
    exact: float = 0.0
    unmet: tuple[str, ...] = ()
    unmet_share: float = 0.0
    lacking: tuple[str, ...] = ()
    lacking_share: float = 0.0
    value: AskedValue = ""
    hidden: frozenset[int] = frozenset()
    is_phrased: bool = False
    is_met: bool = True

    @property
    def best(self) -> Statement:
        """Of a ranking in which any statement may answer."""
        return self.index.statements[int(self.chances.argmax())]

    @property
    def best_kind(self) -> str:
        """The kind of row of the best statement; empty where none can answer."""
        return self.best.kind if self.chances.any() else ""

    @property
    def chance_to_answer(self) -> float:
        """Of an exact answer; 0 where the records likely hold none."""
        return self.exact if self.answerable >= ANSWERABLE_FROM else 0.0

    def best_passages(self, count: int) -> list[tuple[int, float]]:
        """(passage id, chance of its best sentence), best first."""
        best: dict[int, float] = {}
        for place in self.order[: count * 4]:
            if self.chances[place]:
                statement = self.index.statements[place]
                best.setdefault(statement.passage_id, float(self.chances[place]))
        return list(best.items())[:count]

    def by_place(self, passage_ids: Collection[int]) -> dict[tuple[int, int], float]:
        """The chances in these passages, by passage id and place in the passage."""
        return {
            (passage_id, self.index.statements[place].place): float(self.chances[place])
            for passage_id in passage_ids
            for place in self.index.by_passage.get(passage_id, ())
        }

    def as_json(self, reading: Reading) -> dict[str, Any]:
        """How the question was read, for the state of the graph."""
        words = reading.own_words or reading.words
        return {
            "text": reading.text,
            "original": reading.original,
            "full_question": reading.full_question,
            "topic": self.topic,
            "answerable": round(self.answerable, 4),
            "exact": round(self.exact, 4),
            "is_phrased": self.is_phrased,
            "is_met": self.is_met,
            "unmet_share": round(self.unmet_share, 4),
            "unmet": list(self.unmet),
            "lacking": list(self.lacking),
            "nowhere": [w for w in words if w not in self.index.meeting],
            "lacking_share": round(self.lacking_share, 4),
            "value": self.value,
            "named": list(reading.named),
            "named_as": [list(named) for named in reading.named_as],
            "talked_about": list(reading.subject_rows) if reading.points_back else [],
            "chosen_among": list(reading.chosen_among),
            "hangs_on": reading.hangs_on,
            "is_of_all": reading.is_of_all,
            "goes_on_with": list(reading.subject_rows) if reading.hangs_on else [],
        }

    @property
    def order(self) -> NDArray[np.intp]:
        return np.argsort(-self.chances, kind="stable")


def rank(
    index: StatementIndex,
    reading: Reading,
    vectors: ReadingVectors,
    hidden: Collection[int] = (),
    judge_again: Callable[[Floats], Floats] = lambda scores: scores,
) -> Ranked:
    """hidden: ids of rows that may not be told of, such as an offer that has ended;
    judge_again: makes other scores of these, of the shape (statements,)."""
    topic_scores = vectors.topic_scores()
    topic = topics.topics()[int(topic_scores.argmax())].name
    may_answer = _may_answer(index, reading, topic, hidden)
    if not may_answer.any():
        return Ranked(index, np.zeros(len(may_answer), np.float32), 0.0, topic)
    phrased = similar_phrasings.similarities(index, reading, vectors)
    matrix = features.matrix(index, reading, vectors, topic_scores, phrased)
    weights = ranking_weights.load()
    scores = judge_again(np.where(may_answer, matrix @ weights.ranking, -np.inf))
    best = int(scores.argmax())
    is_phrased = bool(phrased[best])
    if is_phrased:
        field = index.statements[best].field
        topic = topics.likeliest_of_field(field, topic_scores) or topic
    unmet = signals.unmet_words(index, reading, topic, best)
    lacking = signals.lacking_words(index, reading, best)
    own = signals.of(index, reading, matrix, scores, unmet)
    lacking_share = float(signals.share(index, reading, lacking))
    share = float(own[signals.SIGNALS.index("words_unmet")])
    answerable, exact = chance(own, weights.answerable), chance(own, weights.exact)
    has_words = share < UNMET_MOSTLY or _meets_a_word(matrix[best])
    is_met = has_words or is_phrased or _is_explained(index, reading, unmet)
    if reading.is_of_named_alone:
        answerable = max(answerable, CHOSEN_ROW_CHANCE)
    elif not is_met:
        answerable *= NO_WORD_MET_FACTOR
    return Ranked(
        index=index,
        chances=signals.softmax(scores),
        answerable=answerable,
        topic=topic,
        exact=1.0 if is_phrased else exact,
        unmet=unmet,
        unmet_share=share,
        lacking=lacking,
        lacking_share=lacking_share,
        value=_value(reading, topic, index.statements[best].text, lacking_share),
        hidden=frozenset(hidden),
        is_phrased=is_phrased,
        is_met=is_met,
    )


def _may_answer(
    index: StatementIndex, reading: Reading, topic: str, hidden: Collection[int]
) -> NDArray[np.bool_]:
    """Of a named row its own statements alone, where it has any that may answer."""
    may_answer = allowed.that_may_answer(index, reading, hidden)
    of_named = may_answer & named_rows.statements(index, reading, topic)
    that_place = named_rows.that_place(index, reading, topic)
    that_place &= ~index.is_of_rows(hidden)
    return next((own for own in (that_place, of_named) if own.any()), may_answer)


def _is_explained(
    index: StatementIndex, reading: Reading, unmet: tuple[str, ...]
) -> bool:
    """Whether what was talked about says what the question is about, and no new thing
    is named: "EV charger?" is no question about the parking that was talked about."""
    nowhere = [word for word in unmet if word not in index.meeting]
    is_new_thing = bool(nowhere) and all(map(things.names_thing, unmet))
    return reading.hangs_on and not (is_new_thing and nowhere == [*unmet])


def _value(
    reading: Reading, topic: str, sentence: str, lacking_share: float
) -> AskedValue:
    """As `asked_values.in_sentence` reads it. "Does it run at night?" has no word that
    asks for an hour, but nothing else explains why the row should have its words."""
    value = asked_values.in_sentence(reading.text, sentence)
    sort = _SORTS_OF_TOPICS.get(topic)
    if value or not (sort and reading.hangs_on and lacking_share):
        return value
    holds = asked_values.held_by([sentence])[0, asked_values.SORTS.index(sort)]
    return value if holds else "unmeasured"


def _meets_a_word(of_statement: Floats) -> bool:
    """Whether a statement or its row has any word of the question."""
    columns = map(features.FEATURES.index, ("words_met", "row_words_met"))
    return any(of_statement[column] > 0 for column in columns)


def chance(own: Floats, weights: Floats) -> float:
    """Of a logistic regression."""
    return float(1 / (1 + np.exp(-own @ weights)))
