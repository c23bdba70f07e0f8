"""Trains the classifier of dialogue turns that ask for what the records say."""

from __future__ import annotations

import zlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from apps.llm.embeddings import MiniLMEmbedder, embedder
from benchmarks.retrieval import corpus, knowledge_seeking

FIELDS = ("query", "context", "knowledge_seeking")
FOLDS = 5


class Command(BaseCommand):
    help = (
        "Trains on labelled dialogues, writes the weights, prints cross-validated F1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--queries", type=Path, required=True)
        parser.add_argument("--output", type=Path, default=knowledge_seeking.WEIGHTS)

    def handle(self, *, queries: Path, output: Path, **_: Any) -> None:
        model = embedder()
        if not isinstance(model, MiniLMEmbedder):
            raise CommandError("Training needs the local sentence model.")
        try:
            turns = list(corpus.rows(queries, FIELDS))
        except (OSError, corpus.BadLine) as error:
            raise CommandError(str(error)) from error
        rows = corpus.seeking_features(turns, model)
        truth = np.array([turn["knowledge_seeking"] for turn in turns], bool)
        predicted = np.zeros_like(truth)
        # A whole dialogue lies in one part: its turns resemble each other.
        parts = np.array([_part(turn) for turn in turns])
        for part in range(FOLDS):
            is_held_out = parts == part
            trained = knowledge_seeking.fit(rows[~is_held_out], truth[~is_held_out])
            predicted[is_held_out] = knowledge_seeking.are_seeking(
                rows[is_held_out], trained
            )
        hits = int((predicted & truth).sum())
        f1 = 2 * hits / int(predicted.sum() + truth.sum())
        knowledge_seeking.save(knowledge_seeking.fit(rows, truth), output)
        self.stdout.write(f"{len(turns)} turns, F1 {f1:.3f} ({FOLDS}-fold)")


def _part(turn: dict[str, Any]) -> int:
    first_turn = turn["context"][0] if turn["context"] else turn["query"]
    return zlib.crc32(first_turn.lower().encode()) % FOLDS
