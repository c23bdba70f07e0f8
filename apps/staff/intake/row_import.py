"""Imports the rows of a table; a refused row stops no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import DatabaseError, models, transaction
from django.utils import timezone

from apps.catalog.models import Item
from apps.properties.models import Property
from apps.staff.history import row_locks
from apps.staff.intake import booking_import, columns, item_import, row_identity
from apps.staff.intake.results import Result
from apps.staff.models import Delivery

ALL_ROWS = slice(None)


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

    Anything else locks the rows, and so is called in a transaction.

    part: the rows to import now. delivery: what the rows' versions are recorded with.
    """
    model: Any = columns.CATEGORIES[category]
    identity, write = _identity_and_writer(place, model, rows)
    if issubclass(model, Item) and not is_dry_run:
        _lock(place, model, map(identity, rows[part]))
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
                if row_locks.is_clash(error):  # no fault of the row
                    raise
                result.errors["row"] = f"The database refused it: {_first_line(error)}"
            if result.errors:
                result.outcome, result.changes, result.draft_of = "refused", {}, None
            results.append(result)
    return results


def _identity_and_writer(
    place: Property, model: Any, rows: Sequence[Mapping[str, Any]]
) -> tuple[Callable[[Mapping[str, Any]], str], Callable[..., None]]:
    """What identifies a row of the table, and what imports it."""
    if not issubclass(model, Item):
        return booking_import.code, booking_import.import_row
    identities = row_identity.of(place, model, rows)
    return identities.slug, partial(item_import.import_row, model, identities)


def _lock(place: Property, model: type[Item], slugs: Iterable[str]) -> None:
    """All rows before the first, whatever their order in the table."""
    stored = Item.objects.filter(property=place, kind=model.KIND)
    row_locks.lock(stored.filter(slug__in=list(slugs)))


def _without(names: Mapping[str, str], row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: cell for name, cell in row.items() if name not in names}


def _first_line(error: DatabaseError) -> str:
    return str(error).strip().partition("\n")[0]


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
    elif key in duplicates and columns.PROPERTY not in faults:
        faults |= _duplicate(column, key, row)
    return faults


def _duplicate(column: str, key: str, row: Mapping[str, Any]) -> dict[str, str]:
    """The error of a key that another row has as well, be it made of the name."""
    if str(row.get(column) or "").strip():
        return {column: f"Several rows have the {column} “{key}”."}
    return {"name": f"Several rows have the name “{row['name']}”, or one like it."}


def _duplicates(
    place: Property,
    rows: Sequence[Mapping[str, Any]],
    identity: Callable[[Mapping[str, Any]], str],
) -> set[str]:
    """Keys of several rows: none of them can be chosen over the others."""
    own_rows = (row for row in rows if not columns.property_faults(place, row))
    counts = Counter(map(identity, own_rows))
    return {key for key, count in counts.items() if count > 1}
