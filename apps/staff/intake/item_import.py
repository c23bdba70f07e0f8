"""Imports a row of a table into the catalog.

Where a second person publishes, a changed row becomes a draft beside the live one, and
a new row stays a draft: both wait for that person like those of a form.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from apps.catalog.demo import field_checks
from apps.catalog.models import Item
from apps.properties.models import Property
from apps.staff.drafts import held_rows, imported_drafts, row_drafts
from apps.staff.history import row_locks, snapshot, versions
from apps.staff.history.snapshot import Content
from apps.staff.intake import columns, hours_column, related_columns
from apps.staff.intake.related_columns import RelatedColumn
from apps.staff.intake.results import Result, text_of
from apps.staff.intake.row_identity import Identities
from apps.staff.models import Delivery, RowDraft, Version

# Columns that are not a field of the row.
NON_FIELDS = frozenset({columns.HOURS, columns.PROPERTY, *related_columns.COLUMNS})


def import_row(
    model: type[Item],
    identities: Identities,
    place: Property,
    row: Mapping[str, Any],
    source: str,
    result: Result,
    delivery: Delivery | None,
) -> None:
    """Writes the outcome, changes and errors into `result`."""
    slug = identities.slug(row)
    row_locks.lock(Item.objects.filter(property=place, kind=model.KIND, slug=slug))
    stored = model._default_manager.filter(property=place, slug=slug).first()
    item = stored or model(property=place, slug=slug)
    item.property = place
    name_fault = identities.name_fault(stored, row)  # before the form renames it
    values = {**({} if stored else _defaults(slug, source)), **_cells(model, row)}
    is_beside = stored is not None and row_drafts.needs_second_person(place)
    write = _write_beside if is_beside else _write
    write(item, values, row, result, delivery)
    result.errors = {**result.errors, **name_fault}


def _write_beside(
    item: Item,
    values: Mapping[str, Any],
    row: Mapping[str, Any],
    result: Result,
    delivery: Delivery | None,
) -> None:
    """Keeps the changes as a draft of the row, which stays as it is."""
    waiting = row_drafts.of(item.pk)
    draft = None if waiting and waiting.is_deletion else waiting
    content = _tried(item, values, row, result)
    item.refresh_from_db()
    if result.errors:
        return
    beside = Result(result.number, result.name)
    update = None
    if (result.changes or draft) and not _waits_already(item, result):
        on_draft = _tried_on(draft, values, row, beside) if draft else None
        try:
            update = imported_drafts.keep(item, content, on_draft, delivery)
        except ValidationError as error:
            result.errors["row"] = error.messages[0]
            return
    if update is None:
        result.outcome, result.changes = "same", {}
        return
    result.outcome, result.draft_of = "changed", item.pk
    result.changes = {**_taken_back(update.names, beside, content), **result.changes}
    result.removed_drafts = update.removed
    if update.removed:
        result.removed_at = timezone.now().isoformat()


def _taken_back(
    names: set[str], beside: Result, content: Content
) -> dict[str, list[str]]:
    """What the table takes back of a draft; parts of a row cannot be told apart."""
    return {
        name: change
        for name, change in beside.changes.items()
        if name in names or name not in content["fields"]
    }


def _tried(
    item: Item, values: Mapping[str, Any], row: Mapping[str, Any], result: Result
) -> Content:
    """The row with the changes of the table, which are rolled back."""
    with transaction.atomic():
        _write(item, values, row, result, None)
        content = snapshot.read(type(item)._default_manager.get(pk=item.pk))
        transaction.set_rollback(True)
    return content


def _tried_on(
    draft: RowDraft, values: Mapping[str, Any], row: Mapping[str, Any], result: Result
) -> Content | None:
    """The same on the draft; None where that is impossible."""
    content = None
    with transaction.atomic():
        with contextlib.suppress(ValidationError):
            content = _tried(row_drafts.apply_to_row(draft), values, row, result)
        transaction.set_rollback(True)
    return None if result.errors else content


def _waits_already(item: Item, result: Result) -> bool:
    """Whether the table only says again that a row is to be live that waits for it."""
    is_only_status = set(result.changes) == {"status"}
    return is_only_status and held_rows.waiting().filter(pk=item.pk).exists()


def _write(
    item: Item,
    values: Mapping[str, Any],
    row: Mapping[str, Any],
    result: Result,
    delivery: Delivery | None,
) -> None:
    """values: the cells of `row` that set a field, and defaults of a new row."""
    is_new = item.pk is None
    before = {} if is_new else _field_texts(item, values)
    form = _bound_form(item, values, is_new=is_new)
    if not form.is_valid():
        result.errors = {name: lines[0] for name, lines in form.errors.items()}
        hours_column.read(item, row, result)
        return
    after = _field_texts(item, values)
    result.changes = {
        name: [before.get(name, ""), text]
        for name, text in after.items()
        if before.get(name, "").strip() != text.strip()
    }
    is_held = is_new and held_rows.hold_back(item)
    versions.record_initial(item.pk)
    if result.changes or is_new:
        form.save()
    _write_parts(item, row, result)
    if result.errors:
        return
    reason = Version.Reason.HELD if is_held else Version.Reason.IMPORTED
    versions.record(item.pk, delivery.by if delivery else None, reason, delivery)
    result.outcome = "new" if is_new else "changed" if result.changes else "same"
    result.draft_of = item.pk if is_held else None


def _write_parts(item: Item, row: Mapping[str, Any], result: Result) -> None:
    if (intervals := hours_column.read(item, row, result)) is not None:
        hours_column.write(item, intervals, result)
    for name, column in related_columns.of(type(item)).items():
        if name in row:
            _write_related(item, name, column, row[name], result)


def _cells(model: type[Item], row: Mapping[str, Any]) -> dict[str, Any]:
    """The cells that set a field."""
    fields = field_checks.fields(model)
    return {
        name: cell
        for name, cell in row.items()
        if name not in NON_FIELDS and not columns.is_left_out(fields[name], cell)
    }


def _defaults(slug: str, source: str) -> dict[str, str]:
    return {"slug": slug, "source": source, "as_of": str(timezone.localdate())}


def _bound_form(item: Item, values: Mapping[str, Any], *, is_new: bool) -> Any:
    """A form of the table's columns, and of those that a new row requires."""
    model = type(item)
    fields = field_checks.fields(model)
    names = [
        *dict.fromkeys([*values, *(columns.required_fields(model) if is_new else ())])
    ]
    form_data = {
        name: columns.form_value(fields[name], values.get(name)) for name in names
    }
    return columns.form_class(model, names, item.property)(form_data, instance=item)


def _field_texts(item: Item, names: Mapping[str, Any]) -> dict[str, str]:
    """Fields of the item as staff read them."""
    return {name: text_of(getattr(item, name, "")) for name in names}


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
