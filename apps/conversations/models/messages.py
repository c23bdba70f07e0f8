"""What guest and concierge have written to each other."""

from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models

from apps.conversations.models.conversations import Conversation, Turn


class Message(models.Model):
    """What the guest wrote, or the concierge answered, as the page shows it."""

    class Role(models.TextChoices):
        GUEST = "guest", "Guest"
        CONCIERGE = "concierge", "Concierge"

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages"
    )
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="messages")
    role = models.CharField(max_length=10, choices=Role)
    kind = models.CharField(max_length=10, default="answer")
    text = models.TextField()
    language = models.CharField(max_length=10, default="en")
    sources = models.JSONField(default=list)
    citations = models.JSONField(default=list)
    # The database default serves processes of the release before, during a deployment.
    cards = models.JSONField(default=list, db_default=[])
    requests = models.JSONField(default=list, db_default=[])
    followups = models.JSONField(default=list)
    help = models.JSONField(default=list)
    held = models.JSONField(
        null=True, help_text="The answer that waits for staff, as it would be shown."
    )
    # What `held_answers` has done with an answer that waited, the oldest first.
    decisions = models.JSONField(default=list, db_default=[])
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "role"], name="message_once_a_role")
        ]
        indexes = [
            # Finds the answers that cite a row.
            GinIndex(
                fields=["citations"], name="message_cites", opclasses=["jsonb_path_ops"]
            ),
            # Finds what waits for staff, and what the records did not answer.
            models.Index(
                fields=["kind", "conversation"],
                condition=models.Q(kind__in=["waiting", "notice", "expired"]),
                name="message_unanswered",
            ),
            # Finds words in messages of any language.
            GinIndex(SearchVector("text", config="simple"), name="message_words"),
        ]

    def __str__(self) -> str:
        return f"{self.role} in {self.conversation_id}"
