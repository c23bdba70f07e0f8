"""Whether this installation can serve guests, and what to do where it cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apps.ops.doctor import content, environment
from apps.ops.doctor.finding import Check, Finding

CHECKS: tuple[Check, ...] = (
    environment.settings_agree,
    environment.database,
    environment.migrations,
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
)


def examine(checks: Iterable[Check] = CHECKS) -> Iterator[Finding]:
    """Every check in turn; one that breaks is a fault and stops no other."""
    for check in checks:
        name = check.__name__.replace("_", " ")
        try:
            yield from check()
        except Exception as error:  # noqa: BLE001 - whatever is broken is the finding
            said = str(error).strip().splitlines() or [type(error).__name__]
            yield Finding(name, "fault", said[0], "Mend this, then examine again.")
