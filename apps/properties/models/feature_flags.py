"""What a property has switched on or off."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from apps.properties import flags
from apps.properties.models.properties import Property


class FeatureFlag(models.Model):
    """A feature of `flags.yaml` as this property has it; without a row, its default.

    end_asked_by: who asked to end the rule of a second person, which takes two.
    """

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="feature_flags"
    )
    key = models.CharField(max_length=20, editable=False)
    is_on = models.BooleanField("on")
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )
    end_asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        verbose_name="end asked by",
        related_name="+",
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "feature"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "key"], name="feature_flag_once"
            )
        ]

    def __str__(self) -> str:
        feature = flags.features().get(self.key)
        return feature.name if feature else self.key

    def clean(self) -> None:
        if self.key not in flags.features():
            raise ValidationError(f"“{self.key}” is no feature.")
