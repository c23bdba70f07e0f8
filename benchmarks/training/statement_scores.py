"""Learns how statements are scored: the weights of the features and the interaction.

Both are learnt together by descending the loss -log of the chance that a statement is
chosen that answers. Vectors are thinned out while learning (Srivastava et al.,
"Dropout", 2014), so that no single dimension decides; AdamW (Loshchilov and Hutter,
2019) keeps the projections small. The same samples give the same weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.statements.index import DIMENSIONS
from apps.knowledge.statements.scoring import features, interaction
from apps.knowledge.statements.scoring.interaction import Interaction
from benchmarks.training.ranking_samples import INTERACTION, Sample

Floats = NDArray[np.float32]

# Chosen with each resort left out: docs/decisions/0035.
RANK, EPOCHS, BATCH = 32, 40, 48
RATE, RATE_OF_FEATURES = 3e-3, 0.03
DECAY, DECAY_OF_FEATURES = 0.5, 0.01
DROPPED = 0.4
SPREAD_AT_START = 3.0
LAST_RATE = 0.02
MEMORY_OF_MEAN, MEMORY_OF_SPREAD = 0.9, 0.999
SMALL = np.float32(1e-9)
SEED = 0


@dataclass(frozen=True)
class Scoring:
    """ranking: the weight of each feature."""

    ranking: Floats
    interaction: Interaction


@dataclass(frozen=True)
class _Resort:
    """The samples of one index; fields and kinds are the places of their names."""

    matrix: Floats
    answers: NDArray[np.bool_]
    questions: Floats
    statements: Floats
    fields: NDArray[np.intp]
    kinds: NDArray[np.intp]


def fit(samples: Sequence[Sample]) -> Scoring:
    answerable = [sample for sample in samples if sample.is_answerable]
    field_names = _names(answerable, "fields")
    kind_names = _names(answerable, "kinds")
    resorts = list(_resorts(answerable, field_names, kind_names))
    learner = _Learner(len(field_names), len(kind_names))
    learner.learn(resorts)
    values = learner.values
    learnt = Interaction(
        question=values["question"],
        statement=values["statement"],
        fields=field_names,
        of_fields=values["of_fields"],
        kinds=kind_names,
        of_kinds=values["of_kinds"],
    )
    ranking = values["ranking"].copy()
    ranking[INTERACTION] = 1
    return Scoring(ranking, learnt)


class _Learner:
    """values: what is learnt, by name."""

    def __init__(self, field_count: int, kind_count: int) -> None:
        self._random = np.random.default_rng(SEED)
        start = self._random.standard_normal((RANK, DIMENSIONS))
        start *= SPREAD_AT_START / DIMENSIONS**0.5
        self.values: dict[str, Floats] = {
            "question": start.astype(np.float32),
            "statement": np.zeros((RANK, DIMENSIONS), np.float32),
            "of_fields": np.zeros((field_count, RANK), np.float32),
            "of_kinds": np.zeros((kind_count, RANK), np.float32),
            "ranking": np.zeros(len(features.FEATURES), np.float32),
        }
        self._mean = {name: np.zeros_like(v) for name, v in self.values.items()}
        self._spread = {name: np.zeros_like(v) for name, v in self.values.items()}

    def learn(self, resorts: Sequence[_Resort]) -> None:
        batches = [self._batches(resorts) for _ in range(EPOCHS)]
        steps = sum(map(len, batches))
        in_order = (batch for epoch in batches for batch in epoch)
        for step, (resort, places) in enumerate(in_order, 1):
            rate = max(LAST_RATE, 1 - step / steps)
            self._descend(self._slopes(resort, places), step, rate)

    def _batches(
        self, resorts: Sequence[_Resort]
    ) -> list[tuple[_Resort, NDArray[np.intp]]]:
        """A few samples of one resort at a time, all of them once."""
        batches = [
            (resort, np.sort(places))
            for resort in resorts
            for places in np.array_split(
                self._random.permutation(len(resort.answers)),
                max(1, len(resort.answers) // BATCH),
            )
        ]
        return [batches[place] for place in self._random.permutation(len(batches))]

    def _slopes(self, resort: _Resort, places: NDArray[np.intp]) -> dict[str, Floats]:
        values, matrix = self.values, resort.matrix[places]
        questions = self._thinned(resort.questions[places])
        statements = self._thinned(resort.statements)
        question_side = questions @ values["question"].T
        statement_side = statements @ values["statement"].T
        statement_side += (
            values["of_fields"][resort.fields] + values["of_kinds"][resort.kinds]
        )
        scores = matrix @ values["ranking"] + question_side @ statement_side.T
        errors = _errors(scores, resort.answers[places])
        of_statements, of_questions = errors.T @ question_side, errors @ statement_side
        of_fields = np.zeros_like(values["of_fields"])
        of_kinds = np.zeros_like(values["of_kinds"])
        np.add.at(of_fields, resort.fields, of_statements)
        np.add.at(of_kinds, resort.kinds, of_statements)
        return {
            "question": of_questions.T @ questions,
            "statement": of_statements.T @ statements,
            "of_fields": of_fields,
            "of_kinds": of_kinds,
            "ranking": np.tensordot(errors, matrix, ((0, 1), (0, 1))),
        }

    def _thinned(self, vectors: Floats) -> Floats:
        is_dropped = self._random.random(vectors.shape, np.float32) < DROPPED
        thinned: Floats = np.where(is_dropped, 0, vectors / np.float32(1 - DROPPED))
        return thinned

    def _descend(self, slopes: dict[str, Floats], step: int, rate: float) -> None:
        for name, slope in slopes.items():
            of_features = name == "ranking"
            own_rate = rate * (RATE_OF_FEATURES if of_features else RATE)
            decay = DECAY_OF_FEATURES if of_features else DECAY
            mean, spread = self._mean[name], self._spread[name]
            mean += np.float32(1 - MEMORY_OF_MEAN) * (slope - mean)
            spread += np.float32(1 - MEMORY_OF_SPREAD) * (slope * slope - spread)
            ahead = mean / np.float32(1 - MEMORY_OF_MEAN**step)
            width = np.sqrt(spread / np.float32(1 - MEMORY_OF_SPREAD**step))
            self.values[name] *= np.float32(1 - own_rate * decay)
            self.values[name] -= np.float32(own_rate) * ahead / (width + SMALL)


def _errors(scores: Floats, answers: NDArray[np.bool_]) -> Floats:
    """By how much each statement's chance is too high, a sample in each row."""
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    right = chances * answers
    right /= np.maximum(right.sum(axis=1, keepdims=True), SMALL)
    errors: Floats = ((chances - right) / len(scores)).astype(np.float32)
    return errors


def _resorts(
    samples: Sequence[Sample], field_names: Sequence[str], kind_names: Sequence[str]
) -> Iterator[_Resort]:
    ordered = sorted(samples, key=lambda sample: sample.conversation.resort)
    for _, group in groupby(ordered, key=lambda sample: id(sample.index)):
        own = list(group)
        index, matrix = own[0].index, np.stack([sample.matrix for sample in own])
        matrix[:, :, INTERACTION] = 0
        yield _Resort(
            matrix=matrix,
            answers=np.stack([sample.answers for sample in own]),
            questions=np.stack([sample.vector for sample in own]),
            statements=index.sentence_vectors,
            fields=interaction.places(field_names, index.fields.tolist()),
            kinds=interaction.places(kind_names, index.kinds.tolist()),
        )


def _names(samples: Sequence[Sample], attribute: str) -> tuple[str, ...]:
    names = (getattr(sample.index, attribute).tolist() for sample in samples)
    return tuple(sorted(set().union(*names)))
