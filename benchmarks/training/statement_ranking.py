"""Learns the weights of `knowledge.statements.ranking` and judges them, also for each
resort by a ranking that has learnt nothing of it, as for a resort to come.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from apps.knowledge import property_snapshot
from apps.knowledge.statements import ranking, ranking_weights
from apps.knowledge.statements.scoring import interaction, signals
from apps.knowledge.statements.scoring.interaction import Interaction
from apps.llm.embeddings import embedder
from benchmarks.training import logistic_regression, ranking_samples, statement_scores
from benchmarks.training.questions import Conversation
from benchmarks.training.ranking_samples import Sample
from benchmarks.training.statement_scores import Scoring

Floats = NDArray[np.float32]

# Of a sample, on signals of unit spread.
PENALTY_OF_SIGNALS = 3e-3
SEED = 0


@dataclass(frozen=True)
class Weights:
    ranking: Floats
    interaction: Interaction
    answerable: Floats
    exact: Floats


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1. first, third: an answering statement is first, among three.

    refused: answerable questions that are told to be unknown. doubted: those with the
    right statement first that are refused or told with a caution before. caught: the
    same of questions that the records do not answer.
    """

    count: int
    first: float
    third: float
    refused: float
    doubted: float
    caught: float


@dataclass(frozen=True)
class Scored:
    """A sample with the weights of the features that it is to be scored by."""

    sample: Sample
    ranking: Floats


def fit(training: Sequence[Sample]) -> Weights:
    unseen = scored_unseen(training, without_each_resort(training))
    return with_signals(statement_scores.fit(training), unseen)


def without_each_resort(samples: Sequence[Sample]) -> dict[str, Scoring]:
    """What the samples of the other resorts teach, by the resort that is left out."""
    resorts = sorted({sample.conversation.resort for sample in samples})
    return {
        resort: statement_scores.fit(_of_other_resorts(samples, resort) or samples)
        for resort in resorts
    }


def with_signals(scoring: Scoring, unseen: Sequence[Scored]) -> Weights:
    """unseen: samples scored as the samples of a resort to come will be."""
    random = np.random.default_rng(SEED)
    scored = [*unseen, *(_of_few_rows(own, random) for own in unseen)]
    signals_of_samples = np.stack([_signals(own.sample, own.ranking) for own in scored])
    is_of_row = [_is_of_right_row(own.sample, own.ranking) for own in scored]
    is_right = [_is_right(own.sample, own.ranking) for own in scored]
    return Weights(
        scoring.ranking,
        scoring.interaction,
        _fit_signals(signals_of_samples, is_of_row),
        _fit_signals(signals_of_samples, is_right),
    )


def scored_unseen(
    samples: Sequence[Sample], by_resort: Mapping[str, Scoring]
) -> list[Scored]:
    """Every sample, scored by what the samples of the other resorts teach.

    The scores of samples that were learnt from are surer than those of new ones.
    """
    scorings = [by_resort[sample.conversation.resort] for sample in samples]
    return [
        Scored(sample.with_interaction(scoring.interaction), scoring.ranking)
        for sample, scoring in zip(samples, scorings, strict=True)
    ]


def _of_other_resorts(samples: Sequence[Sample], resort: str) -> list[Sample]:
    return [sample for sample in samples if sample.conversation.resort != resort]


def _of_few_rows(own: Scored, random: np.random.Generator) -> Scored:
    return Scored(own.sample.of_few_rows(random), own.ranking)


def _fit_signals(signals_of_samples: Floats, truth: Sequence[bool]) -> Floats:
    """The weights of the signals by which the chance comes nearest to the truth."""
    spread = signals_of_samples.std(axis=0).astype(np.float64)
    spread[spread == 0] = 1  # The bias is the same in every sample.
    weights = logistic_regression.fit(
        signals_of_samples / spread,
        np.array(truth, np.float64),
        PENALTY_OF_SIGNALS * len(truth),
    )
    unscaled: Floats = (weights / spread).astype(np.float32)
    return unscaled


def judge(left_out: Sequence[Sample], weights: Weights) -> Figures:
    first, third, refused, doubted, caught = [], [], [], [], []
    for sample in left_out:
        scored = sample.with_interaction(weights.interaction)
        order = np.argsort(-scored.scores(weights.ranking))
        values = _signals(scored, weights.ranking)
        answerable = ranking.chance(values, weights.answerable)
        exact = ranking.chance(values, weights.exact)
        is_refused = answerable < ranking.ANSWERABLE_FROM
        is_doubted = is_refused or exact < ranking.NEAREST_BELOW
        if not sample.is_answerable:
            caught.append(is_doubted)
            continue
        first.append(sample.answers[order[0]])
        third.append(sample.answers[order[:3]].any())
        refused.append(is_refused)
        if first[-1]:
            doubted.append(is_doubted)
    kinds = (first, third, refused, doubted, caught)
    return Figures(len(left_out), *(_mean(kind) for kind in kinds))


def _signals(sample: Sample, weights: Floats) -> Floats:
    scores = sample.scores(weights)
    best = int(scores.argmax())
    unmet = signals.unmet_words(sample.index, sample.reading, sample.topic, best)
    return signals.of(sample.index, sample.reading, sample.matrix, scores, unmet)


def _is_of_right_row(sample: Sample, weights: Floats) -> bool:
    """The row that answers, or that is nearest to what the records do not hold."""
    best = int(sample.scores(weights).argmax())
    return sample.index.statements[best].row in sample.question.rows


def _is_right(sample: Sample, weights: Floats) -> bool:
    best = int(sample.scores(weights).argmax())
    return sample.is_answerable and bool(sample.answers[best])


def _mean(values: Sequence[object]) -> float:
    return float(np.mean(np.array(values, np.float32))) if values else 0.0


def weights(conversations: Sequence[Conversation]) -> dict[str, Weights]:
    """By resort, whose rows and vectors are in the database; takes minutes."""
    samples = ranking_samples.collect(conversations, embedder().embed_queries)
    by_resort = without_each_resort(samples)
    unseen = scored_unseen(samples, by_resort)
    return {
        resort: weights_without(resort, scoring, unseen)
        for resort, scoring in by_resort.items()
    }


def weights_without(resort: str, scoring: Scoring, unseen: Sequence[Scored]) -> Weights:
    """scoring: learnt without the resort; its signals are so too."""
    remaining = [own for own in unseen if own.sample.conversation.resort != resort]
    return with_signals(scoring, remaining)


@contextmanager
def ranked_by(weights: Weights) -> Iterator[None]:
    """In this process, statements are ranked by these weights."""
    own = ranking_weights.Weights(weights.ranking, weights.answerable, weights.exact)
    with (
        patch.object(ranking_weights, "load", lambda: own),
        patch.object(interaction, "load", lambda: weights.interaction),
    ):
        property_snapshot.forget()
        yield
    property_snapshot.forget()
