"""Trains the guardrails' classifier on the project's own examples."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.guardrails.classifier import WEIGHTS
from apps.language import classifier
from apps.llm.embeddings import MiniLMEmbedder, embedder
from benchmarks.training import guardrail_classifier, guardrail_examples


class Command(BaseCommand):
    help = "Trains the guardrails' classifier on its examples and writes its weights."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, default=WEIGHTS)

    def handle(self, *, output: Path, **_: Any) -> None:
        model = embedder()
        if not isinstance(model, MiniLMEmbedder):
            raise CommandError(
                "Training needs the local sentence model: unset GOOGLE_API_KEY and "
                "install requirements.txt."
            )
        examples = guardrail_examples.read()
        trained = guardrail_classifier.train(examples, model.embed_queries)
        classifier.save(trained, output)
        for label, count in sorted(
            Counter(example.label for example in examples).items()
        ):
            self.stdout.write(f"{label:20}{count:6} messages")
        self.stdout.write(
            f"{len(examples)} messages, {len(trained.keys)} n-grams, "
            f"{output.stat().st_size // 1024} KB in {output.name}"
        )
