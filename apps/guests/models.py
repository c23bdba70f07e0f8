"""Guests, what they told about themselves, and what they agreed to."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from apps.properties.models import Property


class Guest(models.Model):
    """Somebody who writes to one property.

    A guest who has not agreed to be remembered belongs to one conversation, and ends
    with it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="guests"
    )
    language = models.CharField(max_length=10, default="en")
    time_zone = models.CharField(
        max_length=40, blank=True, help_text="If empty, the property's own."
    )
    is_remembered = models.BooleanField(
        default=False,
        help_text="The guest agreed to be remembered beyond one conversation.",
    )
    secret_hash = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text="SHA-256 of the key by which a guest's page knows the guest again.",
    )
    consent_asked_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="When the guest was asked whether to be remembered; it is done once.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return str(self.id)


class ContactPoint(models.Model):
    """Where a guest can be reached. A number belongs to one guest of a property."""

    class Kind(models.TextChoices):
        SMS = "sms", "Text message"
        EMAIL = "email", "E-mail"

    guest = models.ForeignKey(
        Guest, on_delete=models.CASCADE, related_name="contact_points"
    )
    property = models.ForeignKey(Property, on_delete=models.CASCADE)
    kind = models.CharField(max_length=5, choices=Kind)
    value = models.CharField(
        max_length=254, help_text="A telephone number stands in E.164."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["property", "kind", "value"], name="contact_point_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"


class GuestFact(models.Model):
    """What a guest told about himself or his party, from his own words.

    Only the newest value of a key is live; `superseded_at` ends the others.
    """

    class Scope(models.TextChoices):
        THREAD = "thread", "This conversation only"
        MEMORY = "memory", "Until the guest takes it back"

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="facts")
    key = models.CharField(max_length=30, help_text="One of `fact_kinds.yaml`.")
    value = models.JSONField()
    quote = models.CharField(
        max_length=120,
        blank=True,
        help_text="The guest's words for it, and no others of the message.",
    )
    choice_quotes = models.JSONField(
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        help_text="Of a list, the words for each choice, and their turn.",
    )
    turn_id = models.UUIDField(help_text="The turn of that message.")
    language = models.CharField(max_length=10)
    confidence = models.FloatField(help_text="From 0 to 1.")
    consent_scope = models.CharField(
        max_length=6,
        choices=Scope,
        default=Scope.THREAD,
        db_default=Scope.THREAD,
        help_text="How far the guest agreed to its use.",
    )
    collected_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["key", "-collected_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["guest", "key"],
                condition=Q(superseded_at=None),
                name="guest_fact_one_live_value",
            )
        ]

    def __str__(self) -> str:
        return self.key


class Consent(models.Model):
    """An entry of a property's ledger, which only grows.

    Each entry holds the hash of the one before, so a changed or missing entry shows.
    It outlives its guest: it is the proof of what was agreed.
    """

    class Scope(models.TextChoices):
        MEMORY = "memory", "Being remembered"
        SMS = "sms", "Text messages that we begin"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    number = models.PositiveIntegerField(help_text="From 1, without a gap.")
    guest = models.ForeignKey(
        Guest,
        on_delete=models.SET_NULL,
        null=True,
        related_name="consents",
        help_text="Not part of the hash: it is emptied when the guest is erased.",
    )
    subject = models.CharField(
        max_length=64,
        help_text="The number in E.164, or the guest's id where there is none.",
    )
    scope = models.CharField(max_length=6, choices=Scope)
    is_given = models.BooleanField(help_text="Given, or taken back.")
    channel = models.CharField(max_length=5, help_text="Where it was said.")
    source = models.CharField(
        max_length=60, help_text="What the guest did: a button, or a word."
    )
    text_shown = models.TextField(help_text="The literal text that the guest saw.")
    said_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["property", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["property", "number"], name="consent_number_once"
            )
        ]
        indexes = [models.Index(fields=["property", "subject", "scope", "-number"])]

    def __str__(self) -> str:
        return f"{self.number}"
