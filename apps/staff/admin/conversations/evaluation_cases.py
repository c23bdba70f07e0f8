"""Questions that every evaluation run asks."""

from __future__ import annotations

from django.contrib import admin

from apps.conversations.models import EvaluationCase
from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter
from apps.staff.admin.form_fields import FORMFIELD_OVERRIDES


@admin.register(EvaluationCase)
class EvaluationCaseAdmin(Scoped, ModelAdmin):
    formfield_overrides = FORMFIELD_OVERRIDES
    list_display = ("ask", "property", "expect", "cites", "language", "by")
    list_filter = (PropertyFilter, "expect", "language")
    list_select_related = ("property", "by")
    search_fields = ("ask", "cites")
    exclude = ("turn", "by")
    list_per_page = 50
