"""Questions that every evaluation asks."""

from __future__ import annotations

from django.contrib import admin

from apps.conversations.models import EvaluationCase
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin
from apps.properties.property_filter import PropertyFilter
from apps.staff.admin.fields import OVERRIDES


@admin.register(EvaluationCase)
class CaseAdmin(Scoped, ModelAdmin):
    formfield_overrides = OVERRIDES
    list_display = ("ask", "property", "expect", "cites", "language", "by")
    list_filter = (PropertyFilter, "expect", "language")
    list_select_related = ("property", "by")
    search_fields = ("ask", "cites")
    exclude = ("turn", "by")
    list_per_page = 50
