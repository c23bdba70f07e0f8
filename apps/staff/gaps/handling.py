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


def holders(gaps: Iterable[Gap]) -> list[User | None]:
    """Who looks after each gap: whoever was given one of its wordings last."""
    gaps = list(gaps)
    places = {gap.property_id for gap in gaps}
    works = GapWork.objects.filter(property__in=places).exclude(assigned_to=None)
    works = works.select_related("assigned_to").order_by("-created_at")
    by_wording: dict[tuple[int, str], GapWork] = {}
    for work in works:
        for entry in work.before:
            by_wording.setdefault((work.property_id, entry["ask"]), work)
    return [_holder(gap, by_wording) for gap in gaps]


def _holder(gap: Gap, by_wording: dict[tuple[int, str], GapWork]) -> User | None:
    wordings = ((gap.property_id, question.text) for question in gap.questions)
    works = [by_wording[wording] for wording in wordings if wording in by_wording]
    newest = max(works, key=lambda work: work.created_at, default=None)
    return newest.assigned_to if newest else None


def _open(place: Property, questions: set[str]) -> Any:
    """Assignments of a property that share a question with these."""
    rows = GapWork.objects.filter(property=place).exclude(assigned_to=None)
    shared = [
        row.pk
        for row in rows
        if questions.intersection(entry["ask"] for entry in row.before)
    ]
    return GapWork.objects.filter(pk__in=shared)
