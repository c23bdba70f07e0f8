"""The table that all rows of the catalog share."""

from __future__ import annotations

import builtins
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from apps.catalog import pictures, text_checks, wall_clock
from apps.catalog.querysets import ItemQuerySet
from apps.properties import booking_links
from apps.properties.models import Property
from apps.properties.phones import PhoneField
from apps.properties.websites import WebsiteField

# A larger number is a slip of the keyboard, such as 211 for 21.
MAX_MINIMUM_AGE = 99
# A fraction of a picture's width or height.
ON_PICTURE = [MinValueValidator(0), MaxValueValidator(1)]
# The clock of a browser that fills in the moment may be ahead.
CLOCKS_APART = timedelta(minutes=5)
NOT_YET = "This moment is still to come. Give the one when somebody checked the row."


class Item(models.Model):
    """Something guests may ask about; hours, passages and citations refer to it."""

    class Kind(models.TextChoices):
        RESTAURANT = "restaurant", "Restaurant"
        VENUE = "venue", "Venue"
        SHOW = "show", "Show"
        TOWER = "tower", "Hotel tower"
        ROOM = "room", "Room"
        PROMO = "promo", "Promotion"
        AMENITY = "amenity", "Amenity"
        GAMING = "gaming", "Gaming area"
        FAQ = "faq", "Question"

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        LIVE = "live", "Live"

    KIND: ClassVar[str] = ""

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="items"
    )
    kind = models.CharField(max_length=12, choices=Kind, editable=False)
    slug = models.SlugField(max_length=120)
    name = models.CharField(max_length=200)
    aliases = ArrayField(
        models.CharField(max_length=100),
        default=list,
        blank=True,
        help_text="Other names guests use, separated by commas.",
    )
    summary = models.TextField(
        blank=True, help_text="One or two sentences that a guest may read."
    )
    details = models.TextField(blank=True, help_text="Longer text, as long as needed.")
    place = models.CharField(
        max_length=200, blank=True, help_text="Where in the resort it is."
    )
    phone = PhoneField(max_length=30, blank=True)
    website = WebsiteField(max_length=300, blank=True)
    booking_link = booking_links.BookingLinkField(help_text=booking_links.HELP)
    hours_note = models.CharField(
        max_length=300, blank=True, help_text="What the weekly hours do not say."
    )
    picture = models.ImageField(
        upload_to="pictures/",
        blank=True,
        validators=[pictures.is_light, pictures.is_for_web],
    )
    picture_alt = models.CharField(
        "what the picture shows",
        max_length=200,
        blank=True,
        help_text="For guests who cannot see it.",
    )
    picture_focus_x = models.FloatField(
        "what matters, from the left",
        null=True,
        blank=True,
        validators=ON_PICTURE,
        help_text="0 to 1; empty is the middle. Press the picture to choose it.",
    )
    picture_focus_y = models.FloatField(
        "what matters, from the top",
        null=True,
        blank=True,
        validators=ON_PICTURE,
        help_text="Where the picture is cut to fit a card, this point stays in sight.",
    )
    picture_sizes = models.JSONField(
        null=True, editable=False, help_text="Paths by format and width."
    )
    review_by = models.DateField(
        null=True, blank=True, help_text="When somebody should look at it again."
    )
    verified_at = models.DateTimeField(
        "confirmed",
        null=True,
        blank=True,
        help_text="When somebody last checked that all of it is true. Guests see it "
        "beside each answer; empty until then.",
    )
    status = models.CharField(max_length=6, choices=Status, default=Status.DRAFT)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_to = models.DateTimeField(null=True, blank=True)
    source = models.CharField(max_length=300, help_text="Where these facts come from.")
    as_of = models.DateField(help_text="The day the facts were true.")
    revision = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = ItemQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "name"]
        verbose_name = "row"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "kind", "slug"], name="item_slug_once_a_kind"
            ),
            models.CheckConstraint(
                condition=Q(valid_from__isnull=True)
                | Q(valid_to__isnull=True)
                | Q(valid_from__lt=F("valid_to")),
                name="item_ends_after_it_begins",
                violation_error_message="It must begin before it ends.",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="item_has_a_name"),
        ]
        indexes = [models.Index(fields=["property", "kind", "status"])]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Sets the kind and increments the revision that citations refer to."""
        self.kind = self.KIND or self.kind
        self.revision += 1
        fields = kwargs.get("update_fields")
        if fields is not None:
            kwargs["update_fields"] = {*fields, "revision", "updated_at"}
        super().save(*args, **kwargs)

    @builtins.property  # the plain name is the foreign key above
    def concrete(self) -> Item:
        """The row as its own kind, such as a Restaurant or a Show."""
        if type(self) is not Item:
            return self
        accessors = {"gaming": "gamingarea", "faq": "faqentry"}
        row: Item = getattr(self, accessors.get(self.kind, self.kind))
        return row

    def is_valid_at(self, at: datetime) -> bool:
        """Whether the moment lies within the row's dates, where it has any."""
        has_begun = self.valid_from is None or self.valid_from <= at
        return has_begun and (self.valid_to is None or at < self.valid_to)

    def clean(self) -> None:
        super().clean()
        faults = self.faults()
        if faults:
            raise ValidationError(faults)

    def faults(self) -> dict[str, str]:
        """Messages for staff about values that cannot be true, by field."""
        faults = text_checks.faults(self)
        if common := self._common_alias():
            faults["aliases"] = common
        faults |= wall_clock.year_faults(self, "valid_from", "valid_to")
        if self.valid_from and self.valid_to and self.valid_to <= self.valid_from:
            faults["valid_to"] = "It ends before it begins."
        if self.verified_at and self.verified_at > timezone.now() + CLOCKS_APART:
            faults["verified_at"] = NOT_YET
        if self.picture and not self.picture_alt.strip():
            faults["picture_alt"] = "Say what the picture shows."
        # The kind is no form field, so Django does not check its unique constraint.
        alike = Item.objects.filter(
            property_id=self.property_id, kind=self.KIND or self.kind, slug=self.slug
        )
        if alike.exclude(pk=self.pk).exists():
            faults["slug"] = "Another row of this kind has this slug."
        return faults

    def _common_alias(self) -> str:
        place = getattr(self, "property", None)
        if not self.aliases or place is None:
            return ""
        return text_checks.alias_fault(self.aliases, place.languages)

    def fault_of_neighbour(self, field: str) -> dict[str, str]:
        """A row may only refer to rows of its own property."""
        neighbour: Item | None = getattr(self, field, None)
        if neighbour is None or neighbour.property_id == self.property_id:
            return {}
        return {field: f"{neighbour} belongs to {neighbour.property}."}
