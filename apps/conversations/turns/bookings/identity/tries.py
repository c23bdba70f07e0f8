"""How many codes were tried in vain, by the keys of those who tried them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from apps.conversations.models import CodeTries


@dataclass(frozen=True)
class Limit:
    """Allowed tries. is_shared: by the guests of an address, of whose tries one after
    the other is forgotten; those of one guest are forgotten together."""

    most: int
    is_shared: bool = False


def forget_old() -> int:
    """Deletes tries that count no longer."""
    count, _ = CodeTries.objects.filter(
        last_at__lte=timezone.now() - _lock_time()
    ).delete()
    return count


def rows_of(limits: Mapping[str, Limit]) -> list[CodeTries]:
    """The counts under these keys."""
    return _current(CodeTries.objects.filter(key__in=limits), limits)


def locked_rows(limits: Mapping[str, Limit]) -> list[CodeTries]:
    """The same, which nobody else changes meanwhile."""
    moment = timezone.now()
    new = [CodeTries(key=key, last_at=moment) for key in sorted(limits)]
    CodeTries.objects.bulk_create(new, ignore_conflicts=True)
    rows = CodeTries.objects.filter(key__in=limits).order_by("key")
    return _current(rows.select_for_update(), limits)


def _current(rows: Iterable[CodeTries], limits: Mapping[str, Limit]) -> list[CodeTries]:
    current, moment = list(rows), timezone.now()
    for row in current:
        _forget_past(row, limits[row.key], moment)
    return current


def _forget_past(row: CodeTries, limit: Limit, moment: datetime) -> None:
    """Leaves the tries that still count; of shared ones, from when the next goes."""
    if not limit.is_shared:
        row.count = row.count if row.last_at > moment - _lock_time() else 0
        return
    step = _lock_time() / limit.most
    steps = max((moment - row.last_at) // step, 0)
    row.count = max(row.count - steps, 0)
    row.last_at = row.last_at + steps * step if row.count else moment


def is_over(rows: Sequence[CodeTries], limits: Mapping[str, Limit]) -> bool:
    """Whether one of the limits is reached."""
    return any(row.key in limits and row.count >= limits[row.key].most for row in rows)


def count(rows: Sequence[CodeTries], limits: Mapping[str, Limit]) -> None:
    """Adds a try to each."""
    for row in rows:
        row.count += 1
        if not limits[row.key].is_shared:
            row.last_at = timezone.now()
    CodeTries.objects.bulk_update(rows, ["count", "last_at"])


def _lock_time() -> timedelta:
    return timedelta(minutes=settings.BOOKING_CODE_LOCK_MINUTES)
