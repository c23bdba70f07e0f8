"""Venues, shows and their performances."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q

from apps.catalog import wall_clock
from apps.catalog.models.items import MAX_MINIMUM_AGE, Item
from apps.catalog.querysets import PerformanceQuerySet
from apps.properties import markup

# A show that began this recently is still worth walking over to.
JUST_BEGUN = timedelta(minutes=45)


class Venue(Item):
    KIND = Item.Kind.VENUE

    sort = models.CharField("type", max_length=80)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    minimum_age = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(MAX_MINIMUM_AGE)]
    )


class Show(Item):
    KIND = Item.Kind.SHOW

    at_venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="shows")
    genre = models.CharField(max_length=80)
    is_free = models.BooleanField(default=False)
    price_from = models.DecimalField(
        max_digits=8, decimal_places=2, null=True, blank=True, help_text="US dollars."
    )
    minimum_age = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(MAX_MINIMUM_AGE)]
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(is_free=False) | Q(price_from__isnull=True),
                name="show_is_free_or_has_a_price",
                violation_error_message="A free show has no price.",
            )
        ]

    def faults(self) -> dict[str, str]:
        faults = {**super().faults(), **self.fault_of_neighbour("at_venue")}
        if self.is_free and self.price_from is not None:
            faults["price_from"] = "A free show has no price."
        elif self.price_from is not None and self.price_from <= 0:
            faults["price_from"] = "Give a price above zero, or say that it is free."
        return faults

    def next_performance(self, at: datetime) -> Performance | None:
        """The first performance that has not started; uses prefetched rows."""
        coming = [row for row in self.performances.all() if row.starts_at >= at]
        return min(coming, key=lambda row: row.starts_at, default=None)


class Performance(models.Model):
    """A single performance of a show."""

    show = models.ForeignKey(
        Show, on_delete=models.CASCADE, related_name="performances"
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=160, blank=True)

    objects = PerformanceQuerySet.as_manager()

    class Meta:
        ordering = ["starts_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["show", "starts_at"], name="performance_once"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="performance_ends_after_it_starts",
                violation_error_message="A performance must end after it starts.",
            ),
        ]
        indexes = [models.Index(fields=["starts_at"])]

    def __str__(self) -> str:
        return f"{self.show}, {self.starts_at:%Y-%m-%d %H:%M}"

    def clean(self) -> None:
        super().clean()
        faults = markup.faults(self)
        faults |= wall_clock.year_faults(self, "starts_at", "ends_at")
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            faults["ends_at"] = "It must end after it starts."
        if faults:
            raise ValidationError(faults)
