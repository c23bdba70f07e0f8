"""The first account of a demo, which can sign in to the admin."""

from __future__ import annotations

from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from apps.local_servers import paths

NAME = "staff"


def create(var: Path) -> Path | None:
    """Creates the superuser with a random password; returns the password's file."""
    users = get_user_model().objects
    if users.filter(username=NAME).exists():
        return None
    path = paths.staff_password(var)
    try:
        with transaction.atomic():
            users.create_superuser(NAME, password=paths.secret(var, path.name))
    except IntegrityError:  # another process created it first
        return None
    return path
