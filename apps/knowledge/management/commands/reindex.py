"""Rewrites passages and computes missing vectors, with a progress bar."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.catalog.models import Item
from apps.knowledge.indexing import passages, vectors
from apps.llm.embeddings import embedder
from apps.properties.models import Property

BAR = 30


class Command(BaseCommand):
    help = "Brings passages and vectors in line with the catalog."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--property", metavar="SLUG", default="")
        parser.add_argument(
            "--failed", action="store_true", help="only what failed before"
        )

    def handle(self, *, property: str, failed: bool, **_: Any) -> None:  # noqa: A002
        if property and not Property.objects.filter(slug=property).exists():
            raise CommandError(f"There is no property “{property}”.")
        if not failed:
            self._rewrite(property)
        self._embed()

    def _rewrite(self, slug: str) -> None:
        rows = Item.objects.filter(property__slug=slug) if slug else Item.objects.all()
        for item in rows.prefetch_related("hours", "hours_exceptions").iterator(500):
            passages.rewrite(item)

    def _embed(self) -> None:
        model = embedder()
        vectors.adopt(model.name)
        ids, count = vectors.waiting(model.name), 0
        for start in range(0, len(ids), vectors.BATCH):
            batch = ids[start : start + vectors.BATCH]
            computed = vectors.embed(batch, model)
            count += computed
            self._progress(start + vectors.BATCH, len(ids))
            if not computed:  # the provider is away
                break
        missing = len(vectors.waiting(model.name))
        self.stdout.write(f"Indexed: {count} vectors computed with {model.name}.")
        if missing:
            raise CommandError(
                f"{missing} passages have no vector of {model.name} yet. "
                f"{vectors.failure(model.name)} Mend this, then run reindex --failed."
            )

    def _progress(self, count: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        count = min(count, total)
        filled = BAR * count // total
        bar = "█" * filled + "·" * (BAR - filled)
        end = "\n" if count == total else ""
        self.stderr.write(f"\r  Indexing {bar} {count}/{total}", ending=end)
