"""Has the worker size the picture of a row that was saved."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save

from apps.catalog import picture_sizes
from apps.catalog.models import Item
from apps.infrastructure.workers import task_queue

TASK = "catalog.size_pictures"


def connect() -> None:
    post_save.connect(_saved, dispatch_uid="catalog-picture-sizes")


def _saved(instance: Any, **_: Any) -> None:
    """Rows are saved as their own kind, which is no Item for the dispatcher."""
    if isinstance(instance, Item) and picture_sizes.is_missing(instance):
        task_queue.send_on_commit(TASK)
