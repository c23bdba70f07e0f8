"""What guests ask of the staff, and each step of that."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from apps.properties.models import Property
from apps.reservations.models.bookings import Reservation
from apps.reservations.querysets import RequestQuerySet
from apps.reservations.request_status import BLOCKING, OPEN, Action, Actor, Status


class RequestKind(models.TextChoices):
    CHANGE = "change", "Change of a booking"
    CANCEL = "cancel", "Cancellation"
    LATE_CHECKOUT = "late_checkout", "Late checkout"
    EARLY_CHECKIN = "early_checkin", "Early check-in"
    UPGRADE = "upgrade", "Upgrade"
    NOTE = "note", "Note for a booking"
    SERVICE = "service", "Service"
    CALLBACK = "callback", "Callback"
    REFUND = "refund", "Refund"
    BILLING = "billing", "Question about a bill"
    COMPLAINT = "complaint", "Complaint"


# Of these a guest needs a booking.
OF_BOOKING = frozenset(
    {
        RequestKind.CHANGE,
        RequestKind.CANCEL,
        RequestKind.LATE_CHECKOUT,
        RequestKind.EARLY_CHECKIN,
        RequestKind.UPGRADE,
        RequestKind.NOTE,
    }
)
# Of these he may have one, which may be over or cancelled.
MAY_BE_OF_BOOKING = frozenset(
    {RequestKind.REFUND, RequestKind.BILLING, RequestKind.COMPLAINT}
)
# A property cannot let these through without a person.
ALWAYS_A_PERSON = frozenset(
    {
        RequestKind.CALLBACK,
        RequestKind.REFUND,
        RequestKind.BILLING,
        RequestKind.COMPLAINT,
    }
)


class RequestPolicy(models.Model):
    """How a property treats one kind of request.

    Without a row, the defaults of `apps.reservations.policies` hold.
    """

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="request_policies"
    )
    kind = models.CharField(max_length=14, choices=RequestKind)
    department = models.CharField(max_length=40)
    window_hours = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Until so many hours before a booking begins guests may ask. Empty: "
        "at any time.",
    )
    is_let_through = models.BooleanField(
        "let through",
        default=False,
        help_text="Approved at once when the guest has confirmed, without a person.",
    )
    due_minutes = models.PositiveIntegerField(
        default=60, help_text="When staff should have decided."
    )

    class Meta:
        ordering = ["property", "kind"]
        verbose_name_plural = "request policies"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "kind"], name="request_policy_once"
            )
        ]

    def __str__(self) -> str:
        return self.get_kind_display()

    def clean(self) -> None:
        if self.is_let_through and self.kind in ALWAYS_A_PERSON:
            sentence = f"“{self.get_kind_display()}” always needs a person."
            raise ValidationError({"is_let_through": sentence})


class Request(models.Model):
    """What a guest asks for. Its status has one writer, `apps.reservations.requests`.

    wish: the values that are asked for, as plain data; offer: those that staff
    propose instead. first_wish: what was asked for before the guest took an offer.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="requests"
    )
    reservation = models.ForeignKey(
        Reservation,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="requests",
    )
    thread_id = models.UUIDField(
        db_index=True, editable=False, help_text="The conversation it came from."
    )
    kind = models.CharField(max_length=14, choices=RequestKind)
    department = models.CharField(max_length=40)
    wish = models.JSONField(default=dict)
    offer = models.JSONField(default=dict, blank=True)
    first_wish = models.JSONField(default=dict, blank=True, editable=False)
    reason = models.CharField(
        max_length=300, blank=True, help_text="Why it was declined or changed."
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    version = models.PositiveIntegerField(default=1, editable=False)
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    due_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RequestQuerySet.as_manager()

    class Meta:
        ordering = ["due_at", "created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["reservation", "kind"],
                condition=Q(status__in=sorted(BLOCKING)) & ~Q(kind=RequestKind.NOTE),
                name="request_open_once",
            ),
            models.CheckConstraint(
                condition=Q(status__in=Status.values), name="request_status_known"
            ),
        ]
        indexes = [
            models.Index(
                fields=["property", "due_at"],
                condition=Q(status__in=sorted(OPEN)),
                name="request_open_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    def is_overdue(self, now: datetime) -> bool:
        is_undecided = self.status == Status.WAITING
        return is_undecided and self.due_at is not None and now > self.due_at


class RequestStep(models.Model):
    """One move of a request; never changed, but for when its guest was told.

    told_at: empty where the guest has still to hear of it from us.
    """

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="steps")
    version = models.PositiveIntegerField(help_text="Of the request, after it.")
    action = models.CharField(max_length=11, choices=Action)
    actor = models.CharField(max_length=9, choices=Actor)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    is_to_tell = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["request", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["request", "version"], name="request_step_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["at"],
                condition=Q(is_to_tell=True, told_at=None),
                name="request_step_to_tell",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_action_display()} by {self.get_actor_display()}"
