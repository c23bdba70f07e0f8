"""The admin of maps: the picture, and the places that are put on it by pressing it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display

from apps.catalog.models import Item, MapPlace, ResortMap
from apps.infrastructure.postgresql import row_ids
from apps.knowledge.indexing import unsearched_texts
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin
from apps.staff.admin.form_fields import FORMFIELD_OVERRIDES
from apps.staff.admin.labelled_inline import LabelledInline

# Kinds that are nowhere, or in every part of the resort.
NOWHERE = ("faq", "promo", "show", "room")


class MapPlaceInline(LabelledInline):
    """Lines of numbers; the picture above them fills them in."""

    model = MapPlace
    fields = ("item", "x", "y")
    extra = 1
    verbose_name_plural = "Places"
    hide_title = True
    template_before = "admin/staff/maps/places.html"

    def formfield_for_foreignkey(
        self, db_field: Any, request: HttpRequest, **options: Any
    ) -> Any:
        """Rows of the map's own property that are somewhere."""
        match = request.resolver_match
        map_id = row_ids.parse(match.kwargs.get("object_id", "")) if match else None
        rows = Item.objects.exclude(kind__in=NOWHERE).order_by("name")
        if db_field.name == "item":
            options["queryset"] = rows.filter(property__map=map_id)
        return super().formfield_for_foreignkey(db_field, request, **options)


@admin.register(ResortMap)
class ResortMapAdmin(Scoped, ModelAdmin):
    formfield_overrides = FORMFIELD_OVERRIDES
    list_display = ("property", "place_count", "updated_at")
    list_select_related = ("property",)
    fields = ("property", "picture", "picture_alt", "note", "codes")
    readonly_fields = ("codes",)
    warn_unsaved_form = True

    def get_inlines(self, request: HttpRequest, obj: ResortMap | None) -> list[Any]:
        """Places are put on a picture that is there."""
        return [MapPlaceInline] if obj else []

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The places on it are rows of this property."""
        return (*self.readonly_fields, "property") if obj else self.readonly_fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ResortMap]:
        rows: QuerySet[ResortMap] = super().get_queryset(request)
        return rows.annotate(place_count=Count("places"))

    def save_model(
        self, request: HttpRequest, obj: ResortMap, form: Any, change: Any
    ) -> None:
        super().save_model(request, obj, form, change)
        for sentence in unsearched_texts.held_of_map(obj):
            self.message_user(request, sentence.notice, messages.WARNING)

    @display(description="Places")
    def place_count(self, resort_map: Any) -> int:
        return int(resort_map.place_count)

    @display(description="Codes to print")
    def codes(self, resort_map: ResortMap) -> SafeString | str:
        if not resort_map.pk:
            return "Save the map first."
        url = reverse("place-codes", args=[resort_map.pk])
        words = "A code for each place, which opens the guest page there"
        return format_html('<a href="{}" class="text-primary-600">{}</a>', url, words)
