"""Bookings, how each kind of request is treated, and what became of requests."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from apps.properties.access import Scoped
from apps.properties.admin_mixins import ReadOnly
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter
from apps.reservations.models import Request, RequestPolicy, Reservation


@admin.register(Reservation)
class ReservationAdmin(Scoped, ModelAdmin):
    list_display = ("code", "family_name", "what", "starts_at", "party", "state")
    list_filter = (PropertyFilter, "kind", "state", "starts_at")
    search_fields = ("code", "family_name", "what")
    autocomplete_fields = ("item",)
    list_select_related = ("property",)
    list_per_page = 50


@admin.register(RequestPolicy)
class RequestPolicyAdmin(Scoped, ModelAdmin):
    list_display = ("kind", "property", "department", "window_hours", "is_let_through")
    list_filter = (PropertyFilter, "kind", "is_let_through")
    list_select_related = ("property",)


@admin.register(Request)
class RequestAdmin(Scoped, ReadOnly, ModelAdmin):
    """To look back; decisions are made in the queue."""

    list_display = ("kind", "property", "status", "department", "due_at", "created_at")
    list_filter = (PropertyFilter, "status", "kind", "department")
    list_select_related = ("property",)
    list_per_page = 50
    fields: ClassVar[tuple[str, ...]] = (
        "property",
        "reservation",
        "kind",
        "department",
        "wish",
        "offer",
        "reason",
        "status",
        "due_at",
        "expires_at",
        "created_at",
    )
