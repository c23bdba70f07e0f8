"""Checks of the wall between properties in the database."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from apps.infrastructure.postgresql import roles
from apps.ops.doctor.finding import Finding

CHECK = "row security"
ONE_ROLE = (
    "The site reads the database as a role that owns tables, so policies do not keep "
    "properties apart."
)
TWO_ROLES = (
    "Put that role's address into DATABASE_OWNER_URL and another role's into "
    "DATABASE_URL, then run `manage.py migrate`."
)
POOLER = "A pooler stands between the site and PostgreSQL."
SESSIONS = "It must pool sessions: another client's statement may see a guest's scope."


def row_security() -> Iterator[Finding]:
    """Whether policies hold for the role that serves, on a session of its own."""
    if roles.may_bypass_policies():
        yield Finding(CHECK, "warning", ONE_ROLE, TWO_ROLES)
    elif _has_pooler():
        yield Finding(CHECK, "warning", POOLER, SESSIONS)
    else:
        yield Finding(CHECK, "ok", "Policies keep properties apart.")


def _has_pooler() -> bool:
    """Whether another process answers than the one that the driver was told of."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        answering_pid = cursor.fetchone()[0]
    return bool(answering_pid != connection.connection.info.backend_pid)
