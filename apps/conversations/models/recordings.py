"""Turns that can be run again."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.conversations.models.conversations import Turn


class TurnRecording(models.Model):
    """What a turn depended on, and what came of it. It ends with the conversation."""

    turn = models.OneToOneField(
        Turn, on_delete=models.CASCADE, primary_key=True, related_name="recording"
    )
    content = models.BinaryField(help_text="JSON, compressed by zlib.")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"of {self.turn_id}"
