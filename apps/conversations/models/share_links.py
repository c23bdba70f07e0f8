"""Links that let others read a conversation."""

from __future__ import annotations

from django.db import models

from apps.conversations.models.conversations import Conversation


class ShareLink(models.Model):
    """A link to what was said until it was made. It ends with the conversation.

    Only the hash of its token is stored, so nobody reads a link out of the database.
    """

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="share_links"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="share_link_old")]

    def __str__(self) -> str:
        return f"until {self.expires_at:%Y-%m-%d %H:%M}"
