"""Querysets of requests."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Self

from django.db import models
from django.db.models import OuterRef, Q, Subquery

from apps.reservations.request_status import Action, Status


class RequestQuerySet(models.QuerySet[Any]):
    def with_waiting_since(self) -> Self:
        """`waiting_since`: when it came to staff; None where it never did."""
        step: Any = self.model._meta.get_field("steps").related_model
        submitted = step._default_manager.filter(
            request=OuterRef("pk"), action=Action.SUBMIT
        )
        at = submitted.order_by("-version").values("at")[:1]
        return self.annotate(waiting_since=Subquery(at))

    def overdue(self, now: datetime) -> Self:
        """Undecided after the time at which staff should have decided."""
        return self.filter(Q(status=Status.WAITING), due_at__lt=now)
