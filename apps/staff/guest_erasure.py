"""Ends what the staff's records hold of guests, with the conversation or its time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from apps.conversations.models import EvaluationCase
from apps.knowledge.models import Phrasing
from apps.privacy.redaction import redact
from apps.properties.models import Property
from apps.staff.intake import columns
from apps.staff.models import Delivery, GapWork, Version

ERASED = "Erased by the guest"


def erase_from_audit_log(
    conversation_id: UUID, questions: Sequence[str], **_: Any
) -> None:
    """Of evaluation cases that came from this thread, deleted ones included."""
    cases = EvaluationCase.objects.filter(turn__conversation=conversation_id)
    ids = [str(pk) for pk in cases.values_list("pk", flat=True)]
    names = {str(EvaluationCase(ask=redact(text))) for text in questions}
    entries = LogEntry.objects.filter(
        Q(object_id__in=ids) | Q(object_repr__in=names),
        content_type=ContentType.objects.get_for_model(EvaluationCase),
    )
    entries.update(object_repr=ERASED)


def erase_from_gaps(property_id: int, questions: list[str], **_: Any) -> None:
    """Erase a guest's questions from every gap, with their answers and phrasings."""
    for ask in {redact(text) for text in questions}:
        works = GapWork.objects.filter(
            Q(before__contains=[{"ask": ask}]) | Q(after__contains=[{"ask": ask}]),
            property_id=property_id,
        )
        for work in works.select_for_update():
            work.before = [entry for entry in work.before if entry["ask"] != ask]
            work.after = [entry for entry in work.after if entry["ask"] != ask]
            work.paraphrases = [row for row in work.paraphrases if row["of"] != ask]
            work.save(update_fields=["before", "after", "paraphrases"])
        _erase_phrasing(property_id, ask)


def _erase_phrasing(property_id: int, text: str) -> None:
    """One that staff have taken from a gap, also from the versions of its row."""
    phrasing = {"text": text, "source": Phrasing.Source.GAP}
    Phrasing.objects.filter(item__property_id=property_id, **phrasing).delete()
    old = Version.objects.filter(
        property_id=property_id, content__contains={"phrasings": [phrasing]}
    )
    for version in old.select_for_update():
        version.content["phrasings"] = [
            row for row in version.content["phrasings"] if row["text"] != text
        ]
        version.save(update_fields=["content"])


def delete_old_imports(place: Property, now: datetime, **_: Any) -> dict[str, int]:
    """Deletes those that the property no longer keeps; returns how many."""
    oldest = now - timedelta(days=place.keep_bookings_days)
    rows = Delivery.objects.filter(
        property=place, category=columns.BOOKINGS, received_at__lt=oldest
    )
    counts = rows.delete()[1]
    return {"imports": counts.get(Delivery._meta.label, 0)}
