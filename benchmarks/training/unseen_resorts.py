"""A ranking for each resort that has learnt nothing of it, as for a resort to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from apps.knowledge import property_snapshot
from apps.knowledge.statements import ranking_weights
from apps.knowledge.statements.scoring import interaction
from apps.llm.embeddings import embedder
from benchmarks.training import ranking_samples, statement_ranking
from benchmarks.training.questions import Conversation
from benchmarks.training.statement_ranking import Scored, Weights
from benchmarks.training.statement_scores import Scoring


def weights(conversations: Sequence[Conversation]) -> dict[str, Weights]:
    """By resort, whose rows and vectors are in the database; takes minutes."""
    samples = ranking_samples.collect(conversations, embedder().embed_queries)
    by_resort = statement_ranking.without_each_resort(samples)
    unseen = statement_ranking.scored_unseen(samples, by_resort)
    return {
        resort: weights_without(resort, scoring, unseen)
        for resort, scoring in by_resort.items()
    }


def weights_without(resort: str, scoring: Scoring, unseen: Sequence[Scored]) -> Weights:
    """scoring: learnt without the resort; its signals are so too."""
    remaining = [own for own in unseen if own.sample.conversation.resort != resort]
    return statement_ranking.with_signals(scoring, remaining)


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
