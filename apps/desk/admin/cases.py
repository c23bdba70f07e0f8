"""Questions that every evaluation asks."""

from __future__ import annotations

from django.contrib import admin

from apps.conversations.models import EvaluationCase
from apps.desk.admin.fields import OVERRIDES
from apps.desk.admin.model_admin import ModelAdmin
from apps.desk.admin.property_filter import PropertyFilter
from apps.desk.scope import Scoped


@admin.register(EvaluationCase)
class CaseAdmin(Scoped, ModelAdmin):
    formfield_overrides = OVERRIDES
    list_display = ("ask", "property", "expect", "cites", "language", "by")
    list_filter = (PropertyFilter, "expect", "language")
    list_select_related = ("property", "by")
    search_fields = ("ask", "cites")
    exclude = ("turn", "by")
    list_per_page = 50
