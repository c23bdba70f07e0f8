"""Converts a row and its child rows to JSON-compatible data, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import (
    HoursException,
    Item,
    Performance,
    PromoTier,
    ServiceHours,
)
from apps.knowledge.models import Phrasing

Content = dict[str, Any]
# Child model -> its foreign key to the item.
CHILDREN: dict[type[models.Model], str] = {
    ServiceHours: "item",
    HoursException: "item",
    PromoTier: "promo",
    Performance: "show",
    Phrasing: "item",
}
# Not written by staff.
EXCLUDED = frozenset(
    {
        "id",
        "item_ptr",
        "kind",
        "revision",
        "created_at",
        "updated_at",
        "created_by",
        "vector",
        "picture_sizes",
    }
)
_encode = DjangoJSONEncoder().default


def category_of(item: Item) -> str:
    return next(name for name, model in SECTIONS.items() if model is type(item))


def read(item: Item) -> Content:
    """`{"fields": {name: value}, "hours": [{name: value}], ...}` of the stored row."""
    content: Content = {"fields": _values(item)}
    for name, rows in _child_managers(item):
        content[name] = _child_values(rows)
    return content


def load(items: Iterable[Item]) -> dict[int, Item]:
    """The rows as their own kinds, by id, ready to be read without another query."""
    models_by_kind = {model.KIND: model for model in SECTIONS.values()}
    ids_by_kind = defaultdict(list)
    for item in items:
        ids_by_kind[item.kind].append(item.pk)
    rows: dict[int, Item] = {}
    for kind, ids in ids_by_kind.items():
        model = models_by_kind[kind]
        accessors = [accessor for _, accessor in _child_accessors(model)]
        queryset = model._default_manager.prefetch_related(*accessors)
        rows |= queryset.in_bulk(ids)
    return rows


def write(item: Item, content: Content, *, first_id: int | None = None) -> None:
    """Raises ValidationError. Fields and child rows that `content` lacks are kept.

    Child rows that are the same keep their ids, by which an open form knows them.

    first_id: of the new child rows of each kind, which are numbered from there.
    """
    fill(item, content)
    item.full_clean()
    if item._state.adding:
        item.save()
    for name, rows in _child_managers(item):
        if name not in content or _child_values(rows) == content[name]:
            continue
        rows.all().delete()
        for number, values in enumerate(content[name]):
            child = _child(rows.model, item, values)
            child.pk = None if first_id is None else first_id + number
            child.save(force_insert=True)
    item.save()


def fill(item: Item, content: Content) -> None:
    """Set the fields; nothing is saved."""
    for field in _fields(type(item)):
        if field.name in content["fields"]:
            value = field.to_python(content["fields"][field.name])
            setattr(item, field.attname, value)


def _child_values(rows: Any) -> list[Content]:
    return [_values(row, exclude=_parent(row)) for row in rows.all()]


def _child(model: type[models.Model], item: Item, values: Content) -> models.Model:
    fields = {field.name: field for field in _fields(model)}
    parsed = {name: fields[name].to_python(value) for name, value in values.items()}
    return model(**{CHILDREN[model]: item, **parsed})


def _child_managers(item: Item) -> list[tuple[str, Any]]:
    """(name, manager) for each child model of this kind of row."""
    return [
        (name, getattr(item, accessor))
        for name, accessor in _child_accessors(type(item))
    ]


def _child_accessors(model: type[Item]) -> list[tuple[str, str]]:
    return [
        (relation.name, str(relation.get_accessor_name()))
        for relation in model._meta.related_objects
        if relation.related_model in CHILDREN
    ]


def _parent(row: models.Model) -> str:
    return CHILDREN[type(row)]


def _fields(model: type[models.Model]) -> list[Any]:
    return [field for field in model._meta.fields if field.name not in EXCLUDED]


def _values(row: models.Model, exclude: str = "") -> Content:
    return {
        field.name: _plain(field.value_from_object(row))
        for field in _fields(type(row))
        if field.name not in (exclude, "property")
    }


def _plain(value: Any) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list():
            return [_plain(element) for element in value]
        case models.fields.files.FieldFile():
            return value.name
    return _encode(value)
