"""Venues and shows."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin import RelatedOnlyFieldListFilter
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.decorators import display

from apps.catalog import hours_words
from apps.catalog.models import Performance, Show, Venue
from apps.catalog.querysets import ItemQuerySet
from apps.staff.admin.fields import OVERRIDES
from apps.staff.admin.items import HOURS, ItemAdmin, fieldsets
from apps.staff.admin.venues import PlaceAdmin


@admin.register(Venue)
class VenueAdmin(PlaceAdmin):
    kind_filters = ("sort",)
    fieldsets = fieldsets(("sort", ("capacity", "minimum_age")), HOURS)


class PerformanceInline(TabularInline):
    model = Performance
    formfield_overrides = OVERRIDES
    fields = ("starts_at", "ends_at", "note")
    extra = 1
    hide_title = True


@admin.register(Show)
class ShowAdmin(ItemAdmin):
    inlines = (PerformanceInline,)
    rows_section = "Performances"
    list_display = (
        "name",
        "property",
        "standing",
        "index",
        "at_venue",
        "next_evening",
        "asked",
        "editor",
        "updated",
    )
    list_select_related = ("property", "at_venue")
    kind_filters = (("at_venue", RelatedOnlyFieldListFilter), "genre", "is_free")
    fieldsets = fieldsets(
        (
            ("at_venue", "genre"),
            ("is_free", "price_from", "minimum_age"),
        ),
        ("hours_note",),
        "Performances",
    )

    def get_queryset(self, request: HttpRequest) -> ItemQuerySet:
        return super().get_queryset(request).prefetch_related("performances")

    @display(description="Next performance")
    def next_evening(self, show: Show) -> str:
        evening = show.next_performance(timezone.now())
        if evening is None:
            return "-"
        starts = evening.starts_at.astimezone(show.property.zone)
        day = hours_words.say_day(starts.date())
        return f"{day} at {hours_words.say_time(starts)}"
