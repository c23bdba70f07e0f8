"""Resorts, the law that applies to them, and helplines."""

from zoneinfo import ZoneInfo, available_timezones

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models

from apps.infrastructure import patterns
from apps.properties import booking_links, markup, phones, reserved_slugs, websites
from apps.properties.models.answering import Answering
from apps.properties.models.coordinates import BOTH_OR_NEITHER, Coordinates
from apps.properties.models.retention import RetentionPeriods

is_colour = RegexValidator(r"^#[0-9a-fA-F]{6}$", "Write a colour as #0d4c54.")

ORIGIN = patterns.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?")


def are_origins(values: list[str]) -> None:
    for value in values:
        if not ORIGIN.fullmatch(value):
            raise ValidationError(
                "“%(value)s” is no site; write https://example.com.",
                params={"value": value},
            )


def is_time_zone(value: str) -> None:
    if value not in available_timezones():
        raise ValidationError(f"“{value}” is not a time zone; America/New_York is one.")


def english_only() -> list[str]:
    return ["en"]


class Jurisdiction(models.Model):
    """A body of gaming law, such as Connecticut's."""

    code = models.SlugField(unique=True, help_text="For example us-ct.")
    name = models.CharField(max_length=100)
    gaming_age = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(18)], help_text="Youngest age for gaming."
    )
    minors_may = models.TextField(
        blank=True, help_text="What younger guests may do, in a sentence."
    )
    minors_may_not = models.TextField(
        blank=True, help_text="What younger guests may not do, in a sentence."
    )
    source = models.CharField(max_length=300)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(gaming_age__gte=18), name="jurisdiction_gaming_age"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        markup.insist_on_none(self)


class Helpline(models.Model):
    """A number that a guest in trouble can call, with its source."""

    class Purpose(models.TextChoices):
        CRISIS = "crisis", "Crisis and self-harm"
        GAMBLING = "gambling", "Problem gambling"
        SELF_EXCLUSION = "self_exclusion", "Self-exclusion"
        EMERGENCY = "emergency", "Emergency"

    jurisdiction = models.ForeignKey(
        Jurisdiction, on_delete=models.CASCADE, related_name="helplines"
    )
    purpose = models.CharField(max_length=20, choices=Purpose)
    name = models.CharField(max_length=120)
    phone = phones.PhoneField(
        max_length=30, blank=True, help_text="Digits as dialled: 1-888-789-7777."
    )
    vanity = models.CharField(
        max_length=30, blank=True, help_text="Words that spell it: 1-800-MY-RESET."
    )
    takes_texts = models.BooleanField(default=False)
    website = websites.WebsiteField(max_length=200, blank=True)
    note = models.CharField(max_length=200, blank=True)
    position = models.PositiveSmallIntegerField(default=0)
    source = models.CharField(max_length=300)
    verified_on = models.DateField(
        null=True,
        blank=True,
        help_text="Empty until a person has compared it with its official page.",
    )

    class Meta:
        ordering = ["jurisdiction", "position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["jurisdiction", "purpose", "name"], name="helpline_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(phone="") | ~models.Q(website=""),
                name="helpline_reachable",
                violation_error_message="Give a phone number or a website.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.phone or self.website}"

    def clean(self) -> None:
        markup.insist_on_none(self)
        if not self.phone and not self.website:
            raise ValidationError({"phone": "Give a phone number or a website."})
        self._insist_on_free_vanity()
        if self.phone and self.vanity and not phones.spells(self.vanity, self.phone):
            raise ValidationError(
                {
                    "phone": f"{self.vanity} is dialled {phones.digits(self.vanity)}, "
                    f"not {phones.digits(self.phone)}."
                }
            )

    def _insist_on_free_vanity(self) -> None:
        """Extra letters beyond a full number are ignored."""
        if self.vanity and not phones.is_plain(self.vanity):
            message = "Write letters, digits and hyphens, as in 1-800-MY-RESET."
            raise ValidationError({"vanity": message})
        law = getattr(self, "jurisdiction", None)
        number = phones.digits(self.vanity)[: phones.LONG_DISTANCE]
        wrong = phones.fault(number, law.code if law else "") if number else ""
        if wrong:
            raise ValidationError({"vanity": wrong})

    @property
    def phone_href(self) -> str:
        return phones.href(self.phone)


class Property(Answering, RetentionPeriods, Coordinates):
    """A resort. Everything that a guest sees belongs to exactly one."""

    class Horizon(models.TextChoices):
        SUN = "sun", "Rising sun"
        RIDGE = "ridge", "Mountain ridge"

    slug = models.SlugField(unique=True, validators=[reserved_slugs.is_free])
    name = models.CharField(max_length=100)
    about = models.TextField(blank=True)
    time_zone = models.CharField(max_length=60, validators=[is_time_zone])
    phone = phones.PhoneField(max_length=30)
    phone_hours = models.CharField(
        max_length=100,
        blank=True,
        db_default="",
        default="",
        help_text="When a person answers, as 7:00 AM to 11:00 PM or 24/7. Empty when "
        "nobody has said.",
    )
    security_phone = phones.PhoneField(
        "emergency phone",
        max_length=30,
        blank=True,
        db_default="",
        default="",
        help_text="Security, at any hour, for guests in danger. Empty is the phone.",
    )
    website = websites.WebsiteField(max_length=200)
    location = models.CharField("address", max_length=300)
    booking_link = booking_links.BookingLinkField(help_text=booking_links.FOR_ALL)
    jurisdiction = models.ForeignKey(Jurisdiction, on_delete=models.PROTECT)
    languages = ArrayField(models.CharField(max_length=10), default=english_only)
    widget_origins = ArrayField(
        models.CharField(max_length=200),
        default=list,
        blank=True,
        validators=[are_origins],
        help_text="Sites that may show the chat in a corner, as https://example.com, "
        "separated by commas.",
    )
    privacy_url = models.URLField(
        "privacy policy",
        blank=True,
        validators=[websites.is_web_address],
        help_text="Linked below what the page itself says of guests' words.",
    )
    daily_cap = models.DecimalField(
        "most a day, in US dollars",
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text="Beyond it guests are answered with cited cards, without a model. "
        "Empty is no limit.",
    )
    brand = models.CharField(
        "accent on light paper", max_length=7, default="#0d4c54", validators=[is_colour]
    )
    brand_night = models.CharField(
        "accent on dark paper", max_length=7, default="#92c1bc", validators=[is_colour]
    )
    stone = models.PositiveSmallIntegerField(
        "hue of the neutrals", default=75, help_text="0 to 360 degrees."
    )
    horizon = models.CharField(max_length=10, choices=Horizon, default=Horizon.SUN)
    source = models.CharField(max_length=300, blank=True)
    as_of = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "properties"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(stone__lte=360), name="property_stone_is_a_hue"
            ),
            BOTH_OR_NEITHER,
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        markup.insist_on_none(self)
        phones.insist_on_own(self.phone)
        self.insist_on_order()

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def phone_href(self) -> str:
        return phones.href(self.phone)

    @property
    def website_url(self) -> str:
        return websites.href(self.website)

    @property
    def website_name(self) -> str:
        return websites.without_scheme(self.website)
