"""For how long a property keeps what it knows of its guests."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

MOST_DAYS = 3650
LIMITS = [
    MinValueValidator(1, "Write at least 1 day."),
    MaxValueValidator(MOST_DAYS, f"Write at most {MOST_DAYS} days, ten years."),
]


def days(name: str, default: int, help_text: str) -> Any:
    return models.PositiveSmallIntegerField(
        name,
        default=default,
        db_default=default,
        validators=LIMITS,
        help_text=help_text,
    )


class RetentionPeriods(models.Model):
    """In days. A task keeps them every night (`apps.conversations.retention`)."""

    keep_conversations_days = days(
        "days of conversations",
        365,
        "After the last message; then the words are erased, and only counts stay.",
    )
    keep_facts_days = models.PositiveSmallIntegerField(
        "days of what guests tell",
        null=True,
        blank=True,
        validators=LIMITS,
        help_text="Of silence, unless a guest agreed to be remembered. Empty is the "
        "setting FORGET_AFTER_IDLE_DAYS.",
    )
    keep_guests_days = days(
        "days of guests",
        730,
        "Of silence, after which the site forgets guests who agreed to be remembered, "
        "and numbers that texted. Consents stay: they are proof.",
    )
    keep_requests_days = days(
        "days of requests",
        90,
        "After a request began; then what the guest wrote in it is erased, once staff "
        "have dealt with it.",
    )
    keep_bookings_days = days(
        "days of bookings",
        365,
        "After a stay or visit has ended; then its booking is deleted here.",
    )
    keep_texts_days = days(
        "days of single texts",
        30,
        "Of text messages that belong to no conversation, such as a stop.",
    )

    class Meta:
        abstract = True

    def insist_on_order(self) -> None:
        """Raises ValidationError where one period contradicts another."""
        conversations = self.keep_conversations_days
        if (self.keep_facts_days or 0) > conversations:
            raise ValidationError(
                {
                    "keep_facts_days": "What guests tell ends with their "
                    f"conversations: write at most {conversations}."
                }
            )
        if self.keep_requests_days > self.keep_bookings_days:
            raise ValidationError(
                {
                    "keep_requests_days": "Requests end with their bookings: write at "
                    f"most {self.keep_bookings_days}."
                }
            )
