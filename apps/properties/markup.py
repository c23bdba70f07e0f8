"""Refuses markup in texts that guests read as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models

from apps.infrastructure import patterns

Field: TypeAlias = "models.Field[Any, Any]"
# The beginning of a tag or a comment; `a < b` and `<18` are none.
TAG = patterns.compile(r"<[A-Za-z/!?]")
MARKUP = (
    "This holds markup such as <b>, and guests read plain text. Please take it out."
)


def insist_on_none(row: models.Model) -> None:
    """Raises ValidationError by field."""
    if refused := faults(row):
        raise ValidationError(refused)


def faults(row: models.Model) -> dict[str, str]:
    """A message for each text of the row that holds markup."""
    return {field.name: MARKUP for field, text in texts(row) if TAG.search(text)}


def texts(row: models.Model) -> Iterator[tuple[Field, str]]:
    """The texts of a row with their fields; those of a list are lines."""
    for field in row._meta.concrete_fields:
        if isinstance(field, models.CharField | models.TextField):
            yield field, str(getattr(row, field.attname) or "")
        elif isinstance(field, ArrayField):
            yield field, "\n".join(map(str, getattr(row, field.attname) or ()))
