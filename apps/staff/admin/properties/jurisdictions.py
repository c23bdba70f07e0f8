"""Jurisdictions and their helplines."""

from django.contrib import admin
from django.db.models import DateField, TextField
from unfold.admin import StackedInline
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.properties.admin_mixins import ChangedByAllProperties
from apps.properties.model_admin import ModelAdmin
from apps.properties.models import Helpline, Jurisdiction
from apps.staff.admin.form_fields import BoundedDateField
from apps.staff.admin.properties.record_changes import RecordsChanges


class HelplineInline(ChangedByAllProperties, StackedInline):
    model = Helpline
    formfield_overrides = {DateField: {"form_class": BoundedDateField}}
    fields = (
        ("purpose", "name"),
        ("phone", "vanity"),
        ("takes_texts", "position"),
        ("website", "note"),
        ("source", "verified_on"),
    )
    extra = 0


@admin.register(Jurisdiction)
class JurisdictionAdmin(RecordsChanges, ChangedByAllProperties, ModelAdmin):
    """Guests of every property in the jurisdiction see its helplines."""

    history_filter = "jurisdiction__id__exact"
    inlines = (HelplineInline,)
    list_display = ("name", "code", "gaming_age")
    search_fields = ("name", "code")
    warn_unsaved_form = True
    formfield_overrides = {
        TextField: {"widget": UnfoldAdminTextareaWidget(attrs={"rows": 3})}
    }
    fields = (
        ("name", "code"),
        "gaming_age",
        "minors_may",
        "minors_may_not",
        "source",
    )
