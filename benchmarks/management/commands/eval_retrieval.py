"""Measures retrieval on a benchmark; scores come from the benchmark's own scorer."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from apps.llm.embeddings import embedder
from benchmarks.retrieval import corpus as retrieval_corpus

DOCUMENT_FIELDS = ("id", "domain", "entity", "title", "text")
QUERY_FIELDS = ("id", "query", "context")


class Command(BaseCommand):
    help = "Loads a corpus into a scratch property and ranks it for every query."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name in ("corpus", "queries", "output"):
            parser.add_argument(f"--{name}", type=Path, required=True)

    def handle(self, *, corpus: Path, queries: Path, output: Path, **_: Any) -> None:
        model = embedder()
        started = time.perf_counter()
        try:
            asked = list(retrieval_corpus.rows(queries, QUERY_FIELDS))
            with transaction.atomic():
                scratch, is_new = retrieval_corpus.scratch_property(corpus)
                if is_new:
                    documents = retrieval_corpus.rows(corpus, DOCUMENT_FIELDS)
                    count = retrieval_corpus.load(scratch, documents)
                    self._say(f"{count} documents loaded", started)
        except (OSError, retrieval_corpus.BadLine) as error:
            raise CommandError(str(error)) from error
        retrieval_corpus.embed(scratch, model)
        self._say(f"vectors of {model.name} ready", started)
        with output.open("w", encoding="utf-8") as file:
            for row in retrieval_corpus.run(scratch, asked, model, timezone.now()):
                file.write(json.dumps(row) + "\n")
        self._say(f"{len(asked)} queries ranked into {output}", started)

    def _say(self, text: str, started: float) -> None:
        self.stderr.write(f"{time.perf_counter() - started:7.1f} s  {text}")
