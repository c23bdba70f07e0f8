"""Measures retrieval on a benchmark; the benchmark's own scorer computes the scores."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.llm.embeddings import embedder
from benchmarks.retrieval import corpus as retrieval_corpus
from benchmarks.scratch_database import scratch_database

DOCUMENT_FIELDS = ("id", "domain", "entity", "title", "text")
QUERY_FIELDS = ("id", "query", "context")


class Command(BaseCommand):
    help = "Loads a corpus into a database of its own and ranks it for every query."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name in ("corpus", "queries", "output"):
            parser.add_argument(f"--{name}", type=Path, required=True)

    def handle(self, *, corpus: Path, queries: Path, output: Path, **_: Any) -> None:
        model, started_at = embedder(), time.perf_counter()
        try:
            documents = list(retrieval_corpus.rows(corpus, DOCUMENT_FIELDS))
            query_rows = list(retrieval_corpus.rows(queries, QUERY_FIELDS))
        except (OSError, retrieval_corpus.BadLine) as error:
            raise CommandError(str(error)) from error
        with scratch_database():
            place = retrieval_corpus.load(documents)
            self._report(f"{len(documents)} documents are loaded", started_at)
            retrieval_corpus.embed(model)
            self._report(f"vectors of {model.name} are ready", started_at)
            results = retrieval_corpus.rank(place, query_rows, model, timezone.now())
            with output.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(result) + "\n" for result in results)
        self._report(f"{len(query_rows)} queries are ranked into {output}", started_at)

    def _report(self, text: str, started_at: float) -> None:
        self.stderr.write(f"{time.perf_counter() - started_at:7.1f} s  {text}")
