"""Weekly opening hours and dated exceptions."""

from __future__ import annotations

from datetime import time
from typing import Any

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Deferrable, F, Q, Value

from apps.catalog.hours import vocabulary
from apps.catalog.hours.ranges import DayRange, RowRange, SecondsOfWeek
from apps.catalog.models.items import Item
from apps.properties import markup


class Weekday(models.IntegerChoices):
    MONDAY = 0, "Monday"
    TUESDAY = 1, "Tuesday"
    WEDNESDAY = 2, "Wednesday"
    THURSDAY = 3, "Thursday"
    FRIDAY = 4, "Friday"
    SATURDAY = 5, "Saturday"
    SUNDAY = 6, "Sunday"


class ServiceHours(models.Model):
    """An interval of a weekday; it belongs to the day on which it starts.

    `closes_at` at or before `opens_at` lies on the next day; equal times mean
    twenty-four hours, and staff may only write them as midnight to midnight.
    """

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="hours")
    weekday = models.PositiveSmallIntegerField(choices=Weekday)
    opens_at = models.TimeField("opens")
    closes_at = models.TimeField(
        "closes",
        help_text="A time before the opening is on the next day; "
        "12:00 AM to 12:00 AM is 24 hours.",
    )

    class Meta:
        ordering = ["item", "weekday", "opens_at"]
        verbose_name = "service hours"
        verbose_name_plural = "service hours"
        constraints = [
            models.CheckConstraint(
                condition=Q(weekday__range=(0, 6)), name="hours_weekday"
            ),
            ExclusionConstraint(
                name="hours_apart",
                expressions=[
                    (RowRange("item"), RangeOperators.OVERLAPS),
                    (
                        SecondsOfWeek("weekday", "opens_at", "closes_at"),
                        RangeOperators.OVERLAPS,
                    ),
                ],
                # Two rows may swap their times in one transaction.
                deferrable=Deferrable.DEFERRED,
                violation_error_message="These hours overlap others of the week.",
            ),
        ]

    def __str__(self) -> str:
        day = Weekday(self.weekday).label
        return f"{day} {self.opens_at:%H:%M} to {self.closes_at:%H:%M}"

    def clean(self) -> None:
        super().clean()
        if fault := _equal_times_fault(self.opens_at, self.closes_at):
            raise ValidationError({"closes_at": fault})


class HoursException(models.Model):
    """Days on which an item is closed or has other hours than in the week."""

    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, related_name="hours_exceptions"
    )
    first_day = models.DateField()
    last_day = models.DateField(
        blank=True, help_text="Leave it empty for a single day."
    )
    closed = models.BooleanField(default=False)
    opens_at = models.TimeField("opens", null=True, blank=True)
    closes_at = models.TimeField("closes", null=True, blank=True)
    note = models.CharField(
        max_length=120, blank=True, help_text="The reason, as guests may read it."
    )

    class Meta:
        ordering = ["item", "first_day"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first_day__lte=F("last_day")),
                name="exception_days_in_order",
                violation_error_message="The last day comes before the first.",
            ),
            models.CheckConstraint(
                condition=Q(closed=True, opens_at__isnull=True, closes_at__isnull=True)
                | Q(closed=False, opens_at__isnull=False, closes_at__isnull=False),
                name="exception_closed_or_hours",
                violation_error_message="Tick closed, or give both times.",
            ),
            ExclusionConstraint(
                name="exception_days_apart",
                expressions=[
                    (RowRange("item"), RangeOperators.OVERLAPS),
                    (
                        DayRange("first_day", "last_day", Value("[]")),
                        RangeOperators.OVERLAPS,
                    ),
                ],
                deferrable=Deferrable.DEFERRED,
                violation_error_message="Another exception covers some of these days.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}, {self.first_day} to {self.last_day}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.last_day = self.last_day or self.first_day
        super().save(*args, **kwargs)

    def clean(self) -> None:
        super().clean()
        self.last_day = self.last_day or self.first_day
        faults = {**markup.faults(self), **self._faults()}
        if faults:
            raise ValidationError(faults)

    def _faults(self) -> dict[str, str]:
        faults = {}
        if self.first_day and self.last_day < self.first_day:
            faults["last_day"] = "The last day comes before the first."
        if self.closed and (self.opens_at or self.closes_at):
            faults["closed"] = "Tick closed, or give times, not both."
        if not self.closed and not (self.opens_at and self.closes_at):
            faults["opens_at"] = "Give both times, or tick closed."
        if fault := _equal_times_fault(self.opens_at, self.closes_at):
            faults["closes_at"] = fault
        return faults


def _equal_times_fault(opens: time | None, closes: time | None) -> str:
    """Equal times are a slip as often as a whole day; midnight is unmistakable."""
    if opens is None or opens != closes or opens == time(0):
        return ""
    clock = vocabulary.of("en").clock(opens)
    return (
        f"It opens and closes at {clock}. If it is open 24 hours, write 12:00 AM in "
        "both; otherwise correct one of the times."
    )
