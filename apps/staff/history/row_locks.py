"""Locks rows, so that what somebody saves meanwhile is neither lost nor overlooked."""

from __future__ import annotations

from typing import Any

from django.db import DatabaseError

# The class of PostgreSQL's codes of transactions that clashed with another.
TRANSACTION_ROLLBACK = "40"


def lock(rows: Any) -> list[int]:
    """The ids of rows of the catalog, locked until the transaction ends.

    Guests go on asking: what refers to a row, such as a citation, does not wait. Rows
    are locked in one order, so that two who lock several do not wait for each other.
    """
    locked = rows.select_for_update(no_key=True)
    return list(locked.order_by("pk").values_list("pk", flat=True))


def is_clash(error: DatabaseError) -> bool:
    """Whether a transaction only clashed with another, as after a deadlock: what it
    did can be done again."""
    sqlstate = getattr(error.__cause__, "sqlstate", None) or ""
    return sqlstate.startswith(TRANSACTION_ROLLBACK)
