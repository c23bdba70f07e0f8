"""Learns the local intent classifier and says how far it can be trusted."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.routing.intent import CATEGORIES, WEIGHTS
from apps.language import classifier
from apps.language.classifier import SURE
from apps.llm.embeddings import MiniLMEmbedder, embedder
from benchmarks.training import intent_classifier
from benchmarks.training.intent_classifier import Judged


class Command(BaseCommand):
    help = "Trains the intent classifier on its examples and writes its weights."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--examples", type=Path, nargs="*", default=intent_classifier.LEARNT
        )
        parser.add_argument("--output", type=Path, default=WEIGHTS)

    def handle(self, *, examples: Sequence[Path], output: Path, **_: Any) -> None:
        model = embedder()
        if not isinstance(model, MiniLMEmbedder):
            raise CommandError(
                "Training needs the local sentence model: unset GOOGLE_API_KEY and "
                "install requirements.txt."
            )
        learnt = intent_classifier.read(*examples)
        trained = intent_classifier.train(learnt, model.embed_queries)
        classifier.save(trained.model, output)
        self.stdout.write(
            f"{len(learnt)} examples, {len(trained.model.keys)} n-grams, "
            f"{output.stat().st_size // 1024} KB in {output.name}"
        )
        self._report("with sentence vector", trained.with_vector)
        self._report("n-grams only", trained.ngrams_only)

    def _report(self, name: str, judged: Judged) -> None:
        hits = judged.hits()
        self.stdout.write(f"\n{name}, cross-validated: {hits.mean():.1%} right")
        for number, category in enumerate(CATEGORIES):
            mine = hits[judged.truth == number]
            self.stdout.write(f"  {category:16}{mine.mean():6.1%} of {len(mine)}")
        sure = [band for band in judged.bands() if band.low >= SURE]
        count = sum(band.count for band in sure)
        right = sum(band.count * band.right for band in sure) / max(count, 1)
        self.stdout.write(
            f"  confidence {SURE} and more: {count / len(hits):.0%} of messages, "
            f"{right:.1%} right (sharpness {judged.sharpness:.2f}, "
            f"{SURE} stands for a chance of {judged.sure_at:.2f})"
        )
        for band in judged.bands():
            self.stdout.write(
                f"  {band.low:.1f} to {min(band.high, 1):.1f}{band.count:7} messages"
                f"{band.right:7.1%} right"
            )
