"""Trains the ranking of statements and judges it on resorts and authors left out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors
from apps.knowledge.statements import ranking_weights, splitting, topics
from apps.knowledge.statements.scoring import features, interaction, signals
from apps.llm.embeddings import MiniLMEmbedder, embedder
from benchmarks.scratch_database import scratch_database
from benchmarks.training import (
    message_splitting,
    questions,
    ranking_samples,
    statement_ranking,
    statement_scores,
)
from benchmarks.training.ranking_samples import Sample
from benchmarks.training.statement_ranking import Scored, Weights

DIGITS = 4


class Command(BaseCommand):
    help = (
        "Learns how likely each statement answers a question, and writes the weights."
    )

    def handle(self, **_: Any) -> None:
        model = embedder()
        if not isinstance(model, MiniLMEmbedder):
            raise CommandError("Training needs the local sentence model.")
        _write_topics(model)
        with scratch_database():
            questions.load_resorts()
            vectors.embed(vectors.waiting(model.name), model)
            conversations = questions.read()
            samples = ranking_samples.collect(conversations, model.embed_queries)
            by_resort = statement_ranking.without_each_resort(samples)
            unseen = statement_ranking.scored_unseen(samples, by_resort)
            messages = []
            for resort, scoring in by_resort.items():
                # A split is judged by a ranking that has not seen its questions.
                _use_weights(statement_ranking.weights_without(resort, scoring, unseen))
                own = [talk for talk in conversations if talk.resort == resort]
                messages += message_splitting.collect(own, model.embed_queries)
            scoring = statement_scores.fit(samples)
            weights = statement_ranking.with_signals(scoring, unseen)
            _use_weights(weights)
        self._learn_splitting(messages)
        self._report("all, trained on", samples, weights)
        for resort, scoring in by_resort.items():
            left_out = [s for s in samples if s.conversation.resort == resort]
            weights = statement_ranking.weights_without(resort, scoring, unseen)
            self._report(f"resort {resort} left out", left_out, weights)
        self._leave_out_authors(unseen)

    def _learn_splitting(self, messages: Sequence[message_splitting.Sample]) -> None:
        """By what the parts would answer, so after the ranking."""
        weights = message_splitting.fit(messages)
        stored = dict(zip(splitting.FEATURES, _rounded(weights), strict=True))
        splitting.WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n")
        for resort in sorted({message.resort for message in messages}):
            remaining = [message for message in messages if message.resort != resort]
            left_out = [message for message in messages if message.resort == resort]
            figures = message_splitting.judge(
                left_out, message_splitting.fit(remaining)
            )
            self.stdout.write(
                f"splitting, {resort} left out: {figures.right} of {figures.several} "
                f"split rightly, {figures.wrong} of {figures.single} wrongly"
            )

    def _leave_out_authors(self, unseen: Sequence[Scored]) -> None:
        for author in sorted({own.sample.conversation.author for own in unseen}):
            remaining = [
                own for own in unseen if own.sample.conversation.author != author
            ]
            left_out = [
                own.sample for own in unseen if own.sample.conversation.author == author
            ]
            scoring = statement_scores.fit([own.sample for own in remaining])
            weights = statement_ranking.with_signals(scoring, remaining)
            self._report(f"author {author} left out", left_out, weights)

    def _report(self, name: str, samples: Sequence[Sample], weights: Weights) -> None:
        figures = statement_ranking.judge(samples, weights)
        self.stdout.write(
            f"{name:32} {figures.count:5} turns  first {figures.first:.3f}  in three "
            f"{figures.third:.3f}  refused {figures.refused:.3f}  doubted "
            f"{figures.doubted:.3f}  caught {figures.caught:.3f}"
        )


def _write_topics(model: MiniLMEmbedder) -> None:
    phrasings = [text for topic in topics.topics() for text in topic.phrasings]
    matrix = np.array(model.embed_documents(phrasings), np.float16)
    with topics.VECTORS.open("wb") as file:
        np.savez_compressed(file, matrix=matrix)
    topics.vectors.cache_clear()


def _use_weights(weights: Weights) -> None:
    stored = {
        "ranking": dict(zip(features.FEATURES, _rounded(weights.ranking), strict=True)),
        "answerable": dict(
            zip(signals.SIGNALS, _rounded(weights.answerable), strict=True)
        ),
        "exact": dict(zip(signals.SIGNALS, _rounded(weights.exact), strict=True)),
    }
    ranking_weights.PATH.write_text(json.dumps(stored, indent=2) + "\n")
    ranking_weights.forget()
    interaction.save(weights.interaction)
    property_snapshot.forget()


def _rounded(values: Any) -> list[float]:
    return [round(float(value), DIGITS) for value in values]
