"""A map of each resort, and where on it its rows are."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from apps.catalog import map_pictures, pictures
from apps.catalog.models.items import ON_PICTURE, Item
from apps.properties import markup
from apps.properties.models import Property


class ResortMap(models.Model):
    """A picture of the resort. width and height: of the picture, in its own units."""

    property = models.OneToOneField(
        Property, on_delete=models.CASCADE, related_name="map"
    )
    picture = models.FileField(
        upload_to="maps/",
        validators=[pictures.is_light, map_pictures.is_drawable],
        help_text="An SVG without scripts, or a PNG, JPEG or WebP.",
    )
    picture_alt = models.CharField(
        "what the map shows",
        max_length=200,
        help_text="For guests who cannot see it: the parts of the resort.",
    )
    note = models.CharField(
        max_length=120, blank=True, help_text="Below the map: “Not to scale.”"
    )
    width = models.PositiveIntegerField(editable=False)
    height = models.PositiveIntegerField(editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "map"

    def __str__(self) -> str:
        return f"Map of {self.property}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Reads from the picture what shape it has."""
        self.width, self.height = map_pictures.size(self.picture)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        markup.insist_on_none(self)


class MapPlace(models.Model):
    """Where a row is: fractions of the map's width and height, from its upper left."""

    map = models.ForeignKey(ResortMap, on_delete=models.CASCADE, related_name="places")
    item = models.OneToOneField(
        Item, on_delete=models.CASCADE, related_name="map_place", verbose_name="place"
    )
    x = models.FloatField("from the left", validators=ON_PICTURE)
    y = models.FloatField("from the top", validators=ON_PICTURE)

    class Meta:
        ordering = ["item__name"]
        verbose_name = "place on the map"
        verbose_name_plural = "places on the map"
        constraints = [
            models.CheckConstraint(
                condition=Q(x__range=(0, 1), y__range=(0, 1)),
                name="map_place_on_picture",
                violation_error_message="It must lie on the map.",
            )
        ]

    def __str__(self) -> str:
        return str(self.item)

    def clean(self) -> None:
        """A map shows rows of its own property."""
        item, resort_map = getattr(self, "item", None), getattr(self, "map", None)
        if item and resort_map and item.property_id != resort_map.property_id:
            raise ValidationError({"item": f"{item} belongs to {item.property}."})
