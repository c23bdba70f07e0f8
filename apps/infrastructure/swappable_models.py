"""Which models a setting names, such as the users' own: asked for by migrations."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps


@contextmanager
def remembered() -> Iterator[None]:
    """Looks only once for the setting that names a model.

    Django forgets it whenever a migration makes a model as it was, ten thousand times
    in an empty database, and looks through all models for each foreign key then: a
    third of the processor time of all migrations.
    """
    vars(apps)["get_swappable_settings_name"] = functools.cache(
        apps.get_swappable_settings_name
    )
    try:
        yield
    finally:
        vars(apps).pop("get_swappable_settings_name", None)
