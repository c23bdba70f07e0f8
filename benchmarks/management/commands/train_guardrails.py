"""Trains the guardrails' classifier: its n-grams, and its networks over vectors."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from apps.concierge.guardrails import checks, networks
from apps.concierge.guardrails.classifier import LABELS, LONGEST_VECTOR, WEIGHTS
from apps.concierge.guardrails.networks import Networks
from apps.language import classifier
from apps.llm.embeddings import MiniLMEmbedder, local
from apps.llm.local import multilingual
from benchmarks.training import (
    guardrail_classifier,
    guardrail_examples,
    guardrail_networks,
)
from benchmarks.training.guardrail_examples import PASS, Example


class Command(BaseCommand):
    help = "Trains the guardrails' classifier on its examples and writes its weights."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, default=WEIGHTS.parent)
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
        examples = [*own, *(row for path in further for row in _rows(path))]
        ngrams = guardrail_classifier.train(examples, guardrail_classifier.digest(own))
        classifier.save(ngrams, output / WEIGHTS.name)
        networks.save(_networks(examples, english), output / networks.WEIGHTS.name)
        counts = Counter(example.label for example in examples)
        for label, count in sorted(counts.items()):
            self.stdout.write(f"{label:20}{count:6} messages")
        self.stdout.write(f"{len(examples)} messages, {len(ngrams.keys)} n-grams")


def _networks(examples: Sequence[Example], english: MiniLMEmbedder) -> Networks:
    texts = [example.text for example in examples]
    truth = np.array([LABELS.index(example.label) for example in examples])
    alone = multilingual.encode([text[:LONGEST_VECTOR] for text in texts])
    both = networks.joined(alone, np.array(english.embed_queries(texts), np.float32))
    return Networks(
        guardrail_networks.train(networks.scaled(alone), truth),
        guardrail_networks.train(networks.scaled(both), truth),
    )


def _rows(path: Path) -> Iterator[Example]:
    """Of a benchmark's development half, or of natural requests without a label.

    Benchmarks that know no emergencies call them harmless: those are left out.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror}.") from error
    for line in filter(None, lines):
        row = json.loads(line)
        label, language = row.get("expected", PASS), row.get("lang", "en")
        if label != PASS or checks.cry(row["text"]) is None:
            yield Example(row["text"], label, language, author=row["source"])
