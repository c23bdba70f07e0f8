"""The doctor's findings as Django system checks: `manage.py check --database default`.

They look at servers and rows, so they run only where a database is asked for.
"""

from __future__ import annotations

from typing import Any

from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register

from apps.desk import doctor
from apps.desk.doctor import environment


def connect() -> None:
    register(health, Tags.database)


def health(databases: Any = None, **_: Any) -> list[CheckMessage]:
    if not databases:
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
