"""Towers and rooms."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from apps.catalog.models.items import Item

ABOVE_ZERO = "Give a rate above zero, or none."


class Tower(Item):
    KIND = Item.Kind.TOWER

    floor_count = models.PositiveSmallIntegerField(null=True, blank=True)
    room_count = models.PositiveIntegerField(null=True, blank=True)
    opened = models.CharField(max_length=40, blank=True)


class Room(Item):
    KIND = Item.Kind.ROOM

    in_tower = models.ForeignKey(
        Tower, null=True, blank=True, on_delete=models.SET_NULL, related_name="rooms"
    )
    size_sqft = models.PositiveIntegerField(null=True, blank=True)
    beds = models.CharField(max_length=120, blank=True)
    bath = models.CharField(
        max_length=160, blank=True, help_text="Tub, shower, vanities."
    )
    rate_from = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="Lowest nightly rate in US dollars; empty means on request.",
    )
    features = ArrayField(models.CharField(max_length=80), default=list, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(rate_from__isnull=True) | Q(rate_from__gt=0),
                name="room_rate_is_positive",
                violation_error_message=ABOVE_ZERO,
            )
        ]

    def faults(self) -> dict[str, str]:
        faults = {**super().faults(), **self.fault_of_neighbour("in_tower")}
        if self.rate_from is not None and self.rate_from <= 0:
            faults["rate_from"] = ABOVE_ZERO
        return faults
