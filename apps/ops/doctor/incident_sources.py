"""Incidents that staff can be notified of (`apps.notifications.sources`)."""

from __future__ import annotations

from functools import partial

from django.db.models import QuerySet
from django.utils import timezone

from apps.notifications.sources import Source, page_of
from apps.notifications.topics import Topic
from apps.ops.models import Incident


def _open(level: str) -> QuerySet[Incident]:
    return Incident.objects.unattended(timezone.now()).filter(level=level)


def _source(topic: Topic, level: Incident.Level) -> Source:
    return Source(
        topic,
        partial(_open, level),
        "ops.view_incident",
        page_of("admin:ops_incident_change"),
        noticed_at="opened_at",
        property_path="",
    )


OF_INCIDENTS = (
    _source(Topic.FAULT, Incident.Level.FAULT),
    _source(Topic.WARNING, Incident.Level.WARNING),
)
