"""Checks whether this installation can serve guests, and says what to do if not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apps.ops.doctor import content, environment, messages, reservations
from apps.ops.doctor.finding import Check, Finding

CHECKS: tuple[Check, ...] = (
    environment.settings_agree,
    environment.database,
    environment.migrations,
    content.row_security,
    environment.shared_memory,
    environment.worker,
    environment.beat,
    environment.models,
    environment.prices,
    content.properties,
    content.vectors,
    content.rows,
    content.helplines,
    content.caps,
    content.alerts,
    messages.texts,
    messages.notifications,
    reservations.bookings,
    reservations.requests,
)


def examine(checks: Iterable[Check] = CHECKS) -> Iterator[Finding]:
    """Run the checks in turn; one that raises is a fault and stops no other."""
    for check in checks:
        name = check.__name__.replace("_", " ")
        try:
            yield from check()
        except Exception as error:  # noqa: BLE001 - any error is a finding
            lines = str(error).strip().splitlines() or [type(error).__name__]
            yield Finding(name, "fault", lines[0], "Fix this, then run it again.")
