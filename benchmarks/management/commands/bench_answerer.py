"""Measures what a turn without a model costs, stage by stage."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.knowledge.indexing import vectors
from apps.llm import embeddings
from apps.llm.embeddings import Embedder
from benchmarks import figures
from benchmarks.scratch_database import load_demo, scratch_database
from benchmarks.training import questions
from benchmarks.turns import answerer

DEMO = frozenset({"foxwoods", "mohegan-sun"})


class Command(BaseCommand):
    help = "Milliseconds on a processor of every stage of a turn without a model."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--conversations", type=int, default=200)

    def handle(self, *, conversations: int, **_: Any) -> None:
        model = embeddings.local()
        of_demo = [talk for talk in questions.read() if talk.resort in DEMO]
        step = max(len(of_demo) // conversations, 1)
        with scratch_database(), database_threads.undone() as run_in_transaction:
            run_in_transaction(_load, model)
            seconds = asyncio.run(
                answerer.measure(of_demo[::step], model, timezone.now())
            )
        self.stdout.write(f"{len(seconds['all'])} turns, milliseconds on a processor")
        for stage, of_turns in seconds.items():
            shares = (figures.percentile(of_turns, share) for share in (0.5, 0.95))
            p50, p95 = (1000 * share for share in shares)
            mean = 1000 * sum(of_turns) / len(of_turns)
            self.stdout.write(
                f"{stage:20} p50 {p50:6.2f}  p95 {p95:6.2f}  mean {mean:6.2f}"
            )


def _load(model: Embedder) -> None:
    """The demo properties, with the vectors of their passages."""
    load_demo()
    vectors.embed(vectors.waiting(model.name), model)
