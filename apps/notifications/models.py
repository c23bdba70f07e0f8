"""Who is told of what, and what was sent."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.notifications.topics import CHOICES, Topic
from apps.properties.models import Property


class Channel(models.TextChoices):
    EMAIL = "email", "E-mail"
    SLACK = "slack", "Webhook of Slack"
    TEAMS = "teams", "Webhook of Teams"


class Subscription(models.Model):
    """What a person, everybody with a role, or the readers of a webhook are told of.

    property: empty for all of them, and for what concerns no property.
    """

    property = models.ForeignKey(
        Property,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="subscriptions",
        help_text="Empty: all properties, and the system itself.",
    )
    channel = models.CharField(max_length=5, choices=Channel, default=Channel.EMAIL)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="subscriptions",
        verbose_name="person",
        help_text="Who is mailed.",
    )
    role = models.ForeignKey(
        Group,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="subscriptions",
        help_text="In place of a person: everybody with the role who works there.",
    )
    webhook_url = models.CharField(
        "webhook",
        max_length=1000,
        blank=True,
        help_text="The address that Slack or Teams gave you. It is a secret.",
    )
    topics = ArrayField(
        models.CharField(max_length=12, choices=CHOICES), verbose_name="topics"
    )
    quiet_from = models.TimeField(
        null=True,
        blank=True,
        help_text="By the resort's clock. Dangers, faults and requests that have "
        "waited for too long are told at once all the same.",
    )
    quiet_until = models.TimeField(null=True, blank=True)
    is_active = models.BooleanField("on", default=True)
    active_since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["property", "channel", "pk"]
        permissions = [("choose_for_others", "Can choose what others are told of")]
        constraints = [
            models.CheckConstraint(
                condition=Q(channel=Channel.EMAIL, webhook_url="")
                & (Q(user=None, role__isnull=False) | Q(user__isnull=False, role=None))
                | ~Q(channel=Channel.EMAIL) & Q(user=None, role=None),
                name="subscription_has_one_recipient",
                violation_error_message="Choose a person or a role for e-mail, and an "
                "address for a webhook.",
            ),
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="subscription_quiet_hours_begin_and_end",
                violation_error_message="Quiet hours need a beginning and an end.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_channel_display()} to {self.recipient_name()}"

    def recipient_name(self) -> str:
        return str(self.user or self.role or "a channel")


class Notification(models.Model):
    """One occasion that one recipient is told of. `outbox` alone writes its status.

    recipient: whom it reaches, so that two subscriptions of a person tell once.
    """

    class Status(models.TextChoices):
        PENDING = "pending", "To be sent"
        CLAIMED = "claimed", "Being sent"
        SENT = "sent", "Sent"
        FAILED = "failed", "Failed"
        WITHHELD = "withheld", "Not sent"

    subscription = models.ForeignKey(
        Subscription, on_delete=models.SET_NULL, null=True, related_name="notifications"
    )
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, null=True, related_name="notifications"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="notifications",
        verbose_name="person",
    )
    channel = models.CharField(max_length=5, choices=Channel)
    recipient = models.CharField(max_length=40)
    topic = models.CharField(max_length=12, choices=Topic)
    row_id = models.CharField(max_length=40, help_text="Of what waits.")
    happened_at = models.DateTimeField(help_text="Of the same row, each time anew.")
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    problem = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["recipient", "topic", "row_id", "happened_at"],
                name="notification_once",
            )
        ]
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=Q(status__in=["pending", "claimed"]),
                name="notification_unsent",
            ),
            models.Index(fields=["created_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.get_topic_display()} ({self.get_status_display()})"

    def key(self) -> tuple[Any, ...]:
        """What no two notifications share."""
        return self.recipient, self.topic, self.row_id, self.happened_at
