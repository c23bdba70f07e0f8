"""Proves what guests agreed to; `verify` exits with 1 if the ledger is broken."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.guests import consents
from apps.guests.models import Consent
from apps.properties.models import Property


class Command(BaseCommand):
    help = "Verifies the ledger of consents, or lists the entries of one guest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        verify = actions.add_parser("verify", help="find changed and missing entries")
        verify.add_argument("--property", default="", help="its slug; all by default")
        listing = actions.add_parser("list", help="what one guest agreed to")
        listing.add_argument(
            "--subject", required=True, help="+18605550123, or the id of a guest"
        )

    def handle(self, **options: Any) -> None:
        if options["action"] == "list":
            return self._list(options["subject"])
        place = _place(options["property"]) if options["property"] else None
        broken_entries = list(consents.verify(place))
        slugs = dict(Property.objects.values_list("pk", "slug"))
        for entry in broken_entries:
            slug = slugs[entry.property_id]
            self.stdout.write(f"{slug}: entry {entry.number} is {entry.reason}")
        if broken_entries:
            sys.exit(1)
        count = self._write_newest(place)
        # Of a ledger that was emptied, nothing is left that could be broken.
        self.stdout.write(f"The ledger is whole: {count} entries.")
        return None

    def _write_newest(self, place: Property | None) -> int:
        """The newest hash, so that it can be kept elsewhere and compared later, and how
        many entries there are."""
        entries = Consent.objects.order_by("property_id", "-number")
        entries = entries.filter(property=place) if place else entries
        for entry in entries.distinct("property_id").select_related("property"):
            self.stdout.write(
                f"{entry.property.slug}: {entry.number} entries, newest {entry.hash}"
            )
        return entries.count()

    def _list(self, subject: str) -> None:
        entries = Consent.objects.filter(subject=subject).select_related("property")
        for entry in entries.order_by("property_id", "number"):
            self.stdout.write(_line(entry))


def _place(slug: str) -> Property:
    place = Property.objects.filter(slug=slug).first()
    if place is None:
        raise CommandError(f"There is no property “{slug}”.")
    return place


def _line(entry: Consent) -> str:
    act = "given" if entry.is_given else "taken back"
    return (
        f"{entry.property.slug} {entry.number}: {entry.get_scope_display()}, {act} "
        f"{entry.said_at:%Y-%m-%d %H:%M %Z} by {entry.channel} ({entry.source}): "
        f"“{entry.text_shown}”"
    )
