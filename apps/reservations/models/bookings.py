"""What guests have booked."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q

from apps.catalog.models import Item
from apps.guests import contacts
from apps.guests.models import Guest
from apps.properties.models import Property

MAX_PARTY = 100


class Reservation(models.Model):
    """A booking of one guest, as the property's own system has it."""

    class Kind(models.TextChoices):
        ROOM = "room", "Room"
        TABLE = "table", "Table"
        SPA = "spa", "Spa treatment"
        TICKET = "ticket", "Show ticket"

    class State(models.TextChoices):
        BOOKED = "booked", "Booked"
        CANCELLED = "cancelled", "Cancelled"
        COMPLETED = "completed", "Completed"
        NO_SHOW = "no_show", "Guest did not come"

    class Deposit(models.TextChoices):
        NONE = "none", "No deposit"
        HELD = "held", "Held"
        RETURNED = "returned", "Returned"

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="reservations"
    )
    guest = models.ForeignKey(
        Guest,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="reservations",
        help_text="Known once somebody has proved that the booking is theirs.",
    )
    kind = models.CharField(max_length=6, choices=Kind)
    code = models.CharField(
        max_length=20,
        validators=[RegexValidator(r"\A[A-Z0-9-]{4,20}\Z", "Letters, digits and -.")],
        help_text="As on the guest's confirmation, in capitals.",
    )
    family_name = models.CharField(max_length=80)
    email = models.EmailField(
        blank=True, help_text="By which the guest of other bookings is known again."
    )
    phone = models.CharField(
        max_length=30, blank=True, help_text="The same; stored as +18605551234."
    )
    item = models.ForeignKey(
        Item,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="bookings",
        help_text="The room, restaurant, amenity or show that is booked.",
    )
    what = models.CharField(
        max_length=120, help_text="As the guest would call it: “Deluxe Room”."
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    party = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MAX_PARTY)]
    )
    state = models.CharField(max_length=9, choices=State, default=State.BOOKED)
    amount = models.DecimalField(
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="In US dollars.",
    )
    deposit = models.DecimalField(
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="In US dollars.",
    )
    deposit_state = models.CharField(
        max_length=8, choices=Deposit, default=Deposit.NONE
    )
    booked_at = models.DateTimeField()
    updated_at = models.DateTimeField(auto_now=True)
    source = models.CharField(
        max_length=40, default="staff", help_text="Who gave it to us."
    )
    missing_since = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Since when the property's own system no longer has it.",
    )

    class Meta:
        ordering = ["starts_at", "code"]
        constraints = [
            models.UniqueConstraint(
                fields=["property", "code"], name="reservation_code_once"
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(ends_at__gt=models.F("starts_at")),
                name="reservation_ends_after_start",
            ),
            models.CheckConstraint(
                condition=Q(party__gte=1) & Q(party__lte=MAX_PARTY),
                name="reservation_party_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}, {self.what}"

    def clean(self) -> None:
        self.email = contacts.email(self.email)
        self.phone = contacts.e164(self.phone) or self.phone
        if self.ends_at and self.starts_at and self.ends_at <= self.starts_at:
            raise ValidationError({"ends_at": "It has to end after it begins."})
        if self.item and self.item.property_id != self.property_id:
            raise ValidationError({"item": "That belongs to another property."})
