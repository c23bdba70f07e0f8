"""Trains the guardrails' classifier: its n-grams, and its networks over vectors."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.guardrails import networks
from apps.llm.embeddings import MiniLMEmbedder, local
from benchmarks.training import guardrail_examples, guardrail_weights


class Command(BaseCommand):
    help = "Trains the guardrails' classifier on its examples and writes its weights."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, default=networks.DATA)
        parser.add_argument(
            "--further",
            type=Path,
            nargs="*",
            default=(),
            metavar="ROWS.jsonl",
            help="messages outside the project; harmless without `expected`",
        )

    def handle(self, *, output: Path, further: Sequence[Path], **_: Any) -> None:
        english = local()
        if not isinstance(english, MiniLMEmbedder):
            raise CommandError("Training needs the weights: see `make weights`.")
        own = guardrail_examples.read()
        examples = [*own, *guardrail_examples.examples(further)]
        messages = guardrail_weights.corpus(examples, english)
        digest = guardrail_weights.digest(own)
        ngrams = guardrail_weights.train(messages, digest, output)
        counts = Counter(example.label for example in examples)
        for label, count in sorted(counts.items()):
            self.stdout.write(f"{label:20}{count:6} messages")
        self.stdout.write(f"{len(examples)} messages, {ngrams} n-grams")
