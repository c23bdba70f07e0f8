"""Conversations and the turns that answer them."""

from __future__ import annotations

import secrets
import uuid

from django.db import models
from django.db.models import Q

from apps.catalog.models import Item
from apps.guests.models import Guest
from apps.properties.models import ExperimentArm, Property

# Letters and digits that are easy to tell apart on the telephone.
REFERENCE_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


class ConversationManager(models.Manager["Conversation"]):
    """Leaves out conversations that guests erased; their turns still count."""

    def get_queryset(self) -> models.QuerySet[Conversation]:
        return super().get_queryset().filter(forgotten_at=None)


class Conversation(models.Model):
    """A guest's thread. Its id is also the thread id of the graph's checkpoints."""

    class Channel(models.TextChoices):
        WEB = "web", "Web"
        SMS = "sms", "SMS"

    class Sentiment(models.TextChoices):
        POSITIVE = "positive", "Positive"
        NEUTRAL = "neutral", "Neutral"
        NEGATIVE = "negative", "Negative"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="conversations"
    )
    guest = models.ForeignKey(
        Guest,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="conversations",
        help_text="Empty until the guest tells something about himself.",
    )
    place_in_focus = models.ForeignKey(
        Item,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Where the guest opened the page with a place's own code.",
    )
    channel = models.CharField(max_length=4, choices=Channel, default=Channel.WEB)
    is_from_guest = models.BooleanField(
        "from a guest",
        default=True,
        db_default=True,
        editable=False,
        help_text="Not asked by staff from the command line or by an evaluation.",
    )
    language = models.CharField(max_length=10, default="en")
    sentiment = models.CharField(
        max_length=8, choices=Sentiment, blank=True, db_default=""
    )
    summary = models.TextField(
        blank=True, db_default="", help_text="Without personal data."
    )
    analysed_at = models.DateTimeField(null=True)
    whisper_plan = models.JSONField(null=True, blank=True)
    secret_hash = models.CharField(
        max_length=64,
        default="",
        db_default="",
        editable=False,
        help_text="SHA-256 of the guest's secret; if empty, nobody opens the thread.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    last_message_at = models.DateTimeField(null=True)
    forgotten_at = models.DateTimeField(
        null=True, editable=False, help_text="When its guest erased it."
    )

    objects = ConversationManager()

    class Meta:
        ordering = ["-created_at"]
        permissions = [
            ("reveal_conversation", "Can see personal data in what was said"),
            ("erase_conversation", "Can erase what was said"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Turn(models.Model):
    """A question and the work of answering it. Only `turns/store.py` writes it."""

    class Status(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        STOPPED = "stopped", "Stopped"
        FAILED = "failed", "Failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="turns"
    )
    arm = models.ForeignKey(
        ExperimentArm,
        on_delete=models.SET_NULL,
        null=True,
        db_index=False,
        related_name="turns",
        help_text="Of the experiment that ran when the turn began.",
    )
    client_id = models.UUIDField(help_text="The guest's own id of the message.")
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(
        max_length=100, blank=True, help_text="The process that answers the turn."
    )
    lease_until = models.DateTimeField(
        null=True, help_text="In the future while that process is alive."
    )
    started_at = models.DateTimeField(null=True)
    stop_requested = models.BooleanField(default=False)
    asked_for = models.DateTimeField(
        null=True, help_text="The moment to answer for, when it is not the present."
    )
    route = models.CharField(max_length=20, blank=True)
    guardrail = models.CharField(max_length=30, blank=True)
    likely_guardrail = models.CharField(
        max_length=30,
        blank=True,
        db_default="",
        help_text="What the gate thought of, but was not certain of.",
    )
    is_in_part = models.BooleanField(
        "answered in part",
        default=False,
        db_default=False,
        help_text="The answer says that the records do not hold all that was asked.",
    )
    is_remark = models.BooleanField(
        "states something of the resort",
        default=False,
        db_default=False,
        help_text="The guest asks nothing and says how something here is.",
    )
    is_forgotten = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="What it tells is forgotten; it began before that.",
    )
    specialist = models.CharField(max_length=20, blank=True)
    provider = models.CharField(max_length=20, blank=True)
    model = models.CharField(
        max_length=100,
        blank=True,
        db_default="",
        help_text="The one that answered, which may have stood in for another.",
    )
    fallback_reason = models.CharField(
        max_length=300,
        blank=True,
        db_default="",
        help_text="The models that were asked before it, and how each failed.",
    )
    prompt_hash = models.CharField(max_length=64, blank=True)
    nodes = models.JSONField(default=list)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost_micros = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="Millionths of a US dollar."
    )
    first_token_ms = models.PositiveIntegerField(null=True)
    duration_ms = models.PositiveIntegerField(null=True)
    reference = models.CharField(max_length=12, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    exported_at = models.DateTimeField(
        null=True, help_text="When it was sent to LangFuse."
    )

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["conversation", "client_id"], name="turn_once_a_client_id"
            ),
            models.UniqueConstraint(
                fields=["conversation"],
                condition=Q(status="running"),
                name="turn_one_running_a_conversation",
            ),
        ]
        indexes = [
            models.Index(
                fields=["lease_until"],
                condition=Q(status__in=["queued", "running"]),
                name="turn_unfinished",
            ),
            models.Index(fields=["conversation", "status", "created_at"]),
            models.Index(
                fields=["arm"], condition=Q(arm__isnull=False), name="turn_of_an_arm"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"

    @staticmethod
    def new_reference() -> str:
        """A short code for a failure that a guest can read out: `K7Q-42M`."""
        signs = [secrets.choice(REFERENCE_SIGNS) for _ in range(6)]
        return f"{''.join(signs[:3])}-{''.join(signs[3:])}"
