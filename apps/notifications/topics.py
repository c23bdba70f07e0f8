"""What staff can be told of."""

from __future__ import annotations

from django.db import models


class Topic(models.TextChoices):
    CRISIS = "crisis", "A guest may be in danger"
    ALERT = "alert", "Another alert about a guest"
    APPROVAL = "approval", "An answer waits for approval"
    REQUEST = "request", "A guest's request waits for a decision"
    LATE_REQUEST = "late_request", "A request has waited for too long"
    FAULT = "fault", "A fault of the system"
    WARNING = "warning", "A warning of the system"
    EXPIRING = "expiring", "A row expires within a week"
    DRAFT = "draft", "A draft waits for a second person"
    HELD_ROW = "held_row", "A row waits for a second person"
    TEST = "test", "A test: notifications reach you"


# A person or a channel can choose these.
CHOICES = [choice for choice in Topic.choices if choice[0] != Topic.TEST]
# Quiet hours do not hold these back.
URGENT = frozenset({Topic.CRISIS, Topic.LATE_REQUEST, Topic.FAULT, Topic.TEST})
SEVERAL = {
    Topic.CRISIS: "{count} times a guest may be in danger",
    Topic.ALERT: "{count} other alerts about guests",
    Topic.APPROVAL: "{count} answers wait for approval",
    Topic.REQUEST: "{count} requests of guests wait for a decision",
    Topic.LATE_REQUEST: "{count} times a request has waited for too long",
    Topic.FAULT: "{count} faults of the system",
    Topic.WARNING: "{count} warnings of the system",
    Topic.EXPIRING: "{count} rows expire within a week",
    Topic.DRAFT: "{count} drafts wait for a second person",
    Topic.HELD_ROW: "{count} rows wait for a second person",
    Topic.TEST: "{count} tests: notifications reach you",
}


def title(topic: str, count: int) -> str:
    """“5 answers wait for approval”; it names no guest."""
    if count == 1:
        return Topic(topic).label
    return SEVERAL[Topic(topic)].format(count=count)
