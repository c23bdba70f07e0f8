"""The outcome of each row of an imported table."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Literal

from django.db import models
from django.utils import timezone

Outcome = Literal["new", "changed", "same", "refused"]


@dataclass
class Result:
    """The outcome of a row; `number` counts from 1, errors are by column.

    draft_of: the row that stays as it is until a second person publishes this.
    removed_drafts: of that row, where the table says again what is live; in the form of
    `imported_drafts`. removed_at: when, in ISO form.
    """

    number: int
    name: str
    outcome: Outcome = "same"
    changes: dict[str, list[str]] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    draft_of: int | None = None
    removed_drafts: list[dict[str, Any]] = field(default_factory=list)
    removed_at: str | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def text_of(value: object) -> str:
    """A value as staff read it."""
    if isinstance(value, datetime):  # stored in UTC, written by the property's clock
        return str(timezone.localtime(value))
    if isinstance(value, str):  # a spreadsheet has line ends of its own
        return value.replace("\r\n", "\n")
    if isinstance(value, models.Model):
        return str(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def shared_errors(
    results: list[dict[str, Any]],
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Errors that every row has, such as an unknown column; the rows without them."""
    errors = [row["errors"] for row in results]
    if len(errors) < 2:  # noqa: PLR2004 - of one row, nothing is said twice
        return {}, results
    common = {
        name: text
        for name, text in errors[0].items()
        if all(row_errors.get(name) == text for row_errors in errors)
    }
    rows = [
        {
            **row,
            "errors": {k: v for k, v in row["errors"].items() if k not in common},
        }
        for row in results
    ]
    return common, rows
