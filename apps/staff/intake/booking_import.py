"""Imports a booking of a table, and undoes an import of bookings.

A row is found by its code. What staff have decided on a booking stays as it is: a cell
that says otherwise is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations.models import BookingAccess
from apps.properties.models import Property
from apps.reservations import changes, guest_links
from apps.reservations.models import Reservation
from apps.staff.history.versions import UndoResult
from apps.staff.intake import columns
from apps.staff.intake.results import Result, text_of
from apps.staff.models import Delivery, ImportedBooking

DECIDED = "Staff have decided this at the guest's request; it stays “{}”."
Content = dict[str, Any]


def code(row: Mapping[str, Any]) -> str:
    return str(row.get("code") or "").strip().upper()


def import_row(
    place: Property,
    row: Mapping[str, Any],
    source: str,
    result: Result,
    delivery: Delivery | None,
) -> None:
    """Writes the outcome, changes and errors into `result`."""
    rows = Reservation.objects.select_for_update(of=("self",))
    stored = rows.filter(property=place, code=code(row)).first()
    before = content(stored) if stored else None
    booking = stored or Reservation(property=place, source=source)
    cells = _cells(row)
    old_texts = _texts(booking, cells) if stored else {}
    form = _form(place, booking, cells, is_new=stored is None)
    if form.is_valid():
        result.errors = _decided_faults(stored, cells, old_texts)
    else:
        result.errors = {name: lines[0] for name, lines in form.errors.items()}
    if result.errors:
        return
    result.changes = {
        name: [old_texts.get(name, ""), text]
        for name, text in _texts(booking, cells).items()
        if old_texts.get(name, "").strip() != text.strip()
    }
    result.outcome = "changed" if result.changes else "same"
    if stored is None:
        result.outcome = "new"
    if result.outcome != "same":
        guest_links.link(form.save())
        _record(booking, before, delivery)


def content(booking: Reservation) -> Content:
    """The fields that a table sets, as plain data."""
    values = {
        name: field.value_from_object(booking)
        for name, field in columns.fields(Reservation).items()
    }
    plain: Content = json.loads(json.dumps(values, cls=DjangoJSONEncoder))
    return plain


def undo(delivery: Delivery, result: UndoResult) -> None:
    """Restore the bookings before the import; those changed since are left alone."""
    for imported in delivery.bookings.select_related("reservation"):
        try:
            with transaction.atomic():
                _undo(imported)
            result.count += 1
        except ValidationError as error:
            result.skipped[str(imported.reservation.code)] = error.messages[0]


def _undo(imported: ImportedBooking) -> None:
    rows = Reservation.objects.select_for_update(of=("self",))
    booking = rows.get(pk=imported.reservation_id)
    if content(booking) != imported.after:
        raise ValidationError("It has changed since.")
    if imported.before is None:
        if booking.requests.exists() or _is_opened(booking):
            raise ValidationError("A guest has used it since.")
        booking.delete()
        return
    fields = columns.fields(Reservation)
    for name, value in imported.before.items():
        setattr(booking, fields[name].attname, fields[name].to_python(value))
    booking.full_clean()
    booking.save()


def _is_opened(booking: Reservation) -> bool:
    """Whether a guest has proved in a conversation that it is his."""
    return BookingAccess.objects.filter(reservations=booking).exists()


def _record(
    booking: Reservation, before: Content | None, delivery: Delivery | None
) -> None:
    """For a later undo; a trial, which has no delivery yet, needs none."""
    if delivery is not None:
        booking.refresh_from_db()
        ImportedBooking.objects.create(
            delivery=delivery,
            reservation=booking,
            before=before,
            after=content(booking),
        )


def _cells(row: Mapping[str, Any]) -> dict[str, Any]:
    """The cells that set a field; codes are kept in capitals."""
    fields = columns.fields(Reservation)
    cells = {
        name: cell
        for name, cell in row.items()
        if name in fields and not columns.is_left_out(fields[name], cell)
    }
    return {**cells, "code": code(row)}


def _form(
    place: Property, booking: Reservation, cells: Mapping[str, Any], *, is_new: bool
) -> Any:
    """A form of the table's columns, and of those that a new booking requires."""
    fields = columns.fields(Reservation)
    defaults = _defaults(place, cells) if is_new else {}
    values = {**defaults, **cells}
    required = columns.required_fields(Reservation) if is_new else []
    names = [*dict.fromkeys([*values, *required])]
    data = {name: columns.form_value(fields[name], values.get(name)) for name in names}
    return columns.form_class(Reservation, names, place)(data, instance=booking)


def _defaults(place: Property, cells: Mapping[str, Any]) -> dict[str, str]:
    """Of a new booking: named as what is booked, and booked now."""
    slug = str(cells.get("item") or "").strip().rpartition("/")[2]
    item = Item.objects.filter(property=place, slug=slug).first() if slug else None
    now = timezone.localtime().replace(tzinfo=None, microsecond=0)
    return {"what": item.name if item else "", "booked_at": str(now)}


def _decided_faults(
    stored: Reservation | None, cells: Mapping[str, Any], old_texts: Mapping[str, str]
) -> dict[str, str]:
    """Cells that would undo what staff have decided."""
    if stored is None:
        return {}
    texts = _texts(stored, cells)
    return {
        name: DECIDED.format(old_texts[name])
        for name in changes.approved_fields(stored) & set(cells)
        if texts[name] != old_texts[name]
    }


def _texts(booking: Reservation, names: Mapping[str, Any]) -> dict[str, str]:
    return {name: text_of(getattr(booking, name, "")) for name in names}
