"""Takes the words of guests out of the audit log, which names rows by their text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from apps.conversations.models import EvaluationCase
from apps.privacy.redaction import redact

ERASED = "Erased by the guest"


def erase(conversation_id: UUID, questions: Sequence[str], **_: Any) -> None:
    """Of evaluation cases that came from this thread, deleted ones included."""
    cases = EvaluationCase.objects.filter(turn__conversation=conversation_id)
    ids = [str(pk) for pk in cases.values_list("pk", flat=True)]
    names = {str(EvaluationCase(ask=redact(text))) for text in questions}
    entries = LogEntry.objects.filter(
        Q(object_id__in=ids) | Q(object_repr__in=names),
        content_type=ContentType.objects.get_for_model(EvaluationCase),
    )
    entries.update(object_repr=ERASED)
