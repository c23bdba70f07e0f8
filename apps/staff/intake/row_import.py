"""Imports the rows of a table into the catalog; a refused row stops no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction
from django.utils import timezone

from apps.catalog.demo import field_checks
from apps.catalog.hours import validation
from apps.catalog.models import Item, ServiceHours
from apps.properties.models import Property
from apps.staff.history import versions
from apps.staff.intake import booking_import, columns, related_columns, row_identity
from apps.staff.intake.related_columns import RelatedColumn
from apps.staff.intake.results import Result, text_of
from apps.staff.intake.row_identity import Identities
from apps.staff.models import Delivery, Version

ALL_ROWS = slice(None)
# Columns that are not a field of the row.
NON_FIELDS = frozenset({columns.HOURS, columns.PROPERTY, *related_columns.COLUMNS})


def import_rows(
    place: Property,
    category: str,
    rows: Sequence[Mapping[str, Any]],
    source: str,
    *,
    is_dry_run: bool = False,
    part: slice = ALL_ROWS,
    delivery: Delivery | None = None,
) -> list[Result]:
    """One result for each row. A dry run computes the results and changes nothing.

    part: the rows to import now. delivery: what the rows' versions are recorded with.
    """
    model: Any = columns.CATEGORIES[category]
    identity, write = _identity_and_writer(place, model, rows)
    results = []
    first, duplicates = (part.start or 0) + 1, _duplicates(place, rows, identity)
    with timezone.override(place.zone):
        for number, row in enumerate(rows[part], first):
            result = Result(number, str(row.get("name") or identity(row)))
            faults = _faults(place, model, row, identity(row), duplicates)
            bad_columns = columns.faults(model, row)
            try:
                with transaction.atomic():
                    if not faults:  # of other columns, all errors are told at once
                        readable = _without(bad_columns, row)
                        write(place, readable, source, result, delivery)
                    result.errors = {**result.errors, **faults, **bad_columns}
                    transaction.set_rollback(is_dry_run or bool(result.errors))
            except DatabaseError as error:
                result.errors["row"] = f"The database refused it: {_first_line(error)}"
            if result.errors:
                result.outcome, result.changes = "refused", {}
            results.append(result)
    return results


def _identity_and_writer(
    place: Property, model: Any, rows: Sequence[Mapping[str, Any]]
) -> tuple[Callable[[Mapping[str, Any]], str], Callable[..., None]]:
    """What identifies a row of the table, and what imports it."""
    if not issubclass(model, Item):
        return booking_import.code, booking_import.import_row
    identities = row_identity.of(place, model, rows)
    return identities.slug, partial(_import_row, model, identities)


def _without(names: Mapping[str, str], row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: cell for name, cell in row.items() if name not in names}


def _first_line(error: DatabaseError) -> str:
    return str(error).strip().partition("\n")[0]


def _import_row(
    model: type[Item],
    identities: Identities,
    place: Property,
    row: Mapping[str, Any],
    source: str,
    result: Result,
    delivery: Delivery | None,
) -> None:
    slug = identities.slug(row)
    stored = model._default_manager.filter(property=place, slug=slug).first()
    item = stored or model(property=place, slug=slug)
    item.property = place
    cells = _cells(model, row)
    values = cells if stored else {**_defaults(slug, source), **cells}
    before = _field_texts(item, values) if stored else {}
    name_fault = identities.name_fault(stored, row)  # before the form renames it
    form = _bound_form(model, place, item, values, is_new=stored is None)
    form_faults = {name: lines[0] for name, lines in form.errors.items()}
    result.errors = {**form_faults, **name_fault}
    if result.errors:
        return
    after = _field_texts(item, values)
    result.changes = {
        name: [before.get(name, ""), text]
        for name, text in after.items()
        if before.get(name, "").strip() != text.strip()
    }
    versions.record_initial(item.pk)
    if result.changes or stored is None:
        form.save()
    if columns.HOURS in row:
        _write_hours(item, row[columns.HOURS], result)
    for name, column in related_columns.of(model).items():
        if name in row:
            _write_related(item, name, column, row[name], result)
    if not result.errors:
        by = delivery.by if delivery else None
        versions.record(item.pk, by, Version.Reason.IMPORTED, delivery)
    is_changed = bool(result.changes)
    result.outcome = "new" if stored is None else "changed" if is_changed else "same"


def _cells(model: type[Item], row: Mapping[str, Any]) -> dict[str, Any]:
    """The cells that set a field."""
    fields = field_checks.fields(model)
    return {
        name: cell
        for name, cell in row.items()
        if name not in NON_FIELDS and not columns.is_left_out(fields[name], cell)
    }


def _faults(
    place: Property,
    model: type[models.Model],
    row: Mapping[str, Any],
    key: str,
    duplicates: set[str],
) -> dict[str, str]:
    """Errors for which a row cannot be told from others; `key` identifies it."""
    faults = columns.property_faults(place, row)
    is_item = issubclass(model, Item)
    column = "slug" if is_item else "code"
    if not key:
        needs = "a name or a slug" if is_item else "a code"
        faults.setdefault("name" if is_item else column, f"A row needs {needs}.")
    if key in duplicates and columns.PROPERTY not in faults:
        faults[column] = f"Several rows have the {column} “{key}”."
    return faults


def _duplicates(
    place: Property,
    rows: Sequence[Mapping[str, Any]],
    identity: Callable[[Mapping[str, Any]], str],
) -> set[str]:
    """Keys of several rows: none of them can be chosen over the others."""
    own_rows = (row for row in rows if not columns.property_faults(place, row))
    counts = Counter(map(identity, own_rows))
    return {key for key, count in counts.items() if count > 1}


def _defaults(slug: str, source: str) -> dict[str, str]:
    return {"slug": slug, "source": source, "as_of": str(timezone.localdate())}


def _bound_form(
    model: type[Item],
    place: Property,
    item: Item,
    values: Mapping[str, Any],
    *,
    is_new: bool,
) -> Any:
    """A form of the table's columns, and of those that a new row requires."""
    fields = field_checks.fields(model)
    names = [
        *dict.fromkeys([*values, *(columns.required_fields(model) if is_new else ())])
    ]
    form_data = {
        name: columns.form_value(fields[name], values.get(name)) for name in names
    }
    return columns.form_class(model, names, place)(form_data, instance=item)


def _field_texts(item: Item, names: Mapping[str, Any]) -> dict[str, str]:
    """Fields of the item as staff read them."""
    return {name: text_of(getattr(item, name, "")) for name in names}


def _write_hours(item: Item, text: object, result: Result) -> None:
    try:
        new_hours = columns.parse_hours(text, item)
        for hours in new_hours:
            hours.full_clean(exclude=["item"])
        overlaps = validation.week_overlaps(new_hours)
    except (ValueError, ValidationError) as error:
        lines = error.messages if isinstance(error, ValidationError) else [str(error)]
        result.errors[columns.HOURS] = lines[0]
        return
    if overlaps:
        result.errors[columns.HOURS] = overlaps[0].sentence
        return
    before, after = _hours_text(item.hours.all()), _hours_text(new_hours)
    if before == after:
        return
    item.hours.all().delete()
    for hours in new_hours:
        hours.save()
    result.changes[columns.HOURS] = [before, after]


def _write_related(
    item: Item, name: str, column: RelatedColumn, cell: object, result: Result
) -> None:
    try:
        before, after = column.write(item, cell)
    except (ValueError, ValidationError) as error:
        lines = error.messages if isinstance(error, ValidationError) else [str(error)]
        result.errors[name] = lines[0]
        return
    if before != after:
        result.changes[name] = [before, after]


def _hours_text(rows: Any) -> str:
    in_order = sorted(rows, key=lambda row: (row.weekday, row.opens_at))
    return "; ".join(_span(row) for row in in_order)


def _span(row: ServiceHours) -> str:
    day = row.get_weekday_display()
    return f"{day} {row.opens_at:%H:%M}-{row.closes_at:%H:%M}"
