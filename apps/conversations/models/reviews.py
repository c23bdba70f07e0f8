"""Reviews of answers, and the cases and results of evaluations."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.conversations.models.conversations import Turn
from apps.properties.models import Property


class Review(models.Model):
    """The verdict of a member of staff on an answer."""

    class Verdict(models.TextChoices):
        RIGHT = "right", "Right"
        WRONG = "wrong", "Wrong"

    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, related_name="review")
    verdict = models.CharField(max_length=5, choices=Verdict)
    note = models.TextField(blank=True, help_text="What was wrong, for colleagues.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True
    )
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.get_verdict_display()}, {self.at:%Y-%m-%d}"


class EvaluationRun(models.Model):
    """The result of an evaluation: how many checks were made and passed."""

    provider = models.CharField(max_length=20)
    check_count = models.PositiveIntegerField()
    passed_count = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.passed_count} of {self.check_count}, {self.at:%Y-%m-%d}"


class EvaluationCase(models.Model):
    """A question and what its answer must be like, for `eval_answers --reviewed`."""

    class Expect(models.TextChoices):
        ANSWER = "answer", "An answer with a source"
        UNKNOWN = "unknown", "That the records do not say it"
        REFUSAL = "refusal", "A refusal"

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="evaluation_cases"
    )
    ask = models.TextField("question", help_text="Without personal data.")
    expect = models.CharField(max_length=7, choices=Expect, default=Expect.ANSWER)
    says = ArrayField(
        models.CharField(max_length=200),
        default=list,
        blank=True,
        help_text="Words that the answer must contain, separated by commas.",
    )
    never = ArrayField(
        models.CharField(max_length=200),
        default=list,
        blank=True,
        help_text="Words that it must not contain, separated by commas.",
    )
    cites = models.CharField(
        max_length=260,
        blank=True,
        help_text="Name of a row that must be among its sources.",
    )
    language = models.CharField(max_length=10, default="en")
    at = models.DateTimeField(
        null=True, blank=True, help_text="The moment to answer for; empty is now."
    )
    turn = models.ForeignKey(
        Turn, on_delete=models.SET_NULL, null=True, blank=True, related_name="cases"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.ask[:80]
