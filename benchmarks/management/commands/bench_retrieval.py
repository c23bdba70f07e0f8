"""Measures how long a search takes in a property with thousands of passages."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.knowledge.models import Passage
from benchmarks.retrieval import large_property
from benchmarks.scratch_database import scratch_database


class Command(BaseCommand):
    help = "Milliseconds of a search, with the vectors in memory and in PostgreSQL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--passages", type=int, default=10_000)
        parser.add_argument("--questions", type=int, default=200)

    def handle(self, *, passages: int, questions: int, **_: Any) -> None:
        with scratch_database():
            place = large_property.load(passages)
            result = large_property.measure(place, timezone.now(), questions)
            count = Passage.objects.filter(property=place).count()
        self.stdout.write(json.dumps({"passages": count, **result}))
