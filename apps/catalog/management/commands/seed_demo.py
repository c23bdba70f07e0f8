"""Loads the demo properties into the catalog; running it again changes nothing."""

from __future__ import annotations

from argparse import ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from apps.catalog.demo import loader, staff_account
from apps.catalog.demo.fixture_files import FixtureError
from apps.catalog.demo.loader import Tally
from apps.catalog.demo.seeded_rows import Verdict


class Command(BaseCommand):
    help = "Brings the demo properties into the catalog, once; staff edits are kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--fixtures",
            type=Path,
            default=settings.BASE_DIR / "fixtures",
            metavar="DIR",
            help="Folder of the YAML files.",
        )
        parser.add_argument("--quiet", action="store_true", help="Print nothing.")
        parser.add_argument(
            "--at",
            type=_moment,
            default=None,
            metavar="ISO",
            help="The moment that counts as now, for performances to come.",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            tallies = loader.load(options["fixtures"], options["at"] or timezone.now())
        except FixtureError as problem:
            raise CommandError(str(problem)) from problem
        lines = [_line(tally) for tally in tallies]
        if password_file := _new_account():
            name = staff_account.NAME
            lines.append(f"Staff login: {name}, password in {password_file}")
        if not options["quiet"]:
            self.stdout.write("\n".join(lines))


def _new_account() -> Path | None:
    """The file with the password of the staff account, if this run created it."""
    return None if settings.IS_PRODUCTION else staff_account.create(settings.VAR_DIR)


def _line(tally: Tally) -> str:
    if tally.is_removed:
        return f"{tally.name}: removed by staff, left so"
    new, changed, left_to_staff = (
        tally.verdicts[verdict]
        for verdict in (Verdict.NEW, Verdict.CHANGED, Verdict.LEFT)
    )
    line = f"{tally.name}: {tally.row_count} rows, {new} new"
    line += f", {changed} changed" if changed else ""
    return line + (f", {left_to_staff} left to staff" if left_to_staff else "")


def _moment(written: str) -> datetime:
    try:
        moment = datetime.fromisoformat(written)
    except ValueError as problem:
        raise ArgumentTypeError(f"{written} is not a moment in ISO form") from problem
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
