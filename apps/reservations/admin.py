"""Bookings, how each kind of request is treated, and what became of requests."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from apps.properties.access import Scoped
from apps.properties.local_times import LocalTimeForms
from apps.properties.model_admin import ModelAdmin, PropertyFilter, ReadOnly
from apps.reservations.models import (
    EscalationStep,
    Request,
    RequestPolicy,
    Reservation,
    SourceRefresh,
)

# What staff read above the switch of a policy.
LET_THROUGH = (
    "Without this, every request waits in the queue until somebody decides. With it, "
    "requests of this kind are approved as soon as the guest has confirmed the "
    "summary, and come to “To be done”. Callbacks, refunds, questions about bills and "
    "complaints always need a person. So do a cancellation after the time allowed "
    "above, one of a booking that has begun, and one with a deposit to return."
)


@admin.register(Reservation)
class ReservationAdmin(Scoped, LocalTimeForms, ModelAdmin):
    list_display = (
        "code",
        "family_name",
        "what",
        "starts_at",
        "party",
        "state",
        "source",
        "missing_since",
    )
    list_filter = (
        PropertyFilter,
        "kind",
        "state",
        "starts_at",
        ("missing_since", admin.EmptyFieldListFilter),
    )
    readonly_fields = ("missing_since",)
    search_fields = ("code", "family_name", "what", "email", "phone")
    autocomplete_fields = ("item",)
    list_select_related = ("property",)
    list_per_page = 50


@admin.register(RequestPolicy)
class RequestPolicyAdmin(Scoped, ModelAdmin):
    list_display = ("kind", "property", "department", "window_hours", "is_let_through")
    list_filter = (PropertyFilter, "kind", "is_let_through")
    list_select_related = ("property",)
    fieldsets = (
        (None, {"fields": ("property", "kind", "department", "due_minutes")}),
        ("Until when", {"fields": ("window_hours",)}),
        (
            "Without a person",
            {"fields": ("is_let_through",), "description": LET_THROUGH},
        ),
    )


@admin.register(Request)
class RequestAdmin(Scoped, ReadOnly, LocalTimeForms, ModelAdmin):
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


@admin.register(SourceRefresh)
class SourceRefreshAdmin(Scoped, ReadOnly, LocalTimeForms, ModelAdmin):
    """How the bookings of the properties' own systems come in."""

    list_display = (
        "property",
        "source",
        "tried_at",
        "succeeded_at",
        "problem",
        "outcomes",
    )
    list_filter = (PropertyFilter,)
    list_select_related = ("property",)
    exclude = ("running_since",)

    @admin.display(description="Bookings")
    def outcomes(self, row: SourceRefresh) -> str:
        counts = {name: count for name, count in row.counts.items() if count}
        return ", ".join(f"{count} {name}" for name, count in counts.items()) or "-"


@admin.register(EscalationStep)
class EscalationStepAdmin(Scoped, ModelAdmin):
    list_display = ("property", "after_minutes", "advice")
    list_filter = (PropertyFilter,)
    list_select_related = ("property",)
