"""Who looks after a gap, which gaps staff dismiss, and how they come back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from apps.properties.models import Property
from apps.staff.gaps import resolution
from apps.staff.gaps.clusters import Gap
from apps.staff.models import GapWork


@transaction.atomic
def assign(place: Property, message_ids: list[int], to: User | None, by: Any) -> bool:
    """Whether the gap is still open; nobody looks after it where `to` is None."""
    work = resolution.draft(place, message_ids, by)
    if not work.before:
        return False
    _open(place, {entry["ask"] for entry in work.before}).delete()
    if to is not None:
        work.assigned_to = to
        work.save()
    return True


def dismiss(place: Property, message_ids: list[int], by: Any) -> bool:
    """Whether it was still open. Its questions stay away until it is reopened."""
    work = resolution.draft(place, message_ids, by)
    if work.before:
        work.is_dismissed, work.closed_at = True, timezone.now()
        work.save()
    return bool(work.before)


def reopen(work: GapWork) -> bool:
    """Whether it was closed; its questions of the last thirty days come back."""
    rows = GapWork.objects.filter(pk=work.pk).exclude(closed_at=None)
    return bool(
        rows.update(closed_at=None, is_dismissed=False, after=[], paraphrases=[])
    )


def holders(gaps: Iterable[Gap]) -> dict[tuple[int, str], User]:
    """Who looks after a question, by property and question."""
    places = {gap.property_id for gap in gaps}
    works = GapWork.objects.filter(property__in=places).exclude(assigned_to=None)
    return {
        (work.property_id, entry["ask"]): work.assigned_to
        for work in works.select_related("assigned_to").order_by("created_at")
        if work.assigned_to
        for entry in work.before
    }


def _open(place: Property, questions: set[str]) -> Any:
    """Assignments of a property that share a question with these."""
    rows = GapWork.objects.filter(property=place).exclude(assigned_to=None)
    shared = [
        row.pk
        for row in rows
        if questions.intersection(entry["ask"] for entry in row.before)
    ]
    return GapWork.objects.filter(pk__in=shared)
