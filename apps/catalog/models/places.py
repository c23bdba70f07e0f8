"""Restaurants, gaming areas, amenities, and frequent questions."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from apps.catalog.models.items import MAX_MINIMUM_AGE, Item
from apps.infrastructure import patterns

# "-20" with any dash, or "$ -20.50"; no range such as "$20-30".
BELOW_ZERO = patterns.compile(r"(?:\$ ?\p{Pd}|[\p{Pd}\x{2212}] ?\$?) ?\d[\d.,]*")


class Restaurant(Item):
    KIND = Item.Kind.RESTAURANT

    cuisine = models.CharField(max_length=80)
    price_band = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(4)],
        help_text="1 ($) to 4 ($$$$).",
    )
    dress_code = models.CharField(max_length=80, blank=True)
    reservations = models.CharField(max_length=120, blank=True)
    kids = models.CharField(
        "children", max_length=160, blank=True, help_text="What families should know."
    )
    minimum_age = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(MAX_MINIMUM_AGE)]
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(price_band__range=(1, 4)),
                name="restaurant_price_band",
                violation_error_message="The price band goes from 1 to 4.",
            )
        ]

    @property
    def price(self) -> str:
        return "$" * self.price_band


class Amenity(Item):
    class Sort(models.TextChoices):
        SPA = "spa", "Spa"
        POOL = "pool", "Pool"
        FITNESS = "fitness", "Fitness"
        SHOPPING = "shopping", "Shopping"
        GOLF = "golf", "Golf"
        FAMILY = "family", "For families"
        CULTURE = "culture", "Culture"
        SERVICE = "service", "Service"

    KIND = Item.Kind.AMENITY

    sort = models.CharField(max_length=10, choices=Sort)
    hotel_guests_only = models.BooleanField(default=False)
    minimum_age = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(MAX_MINIMUM_AGE)]
    )
    fee = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name_plural = "amenities"

    def faults(self) -> dict[str, str]:
        faults = super().faults()
        if BELOW_ZERO.fullmatch(self.fee.strip()):
            faults["fee"] = "A fee is not below zero. Write it as $20, or “Free”."
        return faults


class GamingArea(Item):
    KIND = Item.Kind.GAMING

    games = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    table_count = models.PositiveIntegerField(null=True, blank=True)
    machine_count = models.PositiveIntegerField(null=True, blank=True)
    size_sqft = models.PositiveIntegerField(null=True, blank=True)
    minimum_age = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MAX_MINIMUM_AGE)],
        help_text="Left empty, it becomes the property's legal age for gaming.",
    )

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Nobody plays below the age that the property's own law sets."""
        if self.minimum_age is None:
            self.minimum_age = self.property.jurisdiction.gaming_age
        super().save(*args, **kwargs)


class FaqEntry(Item):
    """A question with its answer; `name` is the question itself."""

    KIND = Item.Kind.FAQ

    answer = models.TextField()
    about = models.ForeignKey(
        Item,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="questions",
        help_text="The row that the question is about, if it is about one.",
    )

    class Meta:
        verbose_name = "question"

    def faults(self) -> dict[str, str]:
        return {**super().faults(), **self.fault_of_neighbour("about")}
