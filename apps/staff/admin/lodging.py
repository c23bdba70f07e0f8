"""Hotel towers and rooms."""

from django.contrib import admin
from django.contrib.admin import RelatedOnlyFieldListFilter

from apps.catalog.models import Room, Tower
from apps.staff.admin.items import ItemAdmin, fieldsets

ROW = ("name", "property", "standing")


@admin.register(Tower)
class TowerAdmin(ItemAdmin):
    list_display = (
        *ROW,
        "floor_count",
        "room_count",
        "index",
        "asked",
        "editor",
        "updated",
    )
    fieldsets = fieldsets((("floor_count", "room_count"), "opened"))


@admin.register(Room)
class RoomAdmin(ItemAdmin):
    list_display = (
        *ROW,
        "in_tower",
        "rate_from",
        "index",
        "asked",
        "editor",
        "updated",
    )
    list_select_related = ("property", "in_tower")
    kind_filters = (("in_tower", RelatedOnlyFieldListFilter),)
    search_fields = (*ItemAdmin.search_fields, "features", "beds")
    fieldsets = fieldsets(
        ("in_tower", ("size_sqft", "rate_from"), ("beds", "bath"), "features")
    )
