"""Promotions and loyalty programs."""

from django.db import models

from apps.catalog.models.items import Item
from apps.properties import markup


class Promo(Item):
    class Sort(models.TextChoices):
        LOYALTY = "loyalty", "Loyalty program"
        HOTEL = "hotel", "Hotel offer"
        DINING = "dining", "Dining offer"
        GAMING = "gaming", "Gaming offer"
        APP = "app", "App"

    KIND = Item.Kind.PROMO

    sort = models.CharField("type", max_length=10, choices=Sort)
    how_to_join = models.TextField("how to get it", blank=True)

    class Meta:
        verbose_name = "promotion"


class PromoTier(models.Model):
    """A level of a loyalty program; the lowest rank comes first."""

    promo = models.ForeignKey(Promo, on_delete=models.CASCADE, related_name="tiers")
    rank = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    benefits = models.TextField()

    class Meta:
        ordering = ["promo", "rank"]
        verbose_name = "tier"
        constraints = [
            models.UniqueConstraint(fields=["promo", "rank"], name="tier_rank_once"),
            models.UniqueConstraint(fields=["promo", "name"], name="tier_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        markup.insist_on_none(self)
