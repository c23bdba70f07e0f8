"""A row in every table that belongs to a property, whatever its columns hold."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import connection
from django.db.models import Field, Model

from apps.properties.models import Property

# As PostgreSQL reads them.
VALUES = {
    "ArrayField": "{}",
    "BinaryField": "x",
    "BooleanField": "false",
    "DateField": "2026-11-20",
    "DateTimeField": "2026-11-20 12:00+00",
    "JSONField": "{}",
    "TimeField": "12:00",
    "VectorArrayField": "{}",
    "VectorField": "[1]",
}
# What the constraints of some tables insist on; an empty text stands for no value.
EXACT = {
    "catalog.HoursException.closed": "true",
    "knowledge.Passage.document": "",
    "knowledge.Passage.section": "",
    "notifications.Subscription.channel": "slack",
    "notifications.Subscription.user": "",
}
CHECKPOINTS = (
    "insert into langgraph.checkpoints (thread_id, checkpoint_id, checkpoint) "
    "values (%(thread)s, '1', '{}')",
    "insert into langgraph.checkpoint_blobs (thread_id, channel, version, type) "
    "values (%(thread)s, 'messages', '1', 'empty')",
    "insert into langgraph.checkpoint_writes "
    "(thread_id, checkpoint_id, task_id, idx, channel, blob) "
    "values (%(thread)s, '1', '1', 0, 'messages', '')",
)


def models_of_properties() -> list[type[Model]]:
    """All that references lead from to a property, those that they lead to first."""
    models = apps.get_models(include_auto_created=True)
    belonging: list[type[Model]] = [Property]
    for target in belonging:
        belonging += [
            model
            for model in models
            if model not in belonging and _references(model, target)
        ]
    return _sorted(belonging)


def _sorted(models: list[type[Model]]) -> list[type[Model]]:
    ordered: list[type[Model]] = []
    while len(ordered) < len(models):
        ordered += [
            model
            for model in models
            if model not in ordered
            and all(
                target in ordered or target is model or not _references(model, target)
                for target in models
            )
        ]
    return ordered


def _references(model: type[Model], target: type[Model]) -> bool:
    return any(field.related_model is target for field in model._meta.local_fields)


def plant(
    place: Property, shared_keys: dict[type[Model], Any]
) -> dict[type[Model], Any]:
    """A row for the property in every table; their primary keys by model.

    shared_keys: keys of rows that belong to no property and are referred to.
    """
    keys: dict[type[Model], Any] = {**shared_keys, Property: place.pk}
    for model in models_of_properties()[1:]:
        keys[model] = _insert(model, keys)
    with connection.cursor() as cursor:
        for statement in CHECKPOINTS:
            thread = apps.get_model("conversations", "Conversation")
            cursor.execute(statement, {"thread": str(keys[thread])})
    return keys


def _insert(model: type[Model], keys: dict[type[Model], Any]) -> Any:
    row = {
        str(field.column): _value(field, keys)
        for field in model._meta.local_fields
        if not (field.generated or field.get_internal_type().endswith("AutoField"))
    }
    names = ", ".join(connection.ops.quote_name(name) for name in row)
    marks = ", ".join(["%s"] * len(row))
    pk = connection.ops.quote_name(str(model._meta.pk.column))
    statement = f"insert into {model._meta.db_table} ({names}) values ({marks}) "  # noqa: S608 - names of ours
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} returning {pk}", list(row.values()))
        return cursor.fetchone()[0]


def _value(field: Field[Any, Any], keys: dict[type[Model], Any]) -> Any:
    if (exact := EXACT.get(f"{field.model._meta.label}.{field.name}")) is not None:
        return exact or None
    if field.related_model is not None:
        return keys.get(field.related_model)
    return None if field.null else _scalar(field)


def _scalar(field: Field[Any, Any]) -> Any:
    if field.choices:
        return field.choices[0][0]
    kind = field.get_internal_type()
    if kind == "UUIDField":
        return uuid4()
    if kind.endswith(("IntegerField", "DecimalField", "FloatField")):
        return 1
    return VALUES.get(kind) or secrets.token_hex(16)[: field.max_length]
