"""Gaps that staff have started to resolve."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.properties.models import Property


class GapWork(models.Model):
    """Questions with the same meaning, with the answers before and after.

    before: `{"ask": question, "answer": text}`. after: the same in its order, with
    `is_found`: whether the answer has a source and says that it lacks nothing.
    paraphrases: `{"of": question, "ask": other words, "answer", "is_found"}`, which the
    proof has asked as well.
    assigned_to: who of the staff looks after it. is_dismissed: staff have decided that
    nothing should answer it; `closed_at` is empty again once they have reopened it.
    """

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="gap_works"
    )
    before = models.JSONField(default=list)
    after = models.JSONField(default=list)
    paraphrases = models.JSONField(default=list, db_default=[])
    item = models.BigIntegerField(null=True, help_text="The row that answers them.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True
    )
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="assigned_gaps",
    )
    is_dismissed = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    asked_at = models.DateTimeField(null=True, help_text="When they were asked again.")
    closed_at = models.DateTimeField(
        null=True, help_text="Since when a stored row answers them."
    )

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return str(self.before[0]["ask"]) if self.before else "A gap"

    def closed_questions(self) -> list[str]:
        """Those that nothing was found to be missing for."""
        missing = {
            entry["ask"] for entry in self.after if not entry.get("is_found", True)
        }
        return [entry["ask"] for entry in self.before if entry["ask"] not in missing]
