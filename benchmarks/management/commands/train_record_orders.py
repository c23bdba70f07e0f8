"""Trains what finds orders to the concierge in records, and judges it."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from apps.concierge.guardrails import networks, record_instructions
from benchmarks.training import record_orders
from benchmarks.training.record_orders import Example


class Command(BaseCommand):
    help = "Trains what finds orders in records; judges it by authors kept apart."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        default = networks.DATA / record_instructions.ORDERS
        parser.add_argument("--output", type=Path, default=default)
        parser.add_argument(
            "--judge", action="store_true", help="judge the weights in use, learn none"
        )
        parser.add_argument(
            "--corpus",
            type=Path,
            metavar="ROWS.jsonl",
            help="texts without orders; half of its places are learnt from",
        )

    def handle(
        self, *, output: Path, judge: bool, corpus: Path | None, **_: Any
    ) -> None:
        if not judge:
            networks.save_stack(record_orders.train(corpus), output)
        examples = record_orders.read(record_orders.HELD_BACK)
        for name, is_order in (("orders", True), ("near ones", False)):
            self._count(name, [own for own in examples if own.is_order == is_order])
        if corpus is not None:
            natural = record_orders.of_corpus(corpus, is_judged=True)
            self._count("sentences of the other places", natural)

    def _count(self, name: str, examples: Sequence[Example]) -> None:
        texts = [own.text for own in examples]
        count = sum(map(record_instructions.gives_orders, texts))
        self.stdout.write(f"{count} of {len(texts)} {name} found")
