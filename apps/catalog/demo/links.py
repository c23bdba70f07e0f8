"""Resolves links between rows by name, such as from a show to its venue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models

from apps.catalog.demo import field_checks
from apps.catalog.demo.field_checks import Field
from apps.catalog.demo.problems import Spot, unknown
from apps.catalog.demo.rows import Row
from apps.catalog.models import Item
from apps.properties.models import Helpline, Jurisdiction, Property


@dataclass(frozen=True)
class Links:
    """Finds the rows that names in a file refer to."""

    rows: tuple[Row, ...] = ()
    place: Property | None = None

    def check(self, row: Row) -> None:
        """Refuses a name that no row of the file has."""
        for name, field in _leading(row).items():
            self._named(field, row.values[name], row.spot.at(name))

    def of(self, row: Row) -> dict[str, models.Model | None]:
        """The stored rows that a row refers to, by field; None for deleted ones."""
        return {
            name: self._find(field, row.values[name], row.spot.at(name))
            for name, field in _leading(row).items()
        }

    def unsaved(self, row: Row) -> models.Model | None:
        """A new row in its property or jurisdiction; None if that was deleted."""
        if issubclass(row.model, Item):
            return row.model(property=self.place)
        if row.model is not Helpline:
            return row.model()
        law = Jurisdiction.objects.filter(code=row.identity["jurisdiction__code"])
        return Helpline(jurisdiction=law.get()) if law.exists() else None

    def suffice(self, linked: Mapping[str, models.Model | None], row: Row) -> bool:
        """Whether all rows exist that this one requires."""
        fields = field_checks.fields(row.model)
        return all(linked[name] or fields[name].null for name in linked)

    def _find(self, field: Field, written: str, spot: Spot) -> models.Model | None:
        model: Any = field.related_model
        if model is Jurisdiction:
            return _jurisdiction(written, spot)
        identity = self._named(field, written, spot).identity
        stored: models.Model | None = model.objects.filter(**identity).first()
        return stored

    def _named(self, field: Field, written: str, spot: Spot) -> Row:
        model: Any = field.related_model
        rows = [row for row in self.rows if issubclass(row.model, model)]
        matches = [row for row in rows if row.values["name"] == written]
        if not matches:
            names = [str(row.values["name"]) for row in rows]
            raise spot.error(unknown(written, names))
        if len(matches) > 1:
            raise spot.error(f"several rows are called “{written}”.")
        return matches[0]


def _leading(row: Row) -> dict[str, Field]:
    """The fields of a row that refer to another row."""
    fields = field_checks.fields(row.model)
    return {
        name: field
        for name, field in fields.items()
        if field.is_relation and row.values.get(name)
    }


def _jurisdiction(code: str, spot: Spot) -> Jurisdiction:
    law = Jurisdiction.objects.filter(code=code).first()
    if law is None:
        codes = Jurisdiction.objects.values_list("code", flat=True)
        raise spot.error(unknown(code, codes))
    return law
