"""The ledger of consents: what a guest agreed to, and the proof of it.

Only `record` writes it. A trigger (migration 0002) refuses to change or delete an
entry, and each entry holds a hash over the one before it, so what is changed in spite
of that shows in `verify`. Whoever deletes the newest entries leaves a whole chain
behind: the command prints the newest hash and the count, to be kept elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection, transaction
from django.db.models import QuerySet

from apps.guests import profile
from apps.guests.models import Consent, Guest
from apps.properties.models import Property

# The first of two keys, which no other advisory lock uses; the second is the property.
LEDGER_LOCK = 20_041


@dataclass(frozen=True)
class BrokenEntry:
    """reason: "changed", "missing", or "reordered"."""

    property_id: int
    number: int
    reason: str


@transaction.atomic
def record(  # noqa: PLR0913 - the fields of an entry
    property: Property,  # noqa: A002 - the name of the field
    subject: str,
    scope: str,
    *,
    is_given: bool,
    channel: str,
    source: str,
    text_shown: str,
    said_at: datetime,
    guest: Guest | None = None,
) -> Consent:
    """Adds an entry, and remembers the guest from then on or no longer.

    subject: the number in E.164, or the guest's id where there is none.
    text_shown: the literal text that the guest saw when he agreed or refused.
    """
    with connection.cursor() as cursor:
        # The next entry of this property waits until this one is committed.
        cursor.execute(
            "select pg_advisory_xact_lock(%s, %s)", [LEDGER_LOCK, property.pk]
        )
    newest = Consent.objects.filter(property=property).order_by("-number").first()
    entry = Consent(
        property=property,
        number=newest.number + 1 if newest else 1,
        guest=guest,
        subject=subject,
        scope=scope,
        is_given=is_given,
        channel=channel,
        source=source,
        text_shown=text_shown,
        said_at=said_at,
        previous_hash=newest.hash if newest else "",
    )
    entry.hash = _digest(entry, entry.number)
    entry.save(force_insert=True)
    if guest and scope == Consent.Scope.MEMORY:
        guest.is_remembered = is_given
        guest.save(update_fields=["is_remembered"])
        # He is asked about all that he told, and takes it back for all.
        guest.facts.update(consent_scope=profile.scope(is_remembered=is_given))
    return entry


def is_given(property: Property, subject: str, scope: str) -> bool:  # noqa: A002
    """Whether the newest entry gives consent; false where there is none."""
    entries = history(property, subject).filter(scope=scope)
    return entries.values_list("is_given", flat=True).first() or False


def history(property: Property, subject: str) -> QuerySet[Consent]:  # noqa: A002
    """What a guest agreed to and took back, newest first."""
    return Consent.objects.filter(property=property, subject=subject).order_by(
        "-number"
    )


def verify(property: Property | None = None) -> Iterator[BrokenEntry]:  # noqa: A002
    """The entries that are not what `record` wrote, of one property or of all."""
    rows = Consent.objects.filter(property=property) if property else Consent.objects
    places = rows.order_by("property_id").values_list("property_id", flat=True)
    for place in places.distinct():
        entries = list(Consent.objects.filter(property=place).order_by("number"))
        reasons = _reasons(entries)
        for number in sorted(reasons):
            yield BrokenEntry(place, number, reasons[number])


def _reasons(entries: Sequence[Consent]) -> dict[int, str]:
    """Why entries of a property are broken, by their numbers."""
    by_number = {entry.number: entry for entry in entries}
    numbers = range(1, entries[-1].number + 1)
    reasons = {number: "missing" for number in numbers if number not in by_number}
    positions = _positions(entries)
    for entry in entries:
        if _digest(entry, entry.number) != entry.hash:
            position = positions.get(entry.hash, 0)
            is_moved = _digest(entry, position) == entry.hash
            reasons[entry.number] = "reordered" if is_moved else "changed"
            continue
        before = by_number.get(entry.number - 1)
        if before and before.hash != entry.previous_hash:
            # Its hash was computed again: the entry after it knows the true one.
            reasons.setdefault(before.number, "changed")
    return reasons


def _positions(entries: Sequence[Consent]) -> dict[str, int]:
    """The numbers that the entries had, by their hashes, as far as the chain goes."""
    following = {entry.previous_hash: entry.hash for entry in entries}
    positions: dict[str, int] = {}
    newest = following.get("")
    while newest and newest not in positions:
        positions[newest] = len(positions) + 1
        newest = following.get(newest)
    return positions


def _digest(entry: Consent, number: int) -> str:
    """SHA-256 over the hash before and every field but the guest."""
    fields = [
        entry.previous_hash,
        entry.property_id,
        number,
        entry.subject,
        entry.scope,
        entry.is_given,
        entry.channel,
        entry.source,
        entry.text_shown,
        entry.said_at.astimezone(UTC).isoformat(timespec="microseconds"),
    ]
    text = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
