"""The admin of each kind of row."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin import RelatedOnlyFieldListFilter
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import display

from apps.catalog.hours import formatting
from apps.catalog.models import (
    Amenity,
    FaqEntry,
    GamingArea,
    Performance,
    Promo,
    PromoTier,
    Restaurant,
    Room,
    Show,
    Tower,
    Venue,
)
from apps.catalog.querysets import ItemQuerySet
from apps.infrastructure.postgresql import row_ids
from apps.properties.models import Property
from apps.staff.admin.catalog.item_admin import ItemAdmin
from apps.staff.admin.catalog.item_form import HOURS_FIELDS, ItemForm, fieldsets
from apps.staff.admin.catalog.list_filters import OpenFilter
from apps.staff.admin.catalog.opening_hours import (
    HoursExceptionInline,
    ServiceHoursInline,
)
from apps.staff.admin.form_fields import FORMFIELD_OVERRIDES
from apps.staff.admin.labelled_inline import LabelledInline
from apps.staff.drafts import row_drafts
from apps.staff.gaps import resolution

LIVE_AT_ONCE = (
    "Guests get this answer as soon as you save it. Choose Draft to keep it back."
)
LIVE_BY_ANOTHER = (
    "Guests get this answer once somebody else has published it. Choose Draft to keep "
    "it back."
)
FIRST_COLUMNS = ("name", "property", "publication_status")
LAST_COLUMNS = ("citation_count", "last_editor", "updated")


class OpeningHoursAdmin(ItemAdmin):
    """A kind of row that has opening hours."""

    inlines = (ServiceHoursInline, HoursExceptionInline)


@admin.register(Restaurant)
class RestaurantAdmin(OpeningHoursAdmin):
    search_fields = (*ItemAdmin.search_fields, "cuisine")
    kind_filters = (OpenFilter, "cuisine", "price_band")
    fieldsets = fieldsets(
        (
            ("cuisine", "price_band"),
            ("dress_code", "reservations"),
            ("kids", "minimum_age"),
        ),
        HOURS_FIELDS,
    )


@admin.register(Amenity)
class AmenityAdmin(OpeningHoursAdmin):
    kind_filters = (OpenFilter, "sort", "hotel_guests_only")
    fieldsets = fieldsets(
        (("sort", "hotel_guests_only"), ("fee", "minimum_age")), HOURS_FIELDS
    )


@admin.register(GamingArea)
class GamingAreaAdmin(OpeningHoursAdmin):
    kind_filters = (OpenFilter,)
    fieldsets = fieldsets(
        ("games", ("table_count", "machine_count"), ("size_sqft", "minimum_age")),
        HOURS_FIELDS,
    )


@admin.register(Venue)
class VenueAdmin(OpeningHoursAdmin):
    kind_filters = ("sort",)
    fieldsets = fieldsets(("sort", ("capacity", "minimum_age")), HOURS_FIELDS)


class PerformanceInline(LabelledInline):
    model = Performance
    formfield_overrides = FORMFIELD_OVERRIDES
    fields = ("starts_at", "ends_at", "note")
    extra = 1
    hide_title = True


@admin.register(Show)
class ShowAdmin(ItemAdmin):
    inlines = (PerformanceInline,)
    inline_section = "Performances"
    list_display = (
        *FIRST_COLUMNS,
        "index_status",
        "at_venue",
        "next_performance",
        *LAST_COLUMNS,
    )
    list_select_related = ("property", "at_venue")
    kind_filters = (("at_venue", RelatedOnlyFieldListFilter), "genre", "is_free")
    fieldsets = fieldsets(
        (("at_venue", "genre"), ("is_free", "price_from", "minimum_age")),
        ("hours_note",),
        "Performances",
    )

    def get_queryset(self, request: HttpRequest) -> ItemQuerySet:
        return super().get_queryset(request).prefetch_related("performances")

    @display(description="Next performance")
    def next_performance(self, show: Show) -> str:
        performance = show.next_performance(timezone.now())
        if performance is None:
            return "-"
        starts_at = performance.starts_at.astimezone(show.property.zone)
        day = formatting.say_day(starts_at.date())
        return f"{day} at {formatting.say_time(starts_at)}"


@admin.register(Tower)
class TowerAdmin(ItemAdmin):
    list_display = (
        *FIRST_COLUMNS,
        "floor_count",
        "room_count",
        "index_status",
        *LAST_COLUMNS,
    )
    fieldsets = fieldsets((("floor_count", "room_count"), "opened"))


@admin.register(Room)
class RoomAdmin(ItemAdmin):
    list_display = (
        *FIRST_COLUMNS,
        "in_tower",
        "rate_from",
        "index_status",
        *LAST_COLUMNS,
    )
    list_select_related = ("property", "in_tower")
    kind_filters = (("in_tower", RelatedOnlyFieldListFilter),)
    search_fields = (*ItemAdmin.search_fields, "features", "beds")
    fieldsets = fieldsets(
        ("in_tower", ("size_sqft", "rate_from"), ("beds", "bath"), "features")
    )

    def formfield_for_foreignkey(
        self, db_field: Any, request: HttpRequest, **options: Any
    ) -> Any:
        """A room of one property is in no tower of another."""
        match = request.resolver_match
        row_id = row_ids.parse(match.kwargs.get("object_id", "")) if match else None
        if db_field.name == "in_tower" and row_id:
            own = Room.objects.filter(pk=row_id).values("property")
            options["queryset"] = Tower.objects.filter(property__in=own)
        return super().formfield_for_foreignkey(db_field, request, **options)


class PromoTierInline(LabelledInline):
    model = PromoTier
    formfield_overrides = FORMFIELD_OVERRIDES
    verbose_name_plural = "Tiers"
    fields = ("rank", "name", "benefits")
    extra = 0
    hide_title = True


@admin.register(Promo)
class PromoAdmin(ItemAdmin):
    inlines = (PromoTierInline,)
    inline_section = "Tiers"
    list_display = (*FIRST_COLUMNS, "index_status", "valid_to", *LAST_COLUMNS)
    kind_filters = ("sort",)
    fieldsets = fieldsets(("sort",), ("how_to_join",), "Tiers")


@admin.register(FaqEntry)
class FaqEntryAdmin(ItemAdmin):
    list_display = (*FIRST_COLUMNS, "index_status", "about", *LAST_COLUMNS)
    list_select_related = ("property", "about")
    autocomplete_fields = ("about",)
    search_fields = ("name", "aliases", "answer")
    # All that an answer needs is on the first page.
    fieldsets = fieldsets(("answer", "about", "status", ("source", "as_of")))

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Guests wait for the answer to a gap, so it is live unless staff hold it."""
        initial = super().get_changeform_initial_data(request)
        is_for_gap = "gap" in request.GET
        return {"status": FaqEntry.Status.LIVE, **initial} if is_for_gap else initial

    def save_related(
        self, request: HttpRequest, form: ItemForm, formsets: list[Any], change: bool
    ) -> None:
        """An entry that closes a gap has the gap's questions asked again."""
        super().save_related(request, form, formsets, change)
        parsed_ids = map(row_ids.parse, request.GET.getlist("gap"))
        if message_ids := [pk for pk in parsed_ids if pk is not None]:
            resolution.record_answer(form.instance, message_ids, request.user)
        for work in resolution.pending(form.instance.pk):
            url = reverse("gap", args=[work.pk])
            link = '<a class="underline" href="{}">Compare the answers</a> of the gap.'
            self.message_user(request, format_html(link, url))

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        texts: dict[str, Any] = {"labels": {"name": "Question"}}
        if "gap" in request.GET:
            texts["help_texts"] = {"status": _when_guests_get_it(request)}
        return super().get_form(request, *args, **{**kwargs, **texts})


def _when_guests_get_it(request: HttpRequest) -> str:
    property_id = row_ids.parse(request.GET.get("property", ""))
    if property_id is None:
        return LIVE_AT_ONCE
    place = Property.objects.filter(pk=property_id).first()
    is_strict = place is not None and row_drafts.needs_second_person(place)
    return LIVE_BY_ANOTHER if is_strict else LIVE_AT_ONCE
