"""Text messages that came in and that go out, and when we may begin one."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from apps.catalog.models.hours import Weekday
from apps.guests import contacts
from apps.guests.models import ContactPoint
from apps.infrastructure import database_scope
from apps.properties.models import Property


class SmsNumber(models.Model):
    """A number of ours, and the property that answers there."""

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="sms_numbers"
    )
    number = models.CharField(max_length=16, unique=True, help_text="+18605551234.")

    class Meta:
        ordering = ["number"]
        verbose_name = "number for text messages"
        verbose_name_plural = "numbers for text messages"

    def __str__(self) -> str:
        return self.number

    def clean(self) -> None:
        number = contacts.e164(self.number)
        if not number:
            raise ValidationError({"number": "Write it as +18605551234."})
        if _is_taken(number, self):
            raise ValidationError({"number": "This number is taken."})
        self.number = number


def _is_taken(number: str, row: SmsNumber) -> bool:
    """By any property: one of which staff see nothing holds it all the same."""
    with database_scope.all_properties():
        holders = SmsNumber.objects.filter(number=number).exclude(pk=row.pk)
        return holders.exists()


class SendingHours(models.Model):
    """When the law of a region lets us begin to text somebody, on one weekday.

    A region without rows follows `QUIET_HOURS_START` and `QUIET_HOURS_END`, which bind
    every other region too.
    """

    region = models.CharField(max_length=60)
    area_codes = ArrayField(models.CharField(max_length=3))
    weekday = models.PositiveSmallIntegerField(choices=Weekday)
    opens_at = models.TimeField(null=True, blank=True, help_text="Empty: not at all.")
    closes_at = models.TimeField(null=True, blank=True)
    source = models.CharField(max_length=200)

    class Meta:
        ordering = ["region", "weekday"]
        verbose_name_plural = "sending hours"
        constraints = [
            models.UniqueConstraint(
                fields=["region", "weekday"], name="sending_hours_once"
            ),
            models.CheckConstraint(
                condition=Q(opens_at=None, closes_at=None)
                | Q(opens_at__lt=models.F("closes_at")),
                name="sending_hours_in_order",
                violation_error_message="Close after you open, or leave both empty.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.region}, {self.get_weekday_display()}"


class ReceivedEvent(models.Model):
    """An event of the provider that was acted on. Its id is claimed by the insert.

    Statuses of one message share its id, so the id of a message claims nothing.
    """

    event_id = models.CharField(primary_key=True, max_length=100)
    kind = models.CharField(max_length=60)
    received_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"


class InboundText(models.Model):
    """A text message of a guest, or a call to a number that takes only messages."""

    class Status(models.TextChoices):
        WAITING = "waiting", "Waiting"
        ANSWERING = "answering", "Being answered"
        ANSWERED = "answered", "Answered"
        OBEYED = "obeyed", "Obeyed"
        REFUSED = "refused", "Refused"

    event_id = models.CharField(max_length=100, unique=True)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, null=True, related_name="inbound_texts"
    )
    contact = models.ForeignKey(
        ContactPoint, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    from_number = models.CharField(max_length=60)
    to_number = models.CharField(max_length=60)
    body = models.TextField(blank=True)
    media_count = models.PositiveSmallIntegerField(default=0)
    is_call = models.BooleanField(default=False)
    status = models.CharField(
        max_length=9, choices=Status, default=Status.WAITING, db_index=True
    )
    reason = models.CharField(
        max_length=200, blank=True, help_text="Why it was refused, or what it asked."
    )
    burst_id = models.UUIDField(
        null=True, help_text="Shared by the messages that one turn answers."
    )
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    conversation_id = models.UUIDField(null=True, db_index=True)
    received_at = models.DateTimeField(help_text="By the provider's clock.")
    stored_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-received_at"]
        verbose_name = "text message received"
        verbose_name_plural = "text messages received"
        permissions = [("reveal_numbers", "Can see the numbers of guests")]
        indexes = [models.Index(fields=["property", "from_number", "status"])]

    def __str__(self) -> str:
        return f"{self.pk} ({self.status})"


class OutboundText(models.Model):
    """A text message to a guest. Only `outbox.py` writes its status."""

    class Kind(models.TextChoices):
        ANSWER = "answer", "Answer"
        CONFIRMATION = "confirm", "Confirmation of a stop"
        BEGUN = "begun", "Begun by us"

    class Status(models.TextChoices):
        PENDING = "pending", "To be sent"
        CLAIMED = "claimed", "Being sent"
        SENT = "sent", "Sent"
        DELIVERED = "delivered", "Delivered"
        FAILED = "failed", "Failed"
        WITHHELD = "withheld", "Not sent"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="outbound_texts"
    )
    kind = models.CharField(max_length=7, choices=Kind)
    from_number = models.CharField(max_length=16)
    to_number = models.CharField(max_length=16)
    body = models.TextField()
    segments = models.PositiveSmallIntegerField()
    status = models.CharField(
        max_length=9, choices=Status, default=Status.PENDING, db_index=True
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)
    reason_not_sent = models.CharField(max_length=200, blank=True)
    consent_question = models.TextField(
        blank=True,
        db_default="",
        help_text="The end of its words, where they ask to remember.",
    )
    provider_id = models.CharField(max_length=100, blank=True, db_index=True)
    turn_id = models.UUIDField(null=True)
    conversation_id = models.UUIDField(null=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = "text message sent"
        verbose_name_plural = "text messages sent"
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=Q(status__in=["pending", "claimed"]),
                name="outbound_text_unfinished",
            ),
            models.Index(fields=["property", "to_number"]),
        ]

    def __str__(self) -> str:
        return f"{self.pk} ({self.status})"
