"""Where a property lies, in degrees."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

BOTH_OR_NEITHER = models.CheckConstraint(
    condition=models.Q(latitude=None, longitude=None)
    | models.Q(latitude__isnull=False, longitude__isnull=False),
    name="property_place_is_whole",
    violation_error_message="Give both latitude and longitude, or neither.",
)


class Coordinates(models.Model):
    """Guests hear the weather of this place; without one, of none."""

    latitude = models.FloatField(
        null=True,
        blank=True,
        validators=[MinValueValidator(-90), MaxValueValidator(90)],
        help_text="In degrees, as 41.4912. Guests hear the weather of this place.",
    )
    longitude = models.FloatField(
        null=True,
        blank=True,
        validators=[MinValueValidator(-180), MaxValueValidator(180)],
        help_text="In degrees, west of Greenwich negative, as -72.0905.",
    )

    class Meta:
        abstract = True
