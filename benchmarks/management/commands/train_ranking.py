"""Trains the ranking of statements and judges it on resorts and authors left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors
from apps.knowledge.statements import (
    features,
    interaction,
    ranking,
    signals,
    splitting,
    topics,
)
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
            unseen = statement_ranking.scored_unseen(samples)
            weights = statement_ranking.with_signals(
                statement_scores.fit(samples), unseen
            )
            _write_weights(weights)
            property_snapshot.forget()
            messages = message_splitting.collect(conversations, model.embed_queries)
        self._report("all, trained on", samples, weights)
        self._leave_out(unseen, "resort", lambda sample: sample.conversation.resort)
        self._leave_out(unseen, "author", lambda sample: sample.conversation.author)
        self._learn_splitting(messages)

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

    def _leave_out(
        self, unseen: Sequence[Scored], what: str, of: Callable[[Sample], str]
    ) -> None:
        for name in sorted({of(own.sample) for own in unseen}):
            remaining = [own for own in unseen if of(own.sample) != name]
            left_out = [own.sample for own in unseen if of(own.sample) == name]
            scoring = statement_scores.fit([own.sample for own in remaining])
            self._report(
                f"{what} {name} left out",
                left_out,
                statement_ranking.with_signals(scoring, remaining),
            )

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


def _write_weights(weights: Weights) -> None:
    stored = {
        "ranking": dict(zip(features.FEATURES, _rounded(weights.ranking), strict=True)),
        "answerable": dict(
            zip(signals.SIGNALS, _rounded(weights.answerable), strict=True)
        ),
        "exact": dict(zip(signals.SIGNALS, _rounded(weights.exact), strict=True)),
    }
    ranking.WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n")
    ranking.forget_weights()
    interaction.save(weights.interaction)


def _rounded(values: Any) -> list[float]:
    return [round(float(value), DIGITS) for value in values]
