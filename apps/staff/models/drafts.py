"""Drafts beside live rows, what becomes of them, and what staff say about a row."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.catalog.models import Item
from apps.properties.models import Property
from apps.staff.models.deliveries import Delivery


class RowDraft(models.Model):
    """What a row is to become; guests see the row as it is until then.

    base, content: the row when the draft was saved, and as it is to be, in the form of
    `history.snapshot`. is_deletion: the row is to go. by: who changed it last; nobody
    where a table did that no person handed in. earlier_author_ids: of whoever else
    wrote any of what it holds. publish_at: when it takes the row's place by itself.
    approved_by: who else has approved it since it changed. delivery: the import that
    wrote it, while nobody has changed it since. replaced: the drafts that stood there
    before that import, the newest first, each in the form of `imported_drafts`.
    """

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="row_drafts"
    )
    item = models.OneToOneField(Item, on_delete=models.CASCADE, related_name="draft")
    base = models.JSONField()
    content = models.JSONField()
    is_deletion = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="row_drafts",
    )
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="approved_drafts",
    )
    publish_at = models.DateTimeField(null=True)
    delivery = models.ForeignKey(
        Delivery, on_delete=models.SET_NULL, null=True, related_name="row_drafts"
    )
    earlier_author_ids = models.JSONField(default=list)
    replaced = models.JSONField(default=list)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return f"Draft of {self.item}"

    def author_ids(self) -> set[int]:
        """Of whoever wrote any of it: an import keeps what waited before."""
        ids = {*self.earlier_author_ids, self.by_id}
        return ids - {None}


class DraftDecision(models.Model):
    """What somebody decided about a draft; it outlives the draft and the row.

    by: nobody where a draft was published at its time. author: who had changed the
    draft last. publish_at: of a draft that was scheduled.
    """

    class Action(models.TextChoices):
        APPROVED = "approved", "approved"
        SCHEDULED = "scheduled", "scheduled"
        PUBLISHED = "published", "published"
        DISCARDED = "discarded", "discarded"

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="draft_decisions"
    )
    item = models.BigIntegerField(help_text="ID of the row, which may be deleted.")
    action = models.CharField(max_length=9, choices=Action)
    is_deletion = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    publish_at = models.DateTimeField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["item", "-id"])]

    def __str__(self) -> str:
        return f"{self.get_action_display()} by {self.by}"


class RowComment(models.Model):
    """What somebody of the staff says about a row; guests never see it."""

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="row_comments"
    )
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="comments")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True
    )
    text = models.TextField(max_length=2000)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return self.text[:80]
