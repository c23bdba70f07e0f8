"""Alerts for staff and feedback of guests."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.conversations.models.conversations import Conversation, Turn
from apps.properties.models import Property


class Alert(models.Model):
    """A guest who may need help; stored with the end of a turn, or with a comment."""

    class Kind(models.TextChoices):
        EMERGENCY = "emergency", "Emergency"
        CRISIS = "crisis", "May be in danger"
        WORRY = "worry", "Told of gambling trouble again"
        CODES = "codes", "Tried booking codes that do not fit"

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="alerts"
    )
    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, related_name="alert")
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="alerts"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(
                fields=["property"], condition=Q(seen_at=None), name="alert_unseen"
            )
        ]

    def __str__(self) -> str:
        local = self.created_at.astimezone(self.property.zone)
        return f"{self.get_kind_display()}, {local:%Y-%m-%d %H:%M %Z}"


class Feedback(models.Model):
    """A guest's rating of an answer or of a conversation."""

    class Reason(models.TextChoices):
        NONE = "", "Not said"
        WRONG = "wrong", "Wrong"
        OUTDATED = "outdated", "Outdated"
        NOT_ANSWERED = "not_answered", "Not answered"
        UNSAFE = "unsafe", "Unsafe"
        TONE = "tone", "Tone"

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="feedback"
    )
    turn = models.ForeignKey(
        Turn, on_delete=models.CASCADE, null=True, related_name="feedback"
    )
    rating = models.PositiveSmallIntegerField(help_text="1 is bad, 5 is good.")
    reason = models.CharField(max_length=12, choices=Reason, blank=True)
    comment = models.TextField(blank=True, help_text="Without personal data.")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name_plural = "feedback"
        constraints = [
            models.CheckConstraint(
                condition=Q(rating__gte=1, rating__lte=5), name="feedback_rating"
            ),
            models.UniqueConstraint(
                fields=["conversation", "turn"],
                name="feedback_once_a_turn",
                nulls_distinct=False,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rating} of 5 in {self.conversation_id}"
