"""Stores a `RecordChange` for every save and deletion. Only this module writes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import models
from django.db.models.signals import post_delete, post_save, pre_save

from apps.properties import flags
from apps.properties.models import (
    Experiment,
    ExperimentArm,
    FeatureFlag,
    Helpline,
    Jurisdiction,
    Property,
)
from apps.properties.models.record_changes import RecordChange

OWNERS: tuple[type[models.Model], ...] = (Property, Jurisdiction)
PARTS: tuple[type[models.Model], ...] = (
    Helpline,
    FeatureFlag,
    Experiment,
    ExperimentArm,
)
# What the change itself tells, and what nobody can read.
SILENT = frozenset({"key", "changed_by", "changed_at", "salt"})
Action = RecordChange.Action
_user: ContextVar[Any] = ContextVar("user", default=None)


@contextmanager
def made_by(user: Any) -> Iterator[None]:
    """Attributes the changes inside to this user; all others are the system's."""
    token = _user.set(user)
    try:
        yield
    finally:
        _user.reset(token)


def connect() -> None:
    for model in OWNERS + PARTS:
        name = f"history-{model.__name__}"
        pre_save.connect(_remember, sender=model, dispatch_uid=name)
        post_save.connect(_keep_save, sender=model, dispatch_uid=name)
        post_delete.connect(_keep_deletion, sender=model, dispatch_uid=name)


def _remember(sender: type[models.Model], instance: Any, **_: Any) -> None:
    instance._stored = sender._default_manager.filter(pk=instance.pk).first()


def _keep_save(
    sender: type[models.Model], instance: Any, created: bool, **_: Any
) -> None:
    fresh = sender._default_manager.get(pk=instance.pk)
    before, after = _words(instance._stored), _words(fresh)
    values = {
        label: [before.get(label, ""), text]
        for label, text in after.items()
        if before.get(label, "") != text
    }
    if created or values:
        _write(fresh, Action.ADDED if created else Action.CHANGED, values)


def _keep_deletion(
    sender: type[models.Model], instance: Any, origin: Any, **_: Any
) -> None:
    """origin: the row or rows whose deletion deletes this one."""
    values = {label: [text, ""] for label, text in _words(instance).items() if text}
    is_alone = getattr(origin, "model", type(origin)) in PARTS
    _write(instance, Action.DELETED, values, has_owner=is_alone)


def _write(
    row: Any, action: str, values: dict[str, list[str]], *, has_owner: bool = True
) -> None:
    user = _user.get()
    RecordChange.objects.create(
        **_owner(row) if has_owner else {},
        kind=str(row._meta.verbose_name),
        name=str(row)[:200],
        action=action,
        values=values,
        by_id=user.pk if user else None,
    )


def _owner(row: Any) -> dict[str, int]:
    if isinstance(row, Helpline):
        return {"jurisdiction_id": row.jurisdiction_id}
    if isinstance(row, ExperimentArm):
        row = row.experiment
    if isinstance(row, FeatureFlag | Experiment):
        return {"property_id": row.property_id}
    name = "property_id" if isinstance(row, Property) else "jurisdiction_id"
    return {name: row.pk}


def _words(row: models.Model | None) -> dict[str, str]:
    if row is None:
        return {}
    fields = [
        field
        for field in row._meta.fields
        if not field.primary_key and field.name not in SILENT
    ]
    return {
        str(field.verbose_name).capitalize(): _text(field.value_from_object(row), field)
        for field in fields
    }


def _text(value: Any, field: Any) -> str:
    if field.is_relation and value is not None:
        return str(field.related_model._default_manager.filter(pk=value).first() or "")
    if isinstance(value, dict):
        return flags.words(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
