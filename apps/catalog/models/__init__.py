"""What a resort offers. Every row is an `Item`; each kind adds its own fields."""

from apps.catalog.models.entertainment import Performance, Show, Venue
from apps.catalog.models.hours import HoursException, ServiceHours
from apps.catalog.models.items import Item
from apps.catalog.models.lodging import Room, Tower
from apps.catalog.models.maps import MapPlace, ResortMap
from apps.catalog.models.offers import Promo, PromoTier
from apps.catalog.models.places import Amenity, FaqEntry, GamingArea, Restaurant
from apps.catalog.models.seeding import SeededRow

__all__ = [
    "Amenity",
    "FaqEntry",
    "GamingArea",
    "HoursException",
    "Item",
    "MapPlace",
    "Performance",
    "Promo",
    "PromoTier",
    "ResortMap",
    "Restaurant",
    "Room",
    "SeededRow",
    "ServiceHours",
    "Show",
    "Tower",
    "Venue",
]
