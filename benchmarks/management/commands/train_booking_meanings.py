"""Trains what judges the wording of guests' messages about their bookings."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.concierge.guardrails import networks
from apps.conversations.turns.bookings.words import learnt_meanings
from apps.conversations.turns.bookings.words.learnt_meanings import MEANINGS
from apps.llm.embeddings import MiniLMEmbedder, local
from benchmarks.training import booking_meanings, labelled_messages


class Command(BaseCommand):
    help = "Trains the networks that read messages about bookings; writes the weights."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, default=learnt_meanings.WEIGHTS)

    def handle(self, *, output: Path, **_: Any) -> None:
        english = local()
        if not isinstance(english, MiniLMEmbedder):
            raise CommandError("Training needs the weights: see `make weights`.")
        authors = labelled_messages.read(booking_meanings.AUTHORS)
        examples = [*authors, *booking_meanings.of_records()]
        vectors = labelled_messages.vectors(examples, english)
        truth = labelled_messages.truth(examples, MEANINGS)
        trained = labelled_messages.train(vectors, truth, len(MEANINGS))
        networks.save(trained, output)
        self.stdout.write(f"{len(examples)} messages")
