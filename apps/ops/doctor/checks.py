"""The doctor's findings as Django checks: `manage.py check --deploy --tag health`.

Only when they are asked for, and where there are tables: `migrate` must run too.
"""

from __future__ import annotations

from typing import Any

from django.core import checks
from django.core.checks import CheckMessage, Error, register
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from apps.ops import doctor
from apps.ops.doctor import environment


def _is_set_up() -> bool:
    """An image that is built has no database yet, a first start no tables."""
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False


def connect() -> None:
    register(health, "health", deploy=True)


def health(**_: Any) -> list[CheckMessage]:
    if not _is_set_up():
        return []
    # This very check is one of Django's own, which the first of the doctor's runs.
    asked = [one for one in doctor.CHECKS if one is not environment.settings_agree]
    return [
        (Error if one.level == "fault" else checks.Warning)(
            one.message,
            hint=f"{one.remedy} docs/runbook.md#{one.check}".strip(),
            id=f"concierge.{'E' if one.level == 'fault' else 'W'}1{number:02}",
        )
        for number, check in enumerate(asked)
        for one in doctor.examine([check])
        if one.level != "ok"
    ]
