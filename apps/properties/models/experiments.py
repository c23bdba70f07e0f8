"""Experiments: guests of one property are divided among arms, which are compared."""

from __future__ import annotations

import secrets

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.properties import flags
from apps.properties.models.properties import Property


def new_salt() -> str:
    return secrets.token_hex(8)


class Experiment(models.Model):
    """Runs once. Which guest gets which arm is decided in `begin_turn.sql`.

    The salt divides the guests anew for each experiment.
    """

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="experiments"
    )
    name = models.CharField(max_length=80)
    sentence = models.CharField(
        "what it is to find out", max_length=300, help_text="In a sentence."
    )
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    begun_at = models.DateTimeField("begun", null=True, editable=False)
    ended_at = models.DateTimeField("ended", null=True, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["property", "name"],
                name="experiment_name_once",
                violation_error_message="This property has an experiment of that name.",
            ),
            # Two at a time would need twice the guests to be told apart.
            models.UniqueConstraint(
                fields=["property"],
                condition=Q(begun_at__isnull=False, ended_at__isnull=True),
                name="experiment_one_running_a_property",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def is_running(self) -> bool:
        return self.begun_at is not None and self.ended_at is None

    def in_words(self) -> str:
        """What it does: “80% of guests: Planning ahead off; 20%: Specialists off.”"""
        parts = [
            f"{arm.weight}%{'' if number else ' of guests'}: {arm.changes_in_words()}"
            for number, arm in enumerate(self.arms.all())
        ]
        return f"{'; '.join(parts)}." if parts else ""

    def begin(self) -> None:
        """Raises ValidationError when it has begun, or another one runs."""
        running = Experiment.objects.filter(
            property=self.property_id, begun_at__isnull=False, ended_at=None
        )
        if self.begun_at:
            raise ValidationError("It has begun already.")
        if rival := running.first():
            raise ValidationError(f"“{rival}” still runs at this property; end it.")
        self.begun_at = timezone.now()
        self.save(update_fields=["begun_at"])

    def end(self) -> None:
        """For good; nothing changes when it does not run."""
        if self.is_running():
            self.ended_at = timezone.now()
            self.save(update_fields=["ended_at"])


class ExperimentArm(models.Model):
    """What some of the guests get. The first arm is what the others are compared to.

    changes: `{key of a feature: is on}`, where it differs from what the property has.
    """

    experiment = models.ForeignKey(
        Experiment, on_delete=models.CASCADE, related_name="arms"
    )
    name = models.CharField(max_length=40)
    weight = models.PositiveSmallIntegerField(
        "percent of guests",
        validators=[MinValueValidator(1), MaxValueValidator(99)],
    )
    changes = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = "arm"
        ordering = ["experiment", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["experiment", "name"], name="experiment_arm_name_once"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def changes_in_words(self) -> str:
        return flags.words(self.changes) or "as the property has it"
