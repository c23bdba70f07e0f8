"""Whether the concierge of a property answers guests at once, after staff, or not."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models


class BotMode(models.TextChoices):
    """What happens to an answer before a guest reads it."""

    LIVE = "live", "Live"
    APPROVAL = "approval", "Staff approval"
    PAUSED = "paused", "Paused"


class Answering(models.Model):
    """How a property's answers reach its guests."""

    BotMode = BotMode

    bot_mode = models.CharField(max_length=10, choices=BotMode, default=BotMode.LIVE)
    approval_minutes = models.PositiveSmallIntegerField(
        "minutes to approve an answer",
        default=15,
        db_default=15,
        validators=[MinValueValidator(1), MaxValueValidator(24 * 60)],
        help_text="In the mode “Staff approval”. A guest whose answer nobody has "
        "decided on by then is told so kindly, and given the phone.",
    )

    class Meta:
        abstract = True
