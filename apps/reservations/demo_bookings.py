"""Loads the demo bookings from `fixtures/bookings/*.yaml`, after the catalog.

Days count from the day of seeding, so that the demo always has a dinner tonight. A
booking is moved to its day of today only while it is exactly what seeding wrote, and
no guest has asked for anything; otherwise it is left as it is. Where its place is shut
then, the booking is on the nearest day on which it is open. Bookings of one family name
are of one customer of the property.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

from apps.catalog import wall_clock
from apps.catalog.demo import field_checks, fixture_files, row_writer
from apps.catalog.demo.fixture_files import Document, Spot, unknown
from apps.catalog.demo.loader import Tally
from apps.catalog.demo.rows import Row
from apps.catalog.demo.seeded_rows import SeededRows, Verdict
from apps.catalog.hours import timetable
from apps.catalog.models import Item
from apps.guests.models import Guest
from apps.properties.models import Property
from apps.reservations.models import Reservation

FOLDER, SOURCE = "bookings", "demo"
# Given as days from today: `starts: [0, "19:00"]`.
MOMENTS = {"starts": "starts_at", "ends": "ends_at", "booked": "booked_at"}
PLAIN = [
    "code",
    "kind",
    "family_name",
    "email",
    "phone",
    "item",
    "what",
    "party",
    "state",
    "amount",
    "deposit",
    "deposit_state",
]
# From the day that is written, those that are tried where the place is closed.
NEAREST_DAYS = (0, 1, -1, 2, -2, 3, -3)
SHAPE = 'write a day from today and a time, as in [0, "19:00"].'


def load(*, folder: Path, now: datetime, **_: Any) -> list[Tally]:
    """Raises FixtureError where a file is invalid."""
    own = folder / FOLDER
    if not own.is_dir():
        return []
    seeded_rows = SeededRows()
    tallies = [_load(file, seeded_rows, now) for file in fixture_files.read(own)]
    seeded_rows.store()
    return [tally for tally in tallies if tally is not None]


def _load(file: Document, seeded_rows: SeededRows, now: datetime) -> Tally | None:
    """None where the property is not here."""
    slug = file.content.get("property")
    place = Property.objects.filter(slug=slug).first()
    if place is None:
        return None
    rows = list(_rows(file, place, now))
    tally = Tally(f"Bookings of {place.name}", len(rows))
    for row in rows:
        tally.verdicts[_write(row, place, seeded_rows)] += 1
    return tally


def _rows(file: Document, place: Property, now: datetime) -> Iterator[Row]:
    entries = file.content.get("bookings") or []
    for entry in field_checks.listed(entries, file.spot.at("bookings")):
        code = str(entry.get("code") or "a booking without a code")
        spot = Spot(file.spot.file, f"bookings, “{code}”")
        key = f"{place.slug}/booking/{code}"
        identity = {"property": place, "code": code}
        values = _values(entry, spot, place, now)
        values = _while_open(values, place, now)
        yield Row(spot, Reservation, key, identity, values)


def _values(
    entry: Mapping[str, Any], spot: Spot, place: Property, now: datetime
) -> dict[str, Any]:
    for name in entry:
        if name not in (*PLAIN, *MOMENTS):
            raise spot.error(unknown(name, [*PLAIN, *MOMENTS]))
    values = {name: entry[name] for name in PLAIN if name in entry}
    values.setdefault("what", values.get("item", ""))
    for name, field in MOMENTS.items():
        if name in entry:
            values[field] = _moment(entry[name], spot.at(name), place, now)
    return values


def _moment(written: Any, spot: Spot, place: Property, now: datetime) -> datetime:
    """`[days, "19:00"]` by the clock of the property."""
    try:
        days, clock = written
        day = now.astimezone(place.zone).date() + timedelta(days=days)
        return wall_clock.moment(day, time.fromisoformat(clock), place.zone)
    except (TypeError, ValueError) as problem:
        raise spot.error(SHAPE) from problem


def _while_open(
    values: dict[str, Any], place: Property, now: datetime
) -> dict[str, Any]:
    """Moved to the nearest day on which the place is open; what is to come stays so."""
    item = Item.objects.filter(property=place, name=values.get("item", "")).first()
    if item is None or values.get("kind") == Reservation.Kind.ROOM:
        return values
    today = now.astimezone(place.zone).date()
    is_past = values["starts_at"].astimezone(place.zone).date() < today
    for days in NEAREST_DAYS:
        moved = {**values, **_shifted(values, days, place)}
        day = moved["starts_at"].astimezone(place.zone).date()
        if (day < today) == is_past and _is_open(item, moved):
            return moved
    return values


def _shifted(
    values: Mapping[str, Any], days: int, place: Property
) -> dict[str, datetime]:
    """The same times by the clock, so many days later."""
    local = {
        name: values[name].astimezone(place.zone)
        for name in ("starts_at", "ends_at")
        if name in values
    }
    return {
        name: wall_clock.moment(
            moment.date() + timedelta(days=days), moment.time(), place.zone
        )
        for name, moment in local.items()
    }


def _is_open(item: Item, values: Mapping[str, Any]) -> bool:
    """Also where nobody knows the hours."""
    state = timetable.state(item, values["starts_at"])
    ends_at = values.get("ends_at", values["starts_at"])
    is_in_time = state.until is None or ends_at <= state.until
    return not state.is_known or (state.is_open and is_in_time)


def _write(row: Row, place: Property, seeded_rows: SeededRows) -> Verdict:
    if seeded_rows.has(row):
        return Verdict.SAME
    stored = Reservation.objects.filter(**row.identity).first()
    verdict = seeded_rows.verdict(row, stored)
    if verdict is Verdict.LEFT or (stored and stored.requests.exists()):
        return Verdict.LEFT
    booking = stored or Reservation(property=place, source=SOURCE)
    booking.guest = booking.guest or _customer(place, row.values["family_name"])
    for name, value in row.values.items():
        setattr(
            booking, name, _item(value, row.spot, place) if name == "item" else value
        )
    row_writer.save(booking, row.spot)
    seeded_rows.remember(row, booking)
    return verdict


def _customer(place: Property, family_name: str) -> Guest:
    """Whose bookings they are: one proof of one of them opens all."""
    named = Reservation.objects.filter(
        property=place, source=SOURCE, family_name=family_name
    )
    booked = named.exclude(guest=None).select_related("guest").first()
    guest = booked.guest if booked else None
    return guest or Guest.objects.create(property=place)


def _item(name: str, spot: Spot, place: Property) -> Item:
    item: Item | None = Item.objects.filter(property=place, name=name).first()
    if item is None:
        names = Item.objects.filter(property=place).values_list("name", flat=True)
        raise spot.at("item").error(unknown(name, names))
    return item
