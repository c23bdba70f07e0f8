"""Writes invented bookings of the demo properties; once, staff edits are kept."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.reservations import demo


class Command(BaseCommand):
    help = "Writes invented bookings of the demo properties, once."

    def add_arguments(self, parser: CommandParser) -> None:
        file = settings.BASE_DIR / "fixtures" / "bookings" / "demo.yaml"
        parser.add_argument("--file", type=Path, default=file)
        parser.add_argument(
            "--at",
            type=datetime.fromisoformat,
            default=None,
            metavar="ISO",
            help="The moment that counts as now.",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        at = options["at"] or timezone.now()
        moment = at if at.tzinfo else timezone.make_aware(at)
        self.stdout.write(f"{demo.load(options['file'], moment)} new bookings")
