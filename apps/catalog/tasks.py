"""Background work on the catalog."""

from __future__ import annotations

from celery import shared_task

from apps.catalog import picture_sizes


@shared_task(name="catalog.size_pictures")
def size_pictures() -> int:
    """Makes the sizes of pictures that have none; returns how many rows had none."""
    return picture_sizes.make_missing()
