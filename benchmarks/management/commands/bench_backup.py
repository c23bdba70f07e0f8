"""Times a backup and its restore with many messages, and compares every table."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.catalog.models import Item
from apps.infrastructure import database_scope
from apps.properties.models import Property
from benchmarks import conversations
from benchmarks.backup import drill


class Command(BaseCommand):
    help = "Seconds of a backup and a restore, on a site of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--messages", type=int, default=100_000)
        parser.add_argument(
            "--fill", type=int, help="only create so many messages on this very site"
        )

    def handle(self, **options: Any) -> None:
        if options["fill"]:
            _fill(options["fill"])
            return
        figures = drill.measure(options["messages"])
        self.stdout.write(json.dumps(figures))
        if figures["different_tables"]:
            raise CommandError("What was restored is not what was backed up.")


def _fill(message_count: int) -> None:
    with database_scope.all_properties():
        place = Property.objects.earliest("pk")
        item_ids = list(
            Item.objects.filter(property=place).values_list("pk", flat=True)
        )
        count = -(-message_count // conversations.MESSAGES_A_CONVERSATION)
        conversations.create(place, count, item_ids)
