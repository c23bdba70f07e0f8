"""The doctor's findings as Django checks: `manage.py check --deploy --tag health`.

They run only with `--deploy` and on a migrated database: `migrate` runs checks, too.
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
    """False while an image is built, and before the first migration."""
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
    # `settings_agree` runs Django's checks, and so this one.
    doctor_checks = [
        check for check in doctor.CHECKS if check is not environment.settings_agree
    ]
    return [
        (Error if finding.level == "fault" else checks.Warning)(
            finding.message,
            hint=f"{finding.remedy} docs/runbook.md#{finding.check}".strip(),
            id=f"concierge.{'E' if finding.level == 'fault' else 'W'}1{number:02}",
        )
        for number, check in enumerate(doctor_checks)
        for finding in doctor.examine([check])
        if finding.level != "ok"
    ]
