"""Gaming law and the numbers that help."""

from django.contrib import admin
from unfold.admin import ModelAdmin, StackedInline

from apps.properties.models import Helpline, Jurisdiction


class HelplineInline(StackedInline):
    model = Helpline
    fields = (
        ("purpose", "name"),
        ("phone", "vanity", "takes_texts"),
        ("website", "note"),
        ("source", "verified_on", "position"),
    )
    extra = 0


@admin.register(Jurisdiction)
class JurisdictionAdmin(ModelAdmin):
    inlines = (HelplineInline,)
    list_display = ("name", "code", "gaming_age")
    search_fields = ("name", "code")
    warn_unsaved_form = True
    fields = (
        ("name", "code"),
        "gaming_age",
        "minors_may",
        "minors_may_not",
        "source",
    )
