"""Promotions and their tiers."""

from django.contrib import admin
from unfold.admin import TabularInline

from apps.catalog.models import Promo, PromoTier
from apps.staff.admin.fields import OVERRIDES
from apps.staff.admin.items import ItemAdmin, fieldsets


class PromoTierInline(TabularInline):
    model = PromoTier
    formfield_overrides = OVERRIDES
    verbose_name_plural = "Tiers"
    fields = ("rank", "name", "benefits")
    extra = 0
    hide_title = True


@admin.register(Promo)
class PromoAdmin(ItemAdmin):
    inlines = (PromoTierInline,)
    rows_section = "Tiers"
    list_display = (
        "name",
        "property",
        "standing",
        "index",
        "valid_to",
        "asked",
        "editor",
        "updated",
    )
    kind_filters = ("sort",)
    fieldsets = fieldsets(("sort",), ("how_to_join",), "Tiers")
