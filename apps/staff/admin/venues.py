"""Restaurants, amenities and gaming areas."""

from django.contrib import admin

from apps.catalog.models import Amenity, GamingArea, Restaurant
from apps.staff.admin.items import HOURS, ItemAdmin, fieldsets
from apps.staff.admin.opening_hours import HoursExceptionInline, ServiceHoursInline
from apps.staff.admin.publication_status import OpenFilter


class PlaceAdmin(ItemAdmin):
    """A place that keeps opening hours."""

    inlines = (ServiceHoursInline, HoursExceptionInline)


@admin.register(Restaurant)
class RestaurantAdmin(PlaceAdmin):
    search_fields = (*ItemAdmin.search_fields, "cuisine")
    kind_filters = (OpenFilter, "cuisine", "price_band")
    fieldsets = fieldsets(
        (
            ("cuisine", "price_band"),
            ("dress_code", "reservations"),
            ("kids", "minimum_age"),
        ),
        HOURS,
    )


@admin.register(Amenity)
class AmenityAdmin(PlaceAdmin):
    kind_filters = (OpenFilter, "sort", "hotel_guests_only")
    fieldsets = fieldsets(
        (("sort", "hotel_guests_only"), ("fee", "minimum_age")), HOURS
    )


@admin.register(GamingArea)
class GamingAreaAdmin(PlaceAdmin):
    kind_filters = (OpenFilter,)
    fieldsets = fieldsets(
        ("games", ("table_count", "machine_count"), ("size_sqft", "minimum_age")),
        HOURS,
    )
