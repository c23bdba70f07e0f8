"""Errors of the program, by place and version."""

from __future__ import annotations

from django.contrib import admin

from apps.ops.models import ErrorGroup
from apps.properties.access import OfAll
from apps.properties.model_admin import ModelAdmin, ReadOnly


@admin.register(ErrorGroup)
class ErrorGroupAdmin(OfAll, ReadOnly, ModelAdmin):
    list_display = (
        "error",
        "place",
        "event",
        "count",
        "first_version",
        "last_version",
        "first_seen_at",
        "last_seen_at",
    )
    list_filter = ("first_version", "last_version")
    list_per_page = 50
